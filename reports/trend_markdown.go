package reports

import (
	"io"

	"github.com/evalrun/evalrun/compare"
)

// TrendMarkdown writes trend.md. Chart is the file beside it with the charts
// (see TrendSVG); "" for none.
func TrendMarkdown(w io.Writer, doc compare.TrendDoc, chart string) error {
	var p page
	p.block("# %s, %s", trendTitle(&doc), inline(cut(doc.Suite, maxName)))
	p.block("**%s**", inline(cut(doc.Headline, maxReason)))
	p.block("**Next:** %s", inline(cut(doc.Next, maxReason)))
	if more := moreReasons(&doc); len(more) > 0 {
		p.block("Further reasons:")
		p.list(sentences(more))
	}
	p.block("Exit code %d.", doc.Gate.ExitCode)
	p.block("## Charts")
	p.block("%s.", inline(trendSpan(&doc)))
	p.block("%s", inline(doc.Design.Says))
	if chart != "" && len(doc.Series) > 0 {
		p.block("![charts of %s](%s)", inline(cut(doc.Suite, maxName)), chart)
	}
	writeTrendSeries(&p, &doc)
	if doc.Design.Sees != "" {
		p.block("%s", inline(doc.Design.Sees))
	}
	for _, list := range trendLists(&doc) {
		if len(list.items) > 0 {
			p.block("## %s", list.title)
			p.list(lined(list.items))
		}
	}
	_, err := w.Write(p.Bytes())
	return err
}

func writeTrendSeries(p *page, doc *compare.TrendDoc) {
	if len(doc.Series) == 0 {
		return
	}
	var rows [][]string
	for i := range doc.Series {
		row := trendRow(doc, &doc.Series[i])
		row[0], row[1] = inline(row[0]), inline(row[1])
		rows = append(rows, row)
	}
	p.table(trendHeader(), rows)
	p.block("%s %s", trendFigures, trendMarks)
}
