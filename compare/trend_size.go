package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/summary"
)

// size is how far a signal is from what was before it.
type size struct {
	kind           Kind
	before, during float64 // means of nights
	nights         int     // of the signal
	quiet          int     // before its change began; 0 where there is none
	questions      int     // with a figure on its last night
}

// size sets the nights of a signal against those before its change began.
func (t *trend) size(s Signal, series *TrendSeries) size {
	var before, during []float64
	out := size{kind: series.Kind}
	for _, p := range series.Points {
		switch {
		case p.Hollow || !t.together(p.Night, s.First) || p.Night > s.Last:
		case p.Night >= s.First:
			during, out.questions = append(during, *p.Value), p.N
		case p.Alarm == "" && p.Night < s.Likely:
			before = append(before, *p.Value)
		}
	}
	out.nights, out.quiet, out.during = len(during), len(before), average(during)
	if out.quiet > 0 {
		out.before = average(before)
	}
	return out
}

// full says whose means the figures are.
func (z size) full(d Direction) string {
	by, during, before := z.figures()
	over := fmt.Sprintf("%s over %s (%s)", during, several(z.nights, "night"), several(z.questions, "question"))
	if z.quiet == 0 {
		return directionWord(d) + ", at " + over
	}
	return fmt.Sprintf("%s by %s, at %s after %s over %s before the change", directionWord(d), by, over, before, several(z.quiet, "night"))
}

func (z size) brief() string {
	by, during, before := z.figures()
	if z.quiet == 0 {
		return "at " + during
	}
	return fmt.Sprintf("by %s (%s after %s)", strings.Replace(by, "percentage points", "points", 1), during, before)
}

func directionWord(d Direction) string {
	return map[Direction]string{Fall: "lower", Rise: "higher"}[d]
}

// figures prints both means with as many decimals as tell them apart, and
// their distance as a reader works it out from them.
func (z size) figures() (by, during, before string) {
	scale, places, unit, mark := 1.0, 2, "", ""
	if z.kind == Rate {
		scale, places, unit, mark = 100, 1, " percentage points", " %"
	}
	a, b := scale*z.during, scale*z.before
	places = max(places, decimals(summary.Figure(a, places, 0, scale)), decimals(summary.Figure(b, places, 0, scale)))
	const most = 6
	for ; places < most && fixed(a, places) == fixed(b, places); places++ {
	}
	shownA, _ := strconv.ParseFloat(fixed(a, places), 64)
	shownB, _ := strconv.ParseFloat(fixed(b, places), 64)
	return fixed(math.Abs(shownA-shownB), places) + unit, fixed(a, places) + mark, fixed(b, places) + mark
}

func fixed(v float64, places int) string { return strconv.FormatFloat(v, 'f', places, 64) }

func decimals(text string) int {
	_, after, _ := strings.Cut(text, ".")
	return len(after)
}
