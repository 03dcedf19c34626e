package reports

import (
	"math"
	"strconv"

	"github.com/evalrun/evalrun/compare"
)

// Sizes of a bar in pixels of its own coordinates.
const (
	barWidth = 160
	barEdge  = 8 // on either side, so that a mark at the end is seen whole
)

// intervalBar is a figure with its interval on an axis, in places of the
// drawing, and in words, so that nothing is lost where it is not seen.
type intervalBar struct {
	Lo, Hi, At   place
	Zero         *place // nil on an axis that has none
	Margin       *place // where a drop is too large
	Below, Above bool   // the interval goes on beyond the axis
	Words        string
}

// place is where something stands in a drawing, in pixels.
type place float64

func (p place) String() string { return strconv.FormatFloat(float64(p), 'f', 1, 64) }

// reaches is how far the axes go: one for scores, one for shares, so that the
// bars of one kind can be compared by eye.
type reaches map[compare.Kind]float64

// farthest is the longest axis of a kind. Beyond it a few uncertain figures
// would make all others dots.
var farthest = reaches{compare.Mean: 2, compare.Rate: 0.5}

// reachesOf is a round number at or above every interval and margin.
func reachesOf(series []compare.Series) reaches {
	out := reaches{}
	for _, s := range series {
		for _, v := range []*float64{s.Lo, s.Hi, s.Difference, s.Margin} {
			if v != nil {
				out[s.Kind] = max(out[s.Kind], math.Abs(*v))
			}
		}
	}
	for kind, most := range out {
		out[kind] = min(farthest[kind], roundUp(most))
	}
	return out
}

// roundUp is the next round number: the axis is wider than what stands on it
// by half at most.
func roundUp(v float64) float64 {
	if v <= 0 {
		return 0
	}
	step := math.Pow(10, math.Floor(math.Log10(v)))
	for _, factor := range []float64{1, 1.5, 2, 2.5, 3, 4, 5, 7.5} {
		if v <= step*factor*(1+1e-9) {
			return step * factor
		}
	}
	return step * 10
}

// intervalCell is an interval with its bar, where there is one to draw.
func intervalCell(text string, bar *intervalBar) htmlCell {
	if bar != nil {
		bar.Words = text
	}
	return htmlCell{Text: text, Bar: bar, Number: true}
}

// barOf is nil where there is no interval to draw.
func barOf(s compare.Series, r reaches) *intervalBar {
	reach := r[s.Kind]
	if s.Lo == nil || s.Hi == nil || s.Difference == nil || reach <= 0 {
		return nil
	}
	x := func(v float64) place { return placeOn(v, -reach, reach) }
	zero := x(0)
	bar := &intervalBar{Zero: &zero, Lo: x(*s.Lo), Hi: x(*s.Hi), At: x(*s.Difference), Below: *s.Lo < -reach, Above: *s.Hi > reach}
	if s.Margin != nil {
		at := x(-*s.Margin)
		if s.LowerIsBetter {
			at = x(*s.Margin)
		}
		bar.Margin = &at
	}
	return bar
}

// placeOn is the place of a value on an axis; what is beyond it stands at its
// end.
func placeOn(v, from, to float64) place {
	return place(barEdge + (max(from, min(to, v))-from)/(to-from)*(barWidth-2*barEdge))
}

// words say how far the axes go.
func (r reaches) words() string {
	text := ""
	for _, axis := range []struct {
		kind compare.Kind
		what string
	}{{compare.Rate, "rates"}, {compare.Mean, "scores"}} {
		if r[axis.kind] > 0 {
			if text != "" {
				text += ", "
			}
			reach := move{kind: axis.kind}.figure(r[axis.kind])
			text += "of " + axis.what + " from -" + reach + " to +" + reach
		}
	}
	return text
}
