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
	}
	d.text(plotLeft-6, y(-1)+4, "end", "", "limit")
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

// dates names the first and the last night, and the segments between as far
// as there is room.
func (d *drawing) dates() {
	last := len(d.doc.Nights) - 1
	if last < 0 {
		return
	}
	const room = 110
	d.text(plotLeft, dateLine, "start", "", nightDay(d.doc, 0))
	if last == 0 {
		return
	}
	d.text(plotRight, dateLine, "end", "", nightDay(d.doc, last))
	free := float64(plotLeft + room)
	for _, night := range begins(d.doc) {
		if x := d.x(night); x >= free && x+room <= plotRight-room {
			d.text(x, dateLine, "start", "", nightDay(d.doc, night))
			free = x + room
		}
	}
}
