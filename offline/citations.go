package offline

import (
	"fmt"
	"strconv"

	"github.com/evalrun/evalrun/answers"
)

// coverCited is the share of a sentence's words that its cited passage must
// hold to be on the matter; the cited passage need not be the best one.
const coverCited = 0.5

// cited scores positive/citations: each citation must lead to a passage that
// supports what it is put to, and each statement should have one.
func cited(r *reading) ruling {
	t := &citing{r: r, vouched: map[*sentence]bool{}, backing: map[*passage]bool{}}
	for _, s := range r.sentences {
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
	r       *reading
	good    int
	bad     int
	problem string // of the first bad citation
	vouched map[*sentence]bool
	backing map[*passage]bool // whether a cited passage supports any statement
}

// inline checks a citation within the text against its own sentence.
func (t *citing) inline(s *sentence, name string) {
	p := t.r.passageNamed(name)
	switch {
	case p == nil:
		t.fault(fmt.Sprintf("[%s] at %s names no passage", shorten(name, maxShown), quoted(s)))
	case s.kind == claim && !t.r.backs(p, s):
		t.fault(fmt.Sprintf("[%s] does not support %s", p.ID, quoted(s)))
	default:
		t.good++
		t.vouch(p)
	}
}

// listed checks a citation beside the text, which may stand for any sentence.
func (t *citing) listed(c answers.Citation) {
	p := t.r.passageOf(c)
	switch {
	case p == nil:
		t.fault(fmt.Sprintf("the citation %q names no passage", shorten(nameOf(c), maxShown)))
	case !t.vouch(p) && len(t.r.claims()) > 0:
		t.fault(fmt.Sprintf("[%s] is cited and supports no sentence", p.ID))
	default:
		t.good++
	}
}

// vouch marks the statements that p supports and reports whether there are
// any.
func (t *citing) vouch(p *passage) bool {
	if backs, known := t.backing[p]; known {
		return backs
	}
	t.backing[p] = false
	for _, s := range t.r.claims() {
		if t.r.backs(p, s) {
			t.vouched[s], t.backing[p] = true, true
		}
	}
	return t.backing[p]
}

func (t *citing) fault(problem string) {
	if t.bad++; t.problem == "" {
		t.problem = problem
	}
}

func (t *citing) ruling() ruling {
	switch {
	case t.good+t.bad == 0:
		return ruling{1, "citation rule: the answer cites nothing"}
	case t.good == 0:
		return ruling{1, "citation rule: " + t.problem}
	case t.bad > 0:
		// One wrong pointer is enough to send a reader to the wrong page.
		return ruling{min(3, 1+3*t.good/(t.good+t.bad)), "citation rule: " + t.problem}
	}
	claims := t.r.claims()
	for _, s := range claims {
		if !t.vouched[s] {
			return ruling{max(3, byShare(share(len(t.vouched), len(claims)))), "citation rule: nothing cited supports " + quoted(s)}
		}
	}
	return ruling{5, fmt.Sprintf("citation rule: all %d citations lead to a passage that supports the answer", t.good)}
}

// backs reports whether p supports s by itself, or is one of the two
// passages that s sums up.
func (r *reading) backs(p *passage, s *sentence) bool {
	if s.support.second != nil && s.support.full() && (s.support.best == p || s.support.second == p) {
		return true
	}
	by := r.supportBy(s, p)
	return by.cover >= coverCited && by.stray == ""
}

// passageNamed resolves an inline citation: by id, else [n] is the n-th
// passage.
func (r *reading) passageNamed(name string) *passage {
	if p := r.passageOf(answers.Citation{ID: name, Title: name, Source: name}); p != nil {
		return p
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(r.passages) {
		return r.passages[n-1]
	}
	return nil
}

// passageOf resolves a citation by id, else by exact title, else by source.
func (r *reading) passageOf(c answers.Citation) *passage {
	match := func(same func(*passage) bool) *passage {
		for _, p := range r.passages {
			if same(p) {
				return p
			}
		}
		return nil
	}
	if p := match(func(p *passage) bool { return c.ID != "" && p.ID == c.ID }); p != nil {
		return p
	}
	if p := match(func(p *passage) bool { return c.Title != "" && p.Title == c.Title }); p != nil {
		return p
	}
	return match(func(p *passage) bool { return c.Source != "" && (p.Source == c.Source || p.ID == c.Source) })
}

func nameOf(c answers.Citation) string {
	for _, name := range []string{c.ID, c.Title, c.Source} {
		if name != "" {
			return name
		}
	}
	return ""
}
