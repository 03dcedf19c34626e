package suites

import (
	"strconv"

	"github.com/evalrun/evalrun/rubric"
)

// rubric reads what the answer is measured against. shouldAnswer has no
// default: the zero value would turn a covered question into one that must be
// declined, and the wrong prompt would judge it.
func (r *reader) rubric(o object, e *entry) {
	n := o.get("rubric")
	if n == nil || n.kind == kindNull {
		r.problem(at(n, o.node), "write rubric: {shouldAnswer: true} or false", "rubric is missing: shouldAnswer is required")
		return
	}
	rub, ok := r.object(n, "rubric", "", rubricKeys)
	if !ok {
		return
	}
	if should := rub.get("shouldAnswer"); should == nil || should.kind == kindNull {
		r.problem(at(should, n), "write true when the corpus covers the question, false when it does not", "shouldAnswer is required")
	} else {
		e.Rubric.ShouldAnswer, _ = r.boolean(should, "shouldAnswer")
	}
	e.Rubric.MustMention, e.mustMention = r.phrases(rub, "mustMention")
	e.Rubric.MustNotMention, e.mustNotMention = r.phrases(rub, "mustNotMention")
	r.contradictions(e)
	e.Rubric.MaxLatencyMs = r.whole(rub.get("maxLatencyMs"), "maxLatencyMs", 1)
	e.Rubric.MaxWords = r.whole(rub.get("maxWords"), "maxWords", 1)
	e.Rubric.Quotes = r.quotes(rub.get("quotes"))
	e.Rubric.Grounding = r.grounding(rub.get("grounding"), e)
}

func (r *reader) quotes(n *node) *rubric.QuoteRule {
	o, ok := r.object(n, "quotes", "quotes.", quoteKeys)
	if !ok {
		return nil
	}
	rule := &rubric.QuoteRule{MinMatch: r.number(o.get("minMatch"), "quotes.minMatch", 0, 1)}
	rule.Require, _ = r.boolean(o.get("require"), "quotes.require")
	return rule
}

func (r *reader) grounding(n *node, e *entry) *rubric.GroundingRule {
	o, ok := r.object(n, "grounding", "grounding.", groundingKeys)
	if !ok {
		return nil
	}
	rule := &rubric.GroundingRule{
		MinScore:   r.number(o.get("minScore"), "grounding.minScore", 0, 1),
		MinSupport: r.number(o.get("minSupport"), "grounding.minSupport", 0, 1),
	}
	if root := o.get("root"); root != nil {
		rule.Root, e.groundingRoot = r.text(root, "grounding.root"), root.pos
	}
	return rule
}

// phrases reads a list of phrases with their places. The same phrase twice is
// a slip; two that differ in case only are left to Lint.
func (r *reader) phrases(o object, name string) ([]rubric.Phrase, []position) {
	var phrases []rubric.Phrase
	var places []position
	first := map[string]int{}
	for i, n := range r.list(o.get(name), name) {
		label := name + " item " + strconv.Itoa(i+1)
		p, ok := r.phrase(n, label, true)
		if !ok {
			continue
		}
		if before, twice := first[phraseKey(p)]; twice {
			r.problem(n.pos, "", "%s is the same as item %d", label, before)
		} else {
			first[phraseKey(p)] = i + 1
		}
		phrases = append(phrases, p)
		places = append(places, n.pos)
	}
	return phrases, places
}
