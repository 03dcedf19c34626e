package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// largeStep is a move of a score that is worth reading without a flip.
const largeStep = 2

// flipsOf counts and lists the questions that changed sides. Quarantined ones
// are listed and not counted.
func flipsOf(base, head *Run, p pairs, opt Options) Flips {
	f := Flips{List: []Flip{}}
	for _, q := range p.counted {
		switch flipKind(q) {
		case PassToFail:
			f.PassToFail++
		case FailToPass:
			f.FailToPass++
		}
		f.add(q, false)
	}
	for _, q := range p.quarantined {
		f.add(q, true)
	}
	slices.SortStableFunc(f.List, byUrgency)
	if opt.MaxFlips > 0 && len(f.List) > opt.MaxFlips {
		f.List, f.More = f.List[:opt.MaxFlips], len(f.List)-opt.MaxFlips
	}
	for i := range f.List {
		f.List[i].quote(base.find(f.List[i].ID), head.find(f.List[i].ID))
	}
	f.expect(base, head, p, opt.FlipRate)
	f.Says = f.text()
	return f
}

// flipKind is "" for a question that did not change sides: an error on either
// side is no side.
func flipKind(p pair) FlipKind {
	switch {
	case p.base.Verdict == results.Pass && p.head.Verdict == results.Fail:
		return PassToFail
	case p.base.Verdict == results.Fail && p.head.Verdict == results.Pass:
		return FailToPass
	}
	return ""
}

func (f *Flips) add(p pair, quarantined bool) {
	kind := flipKind(p)
	d, size := largestMove(p, kind)
	if kind == "" {
		if size < largeStep {
			return
		}
		if kind = Step; !quarantined {
			f.Steps++
		}
	}
	flip := Flip{
		ID: p.head.ID, Query: p.head.Query, Critical: p.critical(), Quarantined: quarantined, Kind: kind,
		From: p.base.Verdict, To: p.head.Verdict, Dimension: d, Size: size, Reasons: []string{},
	}
	if failing := map[FlipKind]*Question{PassToFail: p.head, FailToPass: p.base}[kind]; failing != nil {
		flip.Reasons = append(flip.Reasons, failing.Reasons...)
	}
	f.List = append(f.List, flip)
}

// largestMove is the dimension whose score moved most, of equal ones the one
// that moved with the flip, then the first by name.
func largestMove(p pair, kind FlipKind) (results.Dimension, float64) {
	var moved results.Dimension
	var most float64
	along := func(d float64) bool { return kind == PassToFail && d < 0 || kind == FailToPass && d > 0 }
	for _, name := range slices.Sorted(maps.Keys(p.head.Scores)) {
		was, ok := p.base.Scores[name]
		if !ok {
			continue
		}
		d := p.head.Scores[name] - was
		switch size := math.Abs(d) - math.Abs(most); {
		case math.Abs(d) <= tie:
		case size > tie, size > -tie && along(d) && !along(most):
			moved, most = name, d
		}
	}
	return moved, math.Abs(most)
}

// byUrgency puts critical questions first, then what broke before what was
// mended and what merely moved, then the larger move. Those in quarantine come
// last: somebody knows.
func byUrgency(a, b Flip) int {
	return cmp.Or(a.urgency()-b.urgency(), -cmp.Compare(a.Size, b.Size))
}

func (f *Flip) urgency() int {
	kinds := []FlipKind{PassToFail, FailToPass, Step}
	order := slices.Index(kinds, f.Kind)
	switch {
	case f.Quarantined:
		return order + 2*len(kinds)
	case f.Critical:
		return order
	}
	return order + len(kinds)
}

// quote adds what the judge said of the dimension on either side.
func (f *Flip) quote(base, head *Question) {
	if f.Dimension == "" {
		return
	}
	was, is := base.Scores[f.Dimension], head.Scores[f.Dimension]
	f.BaseScore, f.HeadScore = &was, &is
	f.BaseReasoning, f.HeadReasoning = base.reasoning(f.Dimension), head.reasoning(f.Dimension)
}

// text never shows flips without what to make of them, and keeps apart from
// them the scores that moved without one.
func (f *Flips) text() string {
	text := "No question changed sides"
	if f.PassToFail+f.FailToPass > 0 || f.Expected != nil {
		text = fmt.Sprintf("%d pass to fail and %d fail to pass; %s", f.PassToFail, f.FailToPass, f.expectedText())
	}
	if f.Steps > 0 {
		text += fmt.Sprintf("; %s moved by %d or more without a flip", several(f.Steps, "score"), largeStep)
	}
	return text + "."
}

func (f *Flips) expectedText() string {
	switch {
	case f.Expected == nil:
		return "flip rate not measured; do not read single flips"
	case f.RateFrom == fromFlag:
		return fmt.Sprintf("at the given run-to-run flip rate of %s about %s are expected with no change", summary.Percent(*f.Rate), flipsText(*f.Expected))
	case *f.Rate == 0 && f.RateHi != nil:
		return fmt.Sprintf("no flip was seen on %s asked more than once, which leaves a flip rate of up to %s and so up to %s expected with no change",
			several(f.RateOf, "question"), summary.Percent(*f.RateHi), flipsText(*f.ExpectedHi))
	}
	return fmt.Sprintf("at the measured run-to-run flip rate of %s (n=%d) about %s are expected with no change", summary.Percent(*f.Rate), f.RateOf, flipsText(*f.Expected))
}

func flipsText(expected float64) string { return several(int(math.Round(expected)), "flip") }
