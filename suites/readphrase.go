package suites

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/rubric"
)

// phrase reads plain text or one of {word:}, {regex:} and, at the outer
// level, {anyOf:}.
func (r *reader) phrase(n *node, label string, outer bool) (rubric.Phrase, bool) {
	if n.kind != kindMapping {
		text := r.prose(n, label)
		return rubric.Phrase{Text: text}, text != ""
	}
	o, ok := r.object(n, label, label+": ", phraseKeys)
	if !ok {
		return rubric.Phrase{}, false
	}
	items, word, expr := o.get("anyOf"), o.get("word"), o.get("regex")
	switch given := count(items, word, expr); {
	case given != 1:
		r.problem(n.pos, "", "%s has %d of anyOf, word and regex, want one", label, given)
	case word != nil:
		text := r.prose(word, o.label("word"))
		return rubric.Phrase{Word: text}, text != ""
	case expr != nil:
		return r.regex(expr, o.label("regex"))
	case !outer:
		r.problem(n.pos, "list the items of both in one", "%s: anyOf stands inside anyOf", label)
	default:
		return r.anyOf(items, o.label("anyOf"))
	}
	return rubric.Phrase{}, false
}

func count(nodes ...*node) int {
	given := 0
	for _, n := range nodes {
		if n != nil {
			given++
		}
	}
	return given
}

// regex compiles the expression, and refuses one that the empty text matches:
// like a blank phrase it would be found in every answer.
func (r *reader) regex(n *node, label string) (rubric.Phrase, bool) {
	expr := r.prose(n, label)
	if expr == "" {
		return rubric.Phrase{}, false
	}
	compiled, err := regexp.Compile(expr)
	switch {
	case err != nil:
		r.problem(n.pos, "expressions are RE2: no look-around, no back-references", "%s: %s", label, visible(strings.TrimPrefix(err.Error(), "error parsing regexp: ")))
	case compiled.MatchString(""):
		r.problem(n.pos, "", "%s matches the empty text, so it is found in every answer", label)
	default:
		return rubric.Phrase{Regex: expr}, true
	}
	return rubric.Phrase{}, false
}

func (r *reader) anyOf(n *node, label string) (rubric.Phrase, bool) {
	items := r.list(n, label)
	if n.kind == kindList && len(items) == 0 {
		r.problem(n.pos, "", "%s is an empty list, which nothing satisfies", label)
	}
	var p rubric.Phrase
	first := map[string]int{}
	for i, item := range items {
		itemLabel := label + " item " + strconv.Itoa(i+1)
		one, ok := r.phrase(item, itemLabel, false)
		if !ok {
			continue
		}
		if before, twice := first[phraseKey(one)]; twice {
			r.problem(item.pos, "", "%s is the same as item %d", itemLabel, before)
			continue
		}
		first[phraseKey(one)] = i + 1
		p.AnyOf = append(p.AnyOf, one)
	}
	return p, len(p.AnyOf) > 0
}

// phraseKey is equal for phrases that are the same, character by character.
func phraseKey(p rubric.Phrase) string {
	switch {
	case p.Word != "":
		return "word\x00" + p.Word
	case p.Regex != "":
		return "regex\x00" + p.Regex
	case p.Text != "":
		return "text\x00" + p.Text
	}
	var items []string
	for _, item := range p.AnyOf {
		items = append(items, phraseKey(item))
	}
	return "anyOf\x00" + strings.Join(items, "\x00")
}

// contradictions refuses a phrase that is required and forbidden at once: no
// answer can pass.
func (r *reader) contradictions(e *entry) {
	forbidden := map[string]bool{}
	for _, p := range e.Rubric.MustNotMention {
		for _, one := range alternatives(p) {
			forbidden[foldedKey(one)] = true
		}
	}
	for i, p := range e.Rubric.MustMention {
		if excluded(p, forbidden) {
			r.problem(e.mustMention[i], "", "mustMention item %d is in mustNotMention, too: no answer can pass", i+1)
		}
	}
}

// excluded reports whether every way to satisfy p is forbidden. A required
// word is also excluded by the same plain text, which is found wherever the
// word is.
func excluded(p rubric.Phrase, forbidden map[string]bool) bool {
	for _, one := range alternatives(p) {
		if !forbidden[foldedKey(one)] && !(one.Word != "" && forbidden[foldedKey(rubric.Phrase{Text: one.Word})]) {
			return false
		}
	}
	return true
}

func alternatives(p rubric.Phrase) []rubric.Phrase {
	if len(p.AnyOf) > 0 {
		return p.AnyOf
	}
	return []rubric.Phrase{p}
}

// foldedKey is phraseKey without case and white space, which matching ignores
// in texts and words.
func foldedKey(p rubric.Phrase) string {
	if p.Regex != "" {
		return phraseKey(p)
	}
	fold := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	return phraseKey(rubric.Phrase{Text: fold(p.Text), Word: fold(p.Word)})
}
