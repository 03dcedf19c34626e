package offline

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/answers"
)

// cited scores positive/citations: each quote must stand in its passage, each
// citation must lead to a passage that supports what it is put to, and each
// statement should have one.
func cited(r *reading) ruling {
	t := &citing{r: r, claims: r.claims(), byPassage: map[*answers.Passage]map[*sentence]float64{}}
	for _, s := range r.sentences {
		for _, q := range s.quotes {
			t.quote(s, q)
		}
		for _, name := range s.marks {
			t.inline(s, name)
		}
	}
	for _, c := range r.asked.Answer.Citations {
		t.listed(c)
	}
	return t.ruling()
}

// citing counts what the citations of an answer are worth.
type citing struct {
	r         *reading
	claims    []*sentence
	good, bad int
	proved    int    // of the good, quotes that stand in their passage
	problem   string // of the first bad citation
	cited     []*answers.Passage
	byPassage map[*answers.Passage]map[*sentence]float64
}

// inline checks a citation within the text against its own sentence.
func (t *citing) inline(s *sentence, name string) {
	p := t.r.passageNamed(name)
	switch {
	case p == nil:
		t.fault(fmt.Sprintf("citation rule: %s at %s names no passage", bracketed(name), quoted(s)))
	case s.states() && !t.backs(p, s):
		t.fault(fmt.Sprintf("citation rule: %s does not support %s", bracketed(p.ID), s.carried()))
	default:
		t.lead(p)
	}
}

// listed checks a citation beside the text, which may stand for any sentence.
func (t *citing) listed(c answers.Citation) {
	p := t.r.passageOf(c)
	switch {
	case p == nil:
		t.fault(fmt.Sprintf("citation rule: the citation %q names no passage", shorten(nameOf(c), maxShown)))
	case len(t.claims) > 0 && !t.backsAny(p):
		t.fault(fmt.Sprintf("citation rule: %s is cited and supports no sentence, not even %s", bracketed(p.ID), t.claims[0].carried()))
	default:
		t.lead(p)
	}
}

// lead counts a citation that leads to a passage worth looking up.
func (t *citing) lead(p *answers.Passage) {
	t.good++
	if !slices.Contains(t.cited, p) {
		t.cited = append(t.cited, p)
	}
}

func (t *citing) fault(problem string) {
	if t.bad++; t.problem == "" {
		t.problem = problem
	}
}

func (t *citing) ruling() ruling {
	switch {
	case t.good+t.bad == 0 && len(t.claims) > 0:
		return ruling{1, "citation rule: the answer cites nothing, not even for " + t.claims[0].carried()}
	case t.good+t.bad == 0:
		return ruling{1, "citation rule: the answer cites nothing"}
	case t.good == 0:
		return ruling{1, t.problem}
	case t.bad > 0:
		// One wrong pointer is enough to send a reader to the wrong page.
		return ruling{min(3, 1+3*t.good/(t.good+t.bad)), t.problem}
	}
	if s, share := t.unvouched(); s != nil {
		score := 3
		if share >= 0.75 {
			score = 4
		}
		return ruling{score, "citation rule: nothing cited supports " + s.carried()}
	}
	return ruling{5, t.praise()}
}

func (t *citing) praise() string {
	line := fmt.Sprintf("citation rule: %d of %d citations lead to a passage that supports the answer", t.good, t.good)
	if t.proved > 0 {
		line += fmt.Sprintf(", %d by quotes that stand there", t.proved)
	}
	if len(t.claims) > 0 {
		line += "; the least is " + weakest(t.claims).carried()
	}
	return line
}
