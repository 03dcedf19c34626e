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

func unitOf(kind Kind, margin *float64) unit {
	u := unit{kind: kind, marks: []float64{0}}
	if margin != nil {
		u.marks = append(u.marks, *margin, -*margin)
	}
	return u
}

func (s *Series) unit() unit { return unitOf(s.Kind, s.Margin) }

// Amount is a difference in a series as every surface prints it, without its
// unit: points of the scale 1..5 of a mean, percentage points of a rate. It is
// never rounded across zero or the margin it is held to; margin may be nil.
func Amount(kind Kind, v float64, margin *float64) string { return unitOf(kind, margin).bare(v) }

// Between is an interval in a series as every surface prints it, its ends with
// as many decimals as each other and without their unit; see Amount.
func Between(kind Kind, lo, hi float64, margin *float64) string {
	return unitOf(kind, margin).between(lo, hi)
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

// Signed is two decimals of a figure with its sign, which zero has not.
func Signed(v float64) string {
	text := unsignedZero(summary.Figure(v, 2))
	if v > 0 && strings.Trim(text, "0.") != "" {
		return "+" + text
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

func (u unit) interval(lo, hi float64) string { return u.between(lo, hi) + u.name() }

func (u unit) between(lo, hi float64) string {
	a, b := u.bare(lo), u.bare(hi)
	places := max(decimals(a), decimals(b))
	return padded(a, places) + " to " + padded(b, places)
}

// padded has zeros where the other end of an interval has digits.
func padded(figure string, places int) string {
	missing := places - decimals(figure)
	if missing > 0 && !strings.Contains(figure, ".") {
		figure += "."
	}
	return figure + strings.Repeat("0", missing)
}

// PText is a p with two significant digits, never rounded across alpha: 0.031,
// <0.001, 1.
func PText(p float64) string {
	const least = 0.001
	switch {
	case p < least:
		return "<0.001"
	case p >= 1:
		return "1"
	}
	return summary.Figure(p, 1-int(math.Floor(math.Log10(p))), alpha)
}

// pText is p as a sentence has it.
func pText(p float64) string {
	text := PText(p)
	if strings.HasPrefix(text, "<") {
		return "p" + text
	}
	return "p=" + text
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
	drop, bound, slightly, gain string
	worst, least                float64 // the largest and the smallest drop within the bounds
}

func (s *Series) direction() direction {
	if s.LowerIsBetter {
		d := direction{drop: "rise", bound: "upper bound", slightly: "Slightly higher", gain: "fall"}
		if s.UpperBound != nil {
			d.worst, d.least = *s.UpperBound, *s.LowerBound
		}
		return d
	}
	d := direction{drop: "drop", bound: "lower bound", slightly: "Slightly lower", gain: "gain"}
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

// nText counts questions, and their groups where those are the unit.
func (s *Series) nText() string {
	if s.Clusters < s.N {
		return nText(s.N) + " in " + several(s.Clusters, "group")
	}
	return nText(s.N)
}
