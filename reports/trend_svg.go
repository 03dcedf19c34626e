package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/compare"
)

// The charts are one picture of our own, without a script, a font or an
// address from elsewhere, so that it shows the same beside Markdown and inside
// a page. What a colour says a shape says too.

// Sizes in pixels of the picture's own coordinates.
const (
	svgWidth    = 760
	plotLeft    = 56
	plotRight   = svgWidth - 16
	panelHeight = 250
	plotTop     = 34 // within a panel
	plotBottom  = 130
	stripTop    = 154 // the chart's own statistic
	stripBottom = 206
	dateLine    = 222
	reasonLine  = 236 // why segments began
	legendSpace = 70
)

// svgRules follow the reader's light or dark page.
const svgRules = `
.trend{--paper:#fff;--ink:#1f2933;--muted:#5f6b7a;--grid:#e2e7ee;--line:#2463a6;--fall:#b3261e;--rise:#1b7a3d;font:12px system-ui,sans-serif}
@media (prefers-color-scheme:dark){.trend{--paper:#14181d;--ink:#e6eaf0;--muted:#9aa6b4;--grid:#2b333d;--line:#78b2ee;--fall:#ff8a80;--rise:#6fd08c}}
.trend .paper{fill:var(--paper)}.trend text{fill:var(--muted)}.trend .name{fill:var(--ink);font-weight:600}
.trend .grid{stroke:var(--grid)}.trend .limit{stroke:var(--muted);stroke-dasharray:4 3}.trend .mean{stroke:var(--muted);stroke-dasharray:1 3}
.trend .segment{stroke:var(--muted);stroke-dasharray:2 2}.trend .line{fill:none;stroke:var(--line);stroke-width:1.5}
.trend .dot{fill:var(--line)}.trend .hollow{fill:var(--paper);stroke:var(--line)}.trend .event{fill:var(--muted)}
.trend .fall{fill:var(--fall)}.trend .rise{fill:var(--rise)}
`

// TrendSVG draws one panel for each series: its value over the nights, and
// below it the statistic of its chart between the limits.
func TrendSVG(w io.Writer, doc compare.TrendDoc) error {
	_, err := io.WriteString(w, trendChart(&doc, svgRules))
	return err
}

// trendChart holds its style only where nothing around it does.
func trendChart(doc *compare.TrendDoc, rules string) string {
	d := &drawing{doc: doc}
	height := len(doc.Series)*panelHeight + legendSpace
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" class="trend" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, svgWidth, height, svgWidth, height)
	d.f("\n<title>%s</title>\n", markup("Charts of "+doc.Suite))
	if rules != "" {
		d.f("<style>%s</style>\n", rules)
	}
	d.f(`<rect class="paper" width="%d" height="%d"/>`+"\n", svgWidth, height)
	for i := range doc.Series {
		d.f(`<g transform="translate(0 %d)">`+"\n", i*panelHeight)
		d.panel(&doc.Series[i])
		d.f("</g>\n")
	}
	d.legend(len(doc.Series) * panelHeight)
	d.f("</svg>\n")
	return d.String()
}

// drawing is a picture in the making.
type drawing struct {
	strings.Builder
	doc *compare.TrendDoc
}

func (d *drawing) f(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// text writes a label; anchor is start, middle or end.
func (d *drawing) text(x, y float64, anchor, class, label string) {
	d.f(`<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", x, y, anchor, classAttribute(class), markup(label))
}

func classAttribute(class string) string {
	if class == "" {
		return ""
	}
	return ` class="` + class + `"`
}

func (d *drawing) rule(class string, x1, y1, x2, y2 float64) {
	d.f(`<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", class, x1, y1, x2, y2)
}

// x is where a night stands: nights are evenly spaced, whatever the days
// between them.
func (d *drawing) x(night int) float64 {
	return plotLeft + (float64(night)+0.5)*float64(plotRight-plotLeft)/float64(max(1, len(d.doc.Nights)))
}

func (d *drawing) legend(top int) {
	const column, row = 200, 18
	for i, entry := range []struct {
		draw  func(x, y float64)
		label string
	}{
		{func(x, y float64) { d.triangle(x, y, compare.Fall) }, "signal for the worse"},
		{func(x, y float64) { d.triangle(x, y, compare.Rise) }, "signal for the better"},
		{func(x, y float64) { d.circle("hollow", x, y, 3) }, "too little was judged"},
		{func(x, y float64) { d.rule("segment", x, y-6, x, y+6) }, "new segment"},
		{d.diamond, "judge's server, target or questions changed"},
	} {
		x, y := float64(plotLeft+i%3*column), float64(top+14+i/3*row)
		entry.draw(x, y)
		d.text(x+9, y+4, "start", "", entry.label)
	}
	d.text(plotLeft-4, float64(top+14+2*row+4), "start", "", "Marked is every night on which the chart is beyond its limit, a good one between too: it weighs the nights before.")
}

func (d *drawing) circle(class string, x, y, r float64) {
	d.f(`<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`+"\n", class, x, y, r)
}

func (d *drawing) triangle(x, y float64, to compare.Direction) {
	tip := 5.0
	if to == compare.Rise {
		tip = -5
	}
	d.f(`<path class="%s" d="M%.1f %.1fl5 %.1fh-10z"/>`+"\n", to, x, y+tip, -1.8*tip)
}

func (d *drawing) diamond(x, y float64) {
	d.f(`<path class="event" d="M%.1f %.1fl4 4l-4 4l-4 -4z"/>`+"\n", x, y-4)
}
