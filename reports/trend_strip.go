package reports

import (
	"math"

	"github.com/evalrun/evalrun/compare"
)

// strip draws the statistic of the chart as a share of its limit, which moves
// in the first nights, so that the limits are two straight lines.
func (d *drawing) strip(points []compare.TrendPoint) {
	const middle, reach = (stripTop + stripBottom) / 2.0, 1.6 // limits at ±1
	y := func(share float64) float64 {
		return middle - max(-reach, min(reach, share))/reach*(stripBottom-stripTop)/2
	}
	d.rule("grid", plotLeft, middle, plotRight, middle)
	for _, limit := range d.limits() {
		d.rule("limit", plotLeft, y(limit), plotRight, y(limit))
		d.text(plotLeft-6, y(limit)+4, "end", "", "limit")
	}
	d.text(plotLeft-6, middle+4, "end", "", "0")
	d.text(plotLeft, stripTop-4, "start", "", d.stripName())
	d.lines(points, func(p compare.TrendPoint) (float64, bool) {
		share, ok := d.share(p)
		return y(share), ok
	})
}

// limits: a conformal chart knows falls alone.
func (d *drawing) limits() []float64 {
	if d.doc.Design.Drift == compare.DriftConformal {
		return []float64{-1}
	}
	return []float64{-1, 1}
}

// share is the statistic over its limit. That of a conformal chart grows from
// zero by factors, towards the worse.
func (d *drawing) share(p compare.TrendPoint) (float64, bool) {
	switch {
	case p.Statistic == nil || p.Limit == nil || *p.Limit <= 0:
		return 0, false
	case d.doc.Design.Drift == compare.DriftConformal:
		return -math.Log1p(*p.Statistic) / math.Log1p(*p.Limit), true
	}
	return *p.Statistic / *p.Limit, true
}

// stripName says what the strip shows and on which scale.
func (d *drawing) stripName() string {
	what := map[compare.Drift]string{
		compare.DriftCUSUM:     "sum of what exceeds chance (CUSUM)",
		compare.DriftConformal: "evidence of a fall (conformal, logarithmic)",
	}[d.doc.Design.Drift]
	if what == "" {
		what = "weighed surprise of the last nights (EWMA)"
	}
	return what + ", as a share of the limit beyond which it is a signal"
}

// dates names some nights, evenly spaced from the first to the last.
func (d *drawing) dates() {
	last := len(d.doc.Nights) - 1
	if last < 0 {
		return
	}
	d.text(plotLeft, dateLine, "start", "", nightDay(d.doc, 0))
	const parts = 4
	for part := 1; part < parts && last >= 2*parts; part++ {
		night := part * last / parts
		d.text(d.x(night), dateLine, "middle", "", nightDay(d.doc, night))
	}
	if last > 0 {
		d.text(plotRight, dateLine, "end", "", nightDay(d.doc, last))
	}
}

// reasons says under each segment after the first why it began, as far as
// there is room up to the next.
func (d *drawing) reasons() {
	const letter = 6 // about as wide
	nights := begins(d.doc)
	for i, night := range nights {
		until := float64(plotRight)
		if i+1 < len(nights) {
			until = d.x(nights[i+1])
		}
		text := "^ " + d.reasonOf(night)
		if letters := int((until - d.x(night)) / letter); letters >= 12 {
			d.text(d.x(night), reasonLine, "start", "", Fit(text, letters))
		} else if i+1 == len(nights) {
			d.text(plotRight, reasonLine, "end", "", Fit(text, (plotRight-plotLeft)/letter/2))
		}
	}
}

func (d *drawing) reasonOf(night int) string {
	for _, s := range d.doc.Segments {
		if s.First == night && s.Reason != "" {
			return s.Reason
		}
	}
	return "new segment"
}
