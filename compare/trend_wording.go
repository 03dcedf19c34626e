package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
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
	for _, says := range t.active(func(Signal) bool { return true }) {
		text += " " + says
	}
	for _, e := range t.doc.Events {
		if e.Kind == EventServed && e.Night == t.newest() {
			text += " " + strings.ToUpper(e.Says[:1]) + e.Says[1:] + "."
		}
	}
	return text
}

// signalSays names the series, the day and the size.
func (t *trend) signalSays(s Signal) string {
	series := t.find(s)
	text := fmt.Sprintf("Signal on %s since %s: %s.", series.label(), t.day(s.First), t.size(s, series).full(s.Direction))
	if !s.Active {
		text = fmt.Sprintf("Signal on %s from %s to %s: %s.", series.label(), t.day(s.First), t.day(s.Last), t.size(s, series).full(s.Direction))
	}
	if s.Pending {
		text += " Its segment ended with it, and nobody accepted it."
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

// alsoSays puts further signals of one kind into a line, those that moved the
// same way on the same day together. What is doubtful is so for all of them,
// and said.
func (t *trend) alsoSays(signals []Signal) string {
	if len(signals) == 0 {
		return ""
	}
	text := "Also " + t.grouped(signals) + "."
	if doubt := signals[0].Doubt; doubt != "" {
		text += " " + strings.ToUpper(doubt[:1]) + doubt[1:] + "."
	}
	return text
}

// grouped is short: each signal is there in full in its own list.
func (t *trend) grouped(signals []Signal) string {
	var when []string
	parts := map[string][]string{}
	for _, s := range signals {
		key := directionWord(s.Direction) + " since " + t.day(s.First)
		if parts[key] == nil {
			when = append(when, key)
		}
		series := t.find(s)
		parts[key] = append(parts[key], series.label()+" "+t.size(s, series).brief())
	}
	for i, key := range when {
		when[i] = key + ": " + listed(parts[key])
	}
	return strings.Join(when, "; ")
}

// pendingSays: what the charts of a later segment learnt from may be the fall
// itself.
func (t *trend) pendingSays(segment int, falls []Signal) string {
	which := "An earlier segment"
	if segment == len(t.doc.Segments)-2 {
		which = "The segment before"
	}
	series := t.find(falls[0])
	text := fmt.Sprintf("%s ended lower on %s since %s, %s, and nobody accepted it: the charts since cannot tell whether that is over.",
		which, series.label(), t.day(falls[0].First), t.size(falls[0], series).brief())
	if more := falls[1:]; len(more) > 0 {
		text += " Also " + t.grouped(more) + "."
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

func (t *trend) seriesSays(s TrendSeries) string {
	switch {
	case s.Signal != nil:
		return t.doc.Signals[*s.Signal].Says
	case s.History == 0:
		return "not on a chart in the present segment"
	case s.SD == nil:
		return "one night; the chart begins with the third"
	}
	return "no signal; one standard deviation between nights is " + unitOf(s.Kind, nil).size(*s.SD)
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

func (t *trend) day(night int) string { return t.doc.Day(night, "2 January 2006") }

func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func wereWords(n int, thing, done string) string {
	if n == 1 {
		return "1 " + thing + " was " + done
	}
	return fmt.Sprintf("%d %ss were %s", n, thing, done)
}

func areWords(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return fmt.Sprintf("%d %ss are", n, thing)
}
