package reports

import (
	_ "embed"
	"io"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// The parts are what the pages show, without the frame around it, for a
// server that has its own. A part stands below the one h1 of a page: its
// headings begin with h2. It holds no style, no script and no address but
// anchors within itself, so that a policy without any inline element fits. Its
// ids are the names of its sections in lower case (totals, gate, changed, …)
// and, of a question, begin with q and its number.

//go:embed html/part.css
var partRules string

// PageStyle is the style sheet of the parts.
func PageStyle() string { return styleSheet + svgRules + partRules }

// Line is text from outside on one line, each rune visible, cut at about most
// characters with the number of those left out. It is not escaped.
func Line(s string, most int) string { return pageLine(s, most) }

// Words is text from outside with its line breaks, else as Line gives it.
func Words(s string, most int) string { return pageText(s, most) }

// Score is a score as briefly as it can be told, on the side of each floor
// where it stands.
func Score(v float64, floors ...float64) string { return summary.Score(v, floors...) }

// RunPart draws what report.html says above its questions: what came out and
// why, the next step, and the figures. Doc.Questions is not read.
func RunPart(w io.Writer, doc results.ReportDoc) error {
	doc = complete(doc)
	return htmlPages().ExecuteTemplate(w, "run-part", headOf(&doc))
}

// ComparisonOptions add what a comparison itself does not hold.
type ComparisonOptions struct {
	Base, Head Opinions // of the two runs; nil: nobody said anything
	// Link is the address of a question's page in a run, which is "base" or
	// "head"; "" is none. Nil links nothing.
	Link func(side, id string) string
}

// ComparisonPart draws a comparison as ComparisonHTML does. People's scores of
// a changed question stand beside the judge's.
func ComparisonPart(w io.Writer, doc compare.Doc, sides Sides, opt ComparisonOptions) error {
	v, err := comparisonPage(doc, sides, opt)
	if err != nil {
		return err
	}
	return htmlPages().ExecuteTemplate(w, "comparison-part", v)
}

// TrendPart draws a trend as TrendHTML does. The rules of its charts are in
// PageStyle.
func TrendPart(w io.Writer, doc compare.TrendDoc) error {
	v := trendPage(&doc, "")
	return htmlPages().ExecuteTemplate(w, "trend-part", v)
}
