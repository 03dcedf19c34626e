package reports

import (
	"fmt"
	"math"

	"github.com/evalrun/evalrun/compare"
)

// panel draws one series. Worse is down in both of its parts.
func (d *drawing) panel(s *compare.TrendSeries) {
	d.text(plotLeft, 16, "start", "name", seriesLabel(s))
	d.text(plotRight, 16, "end", "", d.caption(s))
	lo, hi := valueRange(s.Kind, s.Points)
	pad := (hi - lo) / 10
	lo, hi = withinScale(s.Kind, lo-pad, hi+pad)
	y := func(v float64) float64 { return plotBottom - (v-lo)/(hi-lo)*(plotBottom-plotTop) }
	for _, tick := range ticks(lo, hi) {
		d.rule("grid", plotLeft, y(tick), plotRight, y(tick))
		d.text(plotLeft-6, y(tick)+4, "end", "", tickLabel(s.Kind, tick, hi-lo))
	}
	d.breaks()
	if s.Mean != nil && len(d.doc.Segments) > 0 {
		now := d.doc.Segments[len(d.doc.Segments)-1]
		d.rule("mean", d.x(now.First), y(*s.Mean), d.x(now.Last), y(*s.Mean))
	}
	d.lines(s.Points, func(p compare.TrendPoint) (float64, bool) {
		if p.Value == nil || p.Hollow {
			return 0, false
		}
		return y(*p.Value), true
	})
	d.points(s, y)
	d.strip(s.Points)
	d.dates()
	d.reasons()
}

// withinScale keeps an axis from values that cannot be.
func withinScale(kind compare.Kind, lo, hi float64) (float64, float64) {
	if kind == compare.Rate {
		return max(0, lo), min(1, hi)
	}
	return max(1, lo), min(5, hi)
}

func (d *drawing) caption(s *compare.TrendSeries) string {
	text := fmt.Sprintf("%s, %s", plural(s.Questions, "question"), signalCaption(d.doc, s))
	if s.Mean != nil && s.SD != nil {
		text = fmt.Sprintf("mean %s, sd between nights %s, %s", trendValue(s.Kind, s.Mean), trendSpread(s.Kind, s.SD), text)
	}
	return text
}

func signalCaption(doc *compare.TrendDoc, s *compare.TrendSeries) string {
	if word := signalWord(doc, s); word != "none" {
		return word
	}
	return "no signal"
}

// ticks are two to five round values in the range.
func ticks(lo, hi float64) []float64 {
	step := math.Pow(10, math.Floor(math.Log10(hi-lo)))
	for _, factor := range []float64{0.2, 0.5, 1, 2} {
		if (hi-lo)/(step*factor) <= 5 {
			step *= factor
			break
		}
	}
	var out []float64
	for n := math.Ceil(lo / step); n*step <= hi; n++ {
		out = append(out, n*step)
	}
	return out
}

func tickLabel(kind compare.Kind, v, span float64) string {
	if kind == compare.Rate {
		v, span = 100*v, 100*span
	}
	places := 1
	if span < 0.5 {
		places = 2
	}
	if kind == compare.Rate {
		return fmt.Sprintf("%.*f %%", max(0, places-map[bool]int{true: 1}[span >= 5]), v)
	}
	return fmt.Sprintf("%.*f", places, v)
}

// breaks marks the segments and the nights on which something changed.
func (d *drawing) breaks() {
	for _, night := range begins(d.doc) {
		x := d.x(night) - (d.x(1)-d.x(0))/2
		d.rule("segment", x, plotTop-6, x, stripBottom)
	}
	for _, e := range d.doc.Events {
		d.f(`<g><title>%s</title>`, markup(nightDay(d.doc, e.Night)+": "+e.Says))
		d.diamond(d.x(e.Night), plotTop-6)
		d.f("</g>\n")
	}
}

// lines joins the nights of each segment that have a place.
func (d *drawing) lines(points []compare.TrendPoint, y func(compare.TrendPoint) (float64, bool)) {
	open, segment := false, -1
	for _, p := range points {
		at, ok := y(p)
		if !ok {
			continue
		}
		if now := d.doc.Nights[p.Night].Segment; now != segment {
			d.close(open)
			open, segment = true, now
			d.f(`<path class="line" d="M%.1f %.1f`, d.x(p.Night), at)
			continue
		}
		d.f("L%.1f %.1f", d.x(p.Night), at)
	}
	d.close(open)
}

func (d *drawing) close(open bool) {
	if open {
		d.f(`"/>` + "\n")
	}
}

// manyNights is where dots would run into each other: then the line shows the
// nights and only those that stand out have a mark.
const manyNights = 120

func (d *drawing) points(s *compare.TrendSeries, y func(float64) float64) {
	for _, p := range s.Points {
		plain := p.Alarm == "" && !p.Hollow
		if p.Value == nil || (plain && len(d.doc.Nights) > manyNights) {
			continue
		}
		d.f(`<g><title>%s</title>`, markup(pointWords(d.doc, s, p)))
		x, at := d.x(p.Night), y(*p.Value)
		switch {
		case p.Hollow:
			d.circle("hollow", x, at, 3)
		case p.Alarm != "":
			d.triangle(x, at, p.Alarm)
		default:
			d.circle("dot", x, at, 2.2)
		}
		d.f("</g>\n")
	}
}

func pointWords(doc *compare.TrendDoc, s *compare.TrendSeries, p compare.TrendPoint) string {
	text := fmt.Sprintf("%s: %s, n = %d", nightDay(doc, p.Night), trendValue(s.Kind, p.Value), p.N)
	if p.Hollow {
		text += "; " + p.Reason
	}
	return text
}
