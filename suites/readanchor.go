package suites

import (
	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// anchor reads a question whose answer never changes. Its mark and its answer
// go together: an answer without the mark would be ignored in silence, a mark
// without an answer would ask the target.
func (r *reader) anchor(o object, e *entry) {
	mark, frozen := o.get("anchors"), o.get("frozen")
	is, ok := r.boolean(mark, "anchors")
	switch {
	case is && frozen == nil:
		r.problem(mark.pos, "write frozen: {answer: ..., confidence: ..., retrieved: [...]}, as a run recorded them",
			"anchors needs the frozen answer that the judge is to score each time")
	case frozen != nil && !is && (ok || mark == nil):
		r.problem(frozen.pos, "write anchors: true beside it", "frozen is the answer of an anchor, and this question is none")
	}
	if f, ok := r.object(frozen, "frozen", "frozen.", frozenKeys); ok {
		e.Frozen = r.frozen(f)
	}
}

// slowestAnswer is a quarter of an hour in milliseconds: nobody waits longer.
const slowestAnswer = 900_000

// frozen reads the answer by the rules of the answer envelope, but for what
// only a log would say: a key that does nothing here is a mistake.
func (r *reader) frozen(o object) *answers.Answer {
	a := answers.Answer{LatencyMs: r.number(o.get("latencyMs"), "frozen.latencyMs", 0, slowestAnswer)}
	a.Declined, _ = r.boolean(o.get("declined"), "frozen.declined")
	text := o.get("answer")
	switch {
	case text == nil && !a.Declined:
		r.problem(o.node.pos, "write the answer, or declined: true", "frozen holds no answer")
	case text != nil:
		a.Text = r.prose(text, "frozen.answer")
	}
	a.Confidence = answers.ParseConfidence(r.oneOf(o.get("confidence"), "frozen.confidence",
		string(answers.High), string(answers.Medium), string(answers.Low), string(answers.None)))
	if n := o.get("model"); n != nil {
		a.Model = r.name(n, "frozen.model")
	}
	a.Citations = r.frozenCitations(o.get("citations"))
	a.Retrieved = r.frozenPassages(o.get("retrieved"))
	return &a
}

func (r *reader) frozenCitations(n *node) []answers.Citation {
	var cited []answers.Citation
	for i, item := range r.list(n, "frozen.citations") {
		label := itemLabel("frozen.citations", i)
		o, ok := r.object(item, label, label+": ", citedKeys)
		if !ok {
			continue
		}
		c := answers.Citation{ID: r.text(o.get("id"), o.label("id")), Title: r.prose(o.get("title"), o.label("title")),
			Source: r.text(o.get("source"), o.label("source"))}
		if c == (answers.Citation{}) {
			r.problem(item.pos, "", "%s names neither an id, nor a title, nor a source", label)
		}
		cited = append(cited, c)
	}
	return cited
}

// frozenPassages is nil without the key alone: an empty list says that nothing
// was retrieved, and the question's context then counts for nothing.
func (r *reader) frozenPassages(n *node) []answers.Passage {
	if !r.kind(n, "frozen.retrieved", kindList) {
		return nil
	}
	passages, seen := []answers.Passage{}, map[string]bool{}
	for i, item := range n.items {
		label := itemLabel("frozen.retrieved", i)
		o, ok := r.object(item, label, label+": ", passageKeys)
		if !ok {
			continue
		}
		passages = append(passages, answers.Passage{
			ID: r.passageID(o, seen), Title: r.prose(o.get("title"), o.label("title")),
			Source: r.text(o.get("source"), o.label("source")), Text: r.prose(r.required(o, "text"), o.label("text")),
		})
	}
	return passages
}

// anchored warns of an anchor that no judge would ever see.
func (l *linter) anchored(e entry) {
	if e.Frozen != nil && e.Category == results.Positive && e.Frozen.Declines() {
		l.warn(e.at, "freeze an answer that says something", "the anchor declines a covered question: there is nothing to judge")
	}
}
