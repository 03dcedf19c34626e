package suites

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// question reads one question. Messages name it by its id, or by index, which
// counts from 0, when the id is of no use. The result is complete only when no
// problem was noted.
func (r *reader) question(n *node, index int) entry {
	r.subject = "question " + strconv.Itoa(index+1) + ": "
	defer func() { r.subject = "" }()
	e := entry{at: n.pos, Question: Question{File: r.file, Line: n.pos.line}}
	if id := (object{node: n}).get("id"); namesQuestion(id) {
		r.subject = "question " + visible(id.value) + ": "
	}
	o, ok := r.object(n, "it", "", questionKeys)
	if !ok {
		return e
	}
	r.identity(o, &e)
	r.traits(o, &e)
	r.rubric(o, &e)
	r.category(o, &e)
	r.context(o.get("context"), &e)
	e.Messages = r.messages(o.get("messages"))
	r.anchor(o, &e)
	r.quarantine(o.get("quarantine"), &e)
	return e
}

func (r *reader) identity(o object, e *entry) {
	id := o.get("id")
	if id == nil || id.kind == kindNull {
		r.problem(at(id, o.node), "every question needs an id of its own", "id is missing")
	} else if e.ID = r.name(id, "id"); e.ID != "" {
		e.at = id.pos
	}
	query := o.get("query")
	if query == nil || query.kind == kindNull {
		r.problem(at(query, o.node), "", "query is missing")
		return
	}
	e.Query = r.prose(query, "query")
}

// at is where a missing value would stand: at its key, or at the mapping.
func at(n, around *node) position {
	if n != nil {
		return n.pos
	}
	return around.pos
}

func (r *reader) traits(o object, e *entry) {
	if n := o.get("group"); n != nil {
		e.Group = r.name(n, "group")
	}
	seen := map[string]bool{}
	for i, n := range r.list(o.get("tags"), "tags") {
		tag := r.name(n, "tags item "+strconv.Itoa(i+1))
		if seen[tag] && tag != "" {
			r.problem(n.pos, "", "tag %s is there twice", quoted(tag))
		}
		seen[tag] = true
		e.Tags = append(e.Tags, tag)
	}
	e.Critical, _ = r.boolean(o.get("critical"), "critical")
}

// category follows from shouldAnswer. A stated one is a check on the author,
// not a second source.
func (r *reader) category(o object, e *entry) {
	e.Category = e.Rubric.Category()
	n := o.get("category")
	stated := r.oneOf(n, "category", string(results.Positive), string(results.Negative))
	if _, known := shouldAnswer(o); known && stated != "" && stated != string(e.Category) {
		r.problem(n.pos, "", "category %s contradicts rubric.shouldAnswer %t", stated, e.Rubric.ShouldAnswer)
	}
}

func shouldAnswer(o object) (*node, bool) {
	rubric := o.get("rubric")
	if rubric == nil || rubric.kind != kindMapping {
		return nil, false
	}
	n := (object{node: rubric}).get("shouldAnswer")
	return n, n != nil && n.kind == kindBoolean
}

// context reads the passages a question brings along. Ids are required: they
// are what citations point at.
func (r *reader) context(n *node, e *entry) {
	seen := map[string]bool{}
	for i, item := range r.list(n, "context") {
		label := "context item " + strconv.Itoa(i+1)
		o, ok := r.object(item, label, label+": ", contextKeys)
		if !ok {
			continue
		}
		p := answers.Passage{ID: r.passageID(o, seen), Title: r.prose(o.get("title"), o.label("title"))}
		text, file := o.get("text"), o.get("file")
		switch {
		case (text == nil) == (file == nil):
			r.problem(item.pos, "", "%s needs either text or file", label)
		case text != nil:
			p.Text = r.prose(text, o.label("text"))
		default:
			p.Source = r.text(file, o.label("file"))
			e.contextFiles = append(e.contextFiles, contextFile{len(e.Context), p.Source, file.pos})
		}
		e.Context = append(e.Context, p)
	}
}

func (r *reader) passageID(o object, seen map[string]bool) string {
	n := o.get("id")
	if n == nil {
		r.problem(o.node.pos, "", "%s is missing", o.label("id"))
		return ""
	}
	id := r.name(n, o.label("id"))
	if seen[id] && id != "" {
		r.problem(n.pos, "", "%s %s is there twice", o.label("id"), quoted(id))
	}
	seen[id] = true
	return id
}

// blank reports text without a visible character: it would match every
// answer, or ask nothing.
func blank(s string) bool {
	return strings.TrimFunc(s, func(c rune) bool {
		return unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) || unicode.IsControl(c)
	}) == ""
}
