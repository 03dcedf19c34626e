package suites

import (
	"fmt"
	"strings"
)

// warnings gathers those that say the same of several questions. The zero
// value is ready; memory does not grow with the questions.
type warnings struct {
	groups []*alikeWarnings
	byText map[alikeness]*alikeWarnings
}

// alikeness is what equal warnings have in common.
type alikeness struct{ file, message, hint string }

// alikeWarnings are equal warnings about n questions, with the first of their
// names and places.
type alikeWarnings struct {
	text  alikeness
	first []Problem
	names []string
	n     int
	last  string
}

// From mostAlike equal warnings on they become one, which names the first
// mostNamed questions: what is wrong with many questions is read once.
const (
	mostAlike = 3
	mostNamed = 5
)

// add takes one warning; subject is what stands before its message, "question
// q1: ", or "" where it is about the suite.
func (w *warnings) add(p Problem, subject string) {
	text := alikeness{p.File, strings.TrimPrefix(p.Message, subject), p.Hint}
	g := w.byText[text]
	if g == nil {
		if len(w.groups) >= maxProblems {
			return
		}
		if w.byText == nil {
			w.byText = map[alikeness]*alikeWarnings{}
		}
		g = &alikeWarnings{text: text}
		w.byText[text], w.groups = g, append(w.groups, g)
	}
	g.add(p, strings.TrimSuffix(strings.TrimPrefix(subject, "question "), ": "))
}

func (g *alikeWarnings) add(p Problem, name string) {
	if name != "" && name != g.last {
		g.n, g.last = g.n+1, name
		if len(g.names) < mostNamed {
			g.names = append(g.names, name)
		}
	}
	if g.n < mostAlike && len(g.first) < maxProblems {
		g.first = append(g.first, p)
	}
}

// together lists the warnings; what many questions share stands at the place
// of the first.
func (w *warnings) together() []Problem {
	var out []Problem
	for _, g := range w.groups {
		if g.n < mostAlike {
			out = append(out, g.first...)
			continue
		}
		p := g.first[0]
		names := strings.Join(g.names, ", ")
		if left := g.n - len(g.names); left > 0 {
			names += fmt.Sprintf(" and %d more", left)
		}
		p.Message = fmt.Sprintf("%s (%d questions: %s)", g.text.message, g.n, names)
		out = append(out, p)
	}
	return out
}
