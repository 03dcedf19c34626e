package suites

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// suiteName is what a run folder's name can hold on every file system.
var suiteName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,100}$`)

// suite reads the top level, questions last. It returns the nodes of
// questionsFrom beside the suite: opening those files is the loader's.
func (r *reader) suite(root *node, path string) (*Suite, []*node) {
	s := &Suite{Path: path, Name: nameOf(path), Version: Version, Confidence: ConfidenceRequired,
		Floors: results.DefaultFloors(), Gate: results.DefaultGate(), Judge: JudgeSpec{When: WhenAlways}}
	o, ok := r.object(root, "a suite", "", suiteKeys)
	if !ok {
		return s, nil
	}
	r.head(o, s)
	s.Target = r.target(o.get("target"), path)
	r.confidenceFits(o, s)
	r.judge(o.get("judge"), &s.Judge)
	r.passAt(o.get("passAt"), s.Floors)
	r.gate(o.get("gate"), &s.Gate)
	r.gateFits(o, s)
	from := r.list(o.get("questionsFrom"), "questionsFrom")
	r.questions(o, s, len(from) > 0)
	return s, from
}

func (r *reader) head(o object, s *Suite) {
	if n := o.get("version"); n != nil {
		if v := r.whole(n, "version", 1); v != nil && *v != Version {
			r.problem(n.pos, "", "version is %d; this evalrun reads version %d", *v, Version)
		}
	}
	if n := o.get("name"); n != nil {
		s.Name = r.text(n, "name")
		if s.Name != "" && !suiteName.MatchString(s.Name) {
			r.problem(n.pos, "", "name is %s, want up to 100 of letters a-z, digits and . _ -", quoted(s.Name))
		}
	}
	s.Description = r.prose(o.get("description"), "description")
	if word := r.oneOf(o.get("confidence"), "confidence", ConfidenceRequired, ConfidenceOptional); word != "" {
		s.Confidence = word
	}
}

// questions reads the inline ones. A suite without any question is a mistake
// however it came about, and each way has its own words.
func (r *reader) questions(o object, s *Suite, elsewhere bool) {
	n := o.get("questions")
	switch {
	case n == nil && !elsewhere:
		at := position{line: o.node.pos.line}
		r.problem(at, "", "no questions: the suite has neither questions nor questionsFrom")
	case n != nil && n.kind == kindNull:
		r.problem(n.pos, "", "questions is empty: no questions")
	case n != nil && n.kind == kindList && len(n.items) == 0 && !elsewhere:
		r.problem(n.pos, "", "questions is an empty list: no questions")
	}
	if n == nil || n.kind == kindNull {
		return
	}
	for i, item := range r.list(n, "questions") {
		e := r.question(item, i)
		e.Seq = i
		s.inline = append(s.inline, e)
	}
}

// nameOf makes a suite's default name from its file's.
func nameOf(path string) string {
	base := filepath.Base(path)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := strings.Map(func(c rune) rune {
		if suiteName.MatchString(string(c)) {
			return c
		}
		return '-'
	}, base)
	if name == "" {
		return "suite"
	}
	return name[:min(len(name), 100)]
}
