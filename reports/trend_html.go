package reports

import (
	"html"
	"html/template"
	"io"

	"github.com/evalrun/evalrun/compare"
)

// markup makes text from outside safe inside an element or a quoted
// attribute of SVG.
func markup(s string) string { return html.EscapeString(xmlLine(s)) }

// trendView is the data of trend.html. All text in it is visible text, which
// the template escapes.
type trendView struct {
	Frame              frame
	Verdict, Title, Of string
	Headline, Next     string
	Further            []string
	Exit               int
	Span, Says, Sees   string
	Chart              template.HTML // drawn by trendChart, which escapes
	Table              []htmlTable
	Notes              []string
	Lists              []comparedSection
}

// TrendHTML writes trend.html: one page that holds its charts and needs
// nothing else.
func TrendHTML(w io.Writer, doc compare.TrendDoc) error {
	v := trendPage(&doc, svgRules)
	v.Frame = newFrame(v.Title+", "+v.Of, false, svgRules)
	return htmlPages().ExecuteTemplate(w, "trend", v)
}

// trendPage is the page of a trend without its frame; rules are the style of
// its charts, "" where the page has it.
func trendPage(doc *compare.TrendDoc, rules string) trendView {
	v := trendView{
		Verdict: htmlTone(doc.Gate.Verdict), Title: trendTitle(doc), Of: pageLine(doc.Suite, maxName),
		Headline: pageLine(doc.Headline, maxReason), Next: pageLine(doc.Next, maxReason), Further: pageLined(moreReasons(doc)),
		Exit: doc.Gate.ExitCode, Span: pageLine(trendSpan(doc), maxReason) + ".", Says: pageLine(doc.Design.Says, maxReason), Sees: pageLine(doc.Design.Sees, maxReason),
	}
	if len(doc.Series) > 0 {
		v.Chart = template.HTML(trendChart(doc, rules))
		v.Table, v.Notes = trendTable(doc), []string{trendFigures, trendMarks}
	}
	for _, list := range trendLists(doc) {
		if len(list.items) > 0 {
			v.Lists = append(v.Lists, comparedSection{ID: list.id, Title: list.title, Lists: []htmlList{{Items: pageLined(list.items)}}})
		}
	}
	return v
}

func trendTable(doc *compare.TrendDoc) []htmlTable {
	var rows [][]htmlCell
	for i := range doc.Series {
		row := make([]htmlCell, 0, len(trendHeader()))
		for _, cell := range trendRow(doc, &doc.Series[i]) {
			row = append(row, textCell(cell))
		}
		rows = append(rows, row)
	}
	return tableOf("The charts in figures", trendHeader(), rows)
}
