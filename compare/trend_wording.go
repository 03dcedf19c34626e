package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// The sentences of a trend. None of them says that nothing changed: a chart
// without a signal has found nothing, and says what it would have found.

// say fills in the sentences that need the whole document.
func (t *trend) say() {
	doc := t.doc
	doc.Design.Says, doc.Design.Sees = doc.Design.says(), doc.Design.sees()
	for i := range doc.Series {
		doc.Series[i].Says = t.seriesSays(doc.Series[i])
	}
	doc.Headline = t.headline()
	doc.Next = t.next()
}

func (t *trend) headline() string {
	reasons := t.doc.Gate.Reasons
	if t.doc.Gate.Verdict == results.Pass {
		return t.quiet()
	}
	text := reasons[0]
	if slices.ContainsFunc(t.doc.Signals, func(s Signal) bool { return s.Says == text }) {
		text += " By design " + t.doc.Design.falseSignals() + "."
	}
	if len(reasons) > 1 {
		text += fmt.Sprintf(" (and %d more)", len(reasons)-1)
	}
	return text
}

// quiet is the headline of a night without a signal for the worse.
func (t *trend) quiet() string {
	now := t.doc.Segments[len(t.doc.Segments)-1]
	text := fmt.Sprintf("No signal for the worse on %s over %s since %s.",
		several(t.doc.Design.Charts, "chart"), several(now.Nights, "night"), t.day(now.First))
	for _, s := range t.doc.Signals {
		if s.Active {
			text += " " + s.Says
		}
	}
	for _, e := range t.doc.Events {
		if e.Kind == EventServed && e.Night == t.newest() {
			text += " " + strings.ToUpper(e.Says[:1]) + e.Says[1:] + "."
		}
	}
	return text
}

// next says what to do, with the commands to do it.
func (t *trend) next() string {
	newest := t.newest()
	if newest < 0 {
		return "run the suite: its nights are charted from the third one on"
	}
	if s, ok := t.gravest(); ok {
		return t.afterSignal(s)
	}
	switch {
	case t.doc.Gate.Verdict == results.Pass:
		return "nothing; a single bad night is no signal, its own report tells what happened"
	case t.doc.Nights[newest].Left != "":
		return "look at " + t.doc.Nights[newest].Folder
	}
	return "go on with the nightly runs; until the charts have their nights, hold each run to its floors"
}

// gravest is the lasting signal to look at first: one that fails, then one
// that may be the judge, then a rise.
func (t *trend) gravest() (found Signal, ok bool) {
	rank := func(s Signal) int {
		switch {
		case s.fails():
			return 3
		case s.Anchors || s.Direction == Fall:
			return 2
		}
		return 1
	}
	for _, s := range t.doc.Signals {
		if s.Active && (!ok || rank(s) > rank(found)) {
			found, ok = s, true
		}
	}
	return found, ok
}

func (t *trend) afterSignal(s Signal) string {
	accept := fmt.Sprintf("if it is to stay, evalrun history accept %s %s --reason TEXT begins a new segment", t.doc.Suite, t.doc.Nights[s.Last].Run)
	if s.Anchors || s.Doubt != "" {
		return "judge the answers of the nights before with the judge of tonight (evalrun rejudge) and compare; " + accept
	}
	before := t.before(s.Likely)
	if before < 0 {
		return "read the report of " + t.doc.Nights[s.Last].Folder + "; " + accept
	}
	return fmt.Sprintf("evalrun compare %s %s names the questions; %s", t.doc.Nights[before].Folder, t.doc.Nights[s.Last].Folder, accept)
}

// before is the charted night before another one, -1 where there is none.
func (t *trend) before(night int) int {
	for i := night - 1; i >= 0; i-- {
		if t.together(i, night) {
			return i
		}
	}
	return -1
}

// signalSays names the series, the day and the size.
func (t *trend) signalSays(s Signal) string {
	series := t.find(s)
	text := fmt.Sprintf("Signal on %s since %s: %s.", series.label(), t.day(s.First), t.size(s, series))
	if !s.Active {
		text = fmt.Sprintf("Signal on %s from %s to %s: %s.", series.label(), t.day(s.First), t.day(s.Last), t.size(s, series))
	}
	if s.Likely < s.First {
		text += fmt.Sprintf(" The change most likely began on %s.", t.day(s.Likely))
	}
	if s.Anchors {
		text += " Its answers are frozen: the judge moved."
	}
	if s.Doubt != "" {
		text += " " + strings.ToUpper(s.Doubt[:1]) + s.Doubt[1:] + "."
	}
	return text
}

func (t *trend) find(s Signal) *TrendSeries {
	for i := range t.doc.Series {
		if t.doc.Series[i].Name == s.Series && t.doc.Series[i].Anchors == s.Anchors {
			return &t.doc.Series[i]
		}
	}
	return &TrendSeries{Name: s.Series, Anchors: s.Anchors}
}

// size sets the nights of a signal against those before it.
func (t *trend) size(s Signal, series *TrendSeries) string {
	var before, during []float64
	n := 0
	for _, p := range series.Points {
		switch {
		case p.Hollow || !t.together(p.Night, s.First) || p.Night > s.Last:
		case p.Night >= s.First:
			during, n = append(during, *p.Value), p.N
		case p.Alarm == "" && p.Night < s.Likely:
			before = append(before, *p.Value)
		}
	}
	word := map[Direction]string{Fall: "lower", Rise: "higher"}[s.Direction]
	if len(before) == 0 {
		return fmt.Sprintf("%s, at %s (n = %d)", word, series.level(averageOf(during)), n)
	}
	return fmt.Sprintf("%s by %s, at %s after %s (n = %d)", word,
		series.distance(averageOf(during)-averageOf(before)), series.level(averageOf(during)), series.level(averageOf(before)), n)
}

func averageOf(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total / float64(len(values))
}

func (t *trend) seriesSays(s TrendSeries) string {
	switch {
	case s.Signal != nil:
		return t.doc.Signals[*s.Signal].Says
	case s.History == 0:
		return "not on a chart in the present segment"
	case s.SD == nil:
		return "one night; the chart begins with the third"
	}
	return fmt.Sprintf("no signal; one standard deviation between nights is %s", s.distance(*s.SD))
}

func (t *trend) tooYoung(charts int) string {
	now := t.doc.Segments[len(t.doc.Segments)-1]
	return fmt.Sprintf("%s still learning: a chart begins with the third night of a segment, this one began on %s",
		areWords(charts, "chart"), t.day(now.First))
}

// label names a series as a sentence does.
func (s *TrendSeries) label() string {
	if s.Anchors {
		return "the anchors' " + label(s.Name)
	}
	return label(s.Name)
}

// level prints a value of the series: a score, or a share.
func (s *TrendSeries) level(v float64) string {
	if s.Kind == Rate {
		return summary.Percent(v)
	}
	return summary.Figure(v, 2)
}

// distance prints a difference without its sign.
func (s *TrendSeries) distance(v float64) string {
	if s.Kind == Rate {
		return summary.Figure(math.Abs(100*v), 1, 0) + " percentage points"
	}
	return summary.Figure(math.Abs(v), 2, 0)
}

func (t *trend) day(night int) string {
	return t.doc.Nights[night].Started.UTC().Format("2 January 2006")
}

func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func areWords(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return fmt.Sprintf("%d %ss are", n, thing)
}
