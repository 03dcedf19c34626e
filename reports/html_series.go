package reports

import (
	"fmt"
	"strconv"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// Sizes of the two pictures of a series, in pixels of their own coordinates.
const (
	axisWidth  = 300
	axisEdge   = 12 // on either side, so that a mark at 1 or 5 is seen whole
	columnStep = 50
	columnMost = 46 // height of the largest count
	columnFoot = 62
)

// htmlSeries is a series drawn: its mean with its interval on the scale of 1
// to 5 against the floor, and how many answers got which score or none. The
// same figures stand in a table below, so the pictures need no words of their
// own.
type htmlSeries struct {
	Name, Mean, Words string
	Without           string // what has no score; "" where all have one
	Axis              htmlAxis
	Columns           []htmlColumn
}

// htmlAxis holds places on the axis. What does not exist is nil.
type htmlAxis struct {
	Levels   []htmlPlace
	Interval *htmlReach
	Bounds   *htmlReach // of the mean, had all that is missing scored 1 or 5
	Mean     *htmlPlace
	Floor    float64
}

// htmlPlace is where a score stands.
type htmlPlace struct {
	X     float64
	Score float64
}

type htmlReach struct{ From, To float64 }

type htmlColumn struct {
	X, Y, Height float64
	Middle, Top  float64 // where its count stands
	N            int
	Label, Tone  string // Tone is a class of the style sheet
}

func seriesOf(run results.RunInfo, d results.DimensionSummary) htmlSeries {
	floors := floorsOf(run, d.Name)
	figure := func(v *float64) string { return mean(v, floors...) }
	out := htmlSeries{Name: pageLine(string(d.Name), maxName), Mean: figure(d.Mean)}
	out.Words = fmt.Sprintf("floor %s, %d below, %d of %d scored", summary.Score(floors[0]), d.BelowFloor, d.Scored, d.Planned)
	if d.Lo != nil && d.Hi != nil {
		out.Words = "95 % interval " + span(d.Lo, d.Hi, figure) + "; " + out.Words
	}
	if d.Scored < d.Planned {
		out.Without = "without a score: " + pageLine(dimensionMissing(d), maxReason)
	}
	out.Axis = axisOf(d, floors[0])
	out.Columns = columnsOf(d, floors[0])
	return out
}

func axisOf(d results.DimensionSummary, floor float64) htmlAxis {
	axis := htmlAxis{Interval: reachOf(d.Lo, d.Hi), Bounds: reachOf(d.Worst, d.Best), Floor: onScale(floor)}
	if d.Mean != nil {
		axis.Mean = &htmlPlace{onScale(*d.Mean), *d.Mean}
	}
	for level := 1.0; level <= 5; level++ {
		axis.Levels = append(axis.Levels, htmlPlace{onScale(level), level})
	}
	return axis
}

// reachOf is nil without both ends or anything between them.
func reachOf(lo, hi *float64) *htmlReach {
	if lo == nil || hi == nil || *lo >= *hi {
		return nil
	}
	return &htmlReach{onScale(*lo), onScale(*hi)}
}

// onScale is the place of a score of 1 to 5.
func onScale(score float64) float64 {
	share := (max(1, min(5, score)) - 1) / 4
	return axisEdge + share*(axisWidth-2*axisEdge)
}

// columnsOf are the scores at their nearest level, then what has none: a
// distribution without it would look complete.
func columnsOf(d results.DimensionSummary, floor float64) []htmlColumn {
	counts := append(d.Histogram[:], d.Planned-d.Scored)
	most := 1
	for _, n := range counts {
		most = max(most, n)
	}
	out := make([]htmlColumn, len(counts))
	for i, n := range counts {
		height := float64(n) / float64(most) * columnMost
		if n > 0 {
			height = max(height, 1.5) // one of thousands is still there to be seen
		}
		column := htmlColumn{
			X: float64(i*columnStep) + 6, Y: columnFoot - height, Height: height,
			Middle: float64(i*columnStep) + columnStep/2, Top: columnFoot - height - 4,
			N: n, Label: strconv.Itoa(i + 1), Tone: "count",
		}
		switch {
		case i == len(d.Histogram):
			column.Label, column.Tone = "none", "gap"
		case float64(i+1) < floor:
			column.Tone = "lowcount"
		}
		out[i] = column
	}
	return out
}
