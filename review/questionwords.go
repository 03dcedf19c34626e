package review

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// progress says where a question stands and how far the labels reach.
func (s *Server) progress(run *openRun, said *runstore.Opinions, one *row) []string {
	_, place, placed := run.queue.of(one.Seq)
	if !placed {
		return []string{"There is no answer to label, so that it is not in the review queue."}
	}
	return append([]string{fmt.Sprintf("Place %d of %d in the review queue", place, len(run.queue.places))}, s.reach(run, said)...)
}

// whyWords say what speaks for a look at the question.
func whyWords(run *openRun, one *row, hidden bool) []string {
	p, _, placed := run.queue.of(one.Seq)
	if !placed {
		return nil
	}
	if hidden {
		return []string{"told once it has your label, because it would tell what the judge gave"}
	}
	out := []string{reasonWords(p.Why)}
	if p.Why == results.WhyRandom && one.signals.Why != "" {
		out = append(out, reasonWords(one.signals.Why))
	}
	if one.signals.Words != "" {
		out = append(out, one.signals.Words)
	}
	return []string{strings.Join(out, ": ")}
}

// reasonWords name a reason.
func reasonWords(why results.Why) string {
	switch why {
	case results.WhyDisagreement:
		return "judge and checks disagree"
	case results.WhyNearFloor:
		return "a score is near its floor"
	case results.WhyUnstable:
		return "repeats or judges contradict each other"
	case results.WhyRandom:
		return "drawn by chance"
	case results.WhyChosen:
		return "opened by hand"
	}
	return string(why)
}

// keyHelp is a line of the list of keys.
type keyHelp struct{ Key, Does string }

func keys(hidden bool) []keyHelp {
	out := []keyHelp{
		{"1 – 5", "score the dimension that is marked, and go to the next"}, {"0", "no score, and go to the next"},
		{"j k", "next, previous dimension; ↓ ↑ too, in the form"},
	}
	if !hidden {
		out = append(out, keyHelp{"a", "agree: fill in the judge's scores"})
	}
	return append(out, []keyHelp{
		{"f", "flag the question"}, {"c", "comment; Esc leaves it"}, {"Enter s", "save, and go on"},
		{"n p", "next, previous question without saving"}, {"u", "undo the last save"},
		{"h", "hide or show what the judge gave"}, {"?", "this list"},
	}...)
}
