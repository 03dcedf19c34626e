package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/evalrun/evalrun/summary"
)

// unit prints amounts of one series: points of the scale 1..5, percentage
// points of a rate. No amount is rounded across zero or the margin that it is
// held to, or a sentence would contradict the gate.
type unit struct {
	kind  Kind
	marks []float64
}

func (s *Series) unit() unit {
	u := unit{kind: s.Kind, marks: []float64{0}}
	if s.Margin != nil {
		u.marks = append(u.marks, *s.Margin, -*s.Margin)
	}
	return u
}

// bare is the number alone.
func (u unit) bare(v float64) string {
	if u.kind == Mean {
		return unsignedZero(summary.Figure(v, 2, u.marks...))
	}
	marks := make([]float64, len(u.marks))
	for i, m := range u.marks {
		marks[i] = 100 * m
	}
	return unsignedZero(summary.Score(100*v, marks...))
}

// unsignedZero: differences of equal values may sum to a hair below zero.
func unsignedZero(text string) string {
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

func (u unit) name() string {
	if u.kind == Rate {
		return " percentage points"
	}
	return ""
}

func (u unit) amount(v float64) string { return u.bare(v) + u.name() }

func (u unit) size(v float64) string { return u.amount(math.Abs(v)) }

func (u unit) interval(lo, hi float64) string { return u.bare(lo) + " to " + u.bare(hi) + u.name() }

// pText prints a p with two significant digits, never rounded across alpha.
func pText(p float64) string {
	const least = 0.001
	switch {
	case p < least:
		return "p<0.001"
	case p >= 1:
		return "p=1"
	}
	return "p=" + summary.Figure(p, 1-int(math.Floor(math.Log10(p))), alpha)
}

func shareText(share float64, marks ...float64) string { return summary.Percent(share, marks...) }

// label is a series in words.
func label(name string) string {
	switch name {
	case PassRate:
		return "pass rate"
	case Answered:
		return "answers that should have been declined"
	case OverRefusal:
		return "over-refusal"
	}
	return name
}

// listed joins words: a, b and c.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// direction holds the words that turn with what is better.
type direction struct {
	drop, bound, slightly, gain, worse, better string
	worst, least                               float64 // the largest and the smallest drop within the bounds
}

func (s *Series) direction() direction {
	if s.LowerIsBetter {
		d := direction{drop: "rise", bound: "upper bound", slightly: "Slightly higher", gain: "fall", worse: "Higher", better: "Lower"}
		if s.UpperBound != nil {
			d.worst, d.least = *s.UpperBound, *s.LowerBound
		}
		return d
	}
	d := direction{drop: "drop", bound: "lower bound", slightly: "Slightly lower", gain: "gain", worse: "Lower", better: "Higher"}
	if s.LowerBound != nil {
		d.worst, d.least = -*s.LowerBound, -*s.UpperBound
	}
	return d
}

// boundText is the bound that the gate looks at, as it is.
func (s *Series) boundText() string {
	if s.LowerIsBetter {
		return s.unit().amount(*s.UpperBound)
	}
	return s.unit().amount(*s.LowerBound)
}

func nText(n int) string { return fmt.Sprintf("n=%d", n) }
