package reports

import (
	"html"
	"io"
	"strings"

	"github.com/evalrun/evalrun/compare"
)

// markup makes text from outside safe inside an element or a quoted
// attribute of SVG and HTML.
func markup(s string) string { return html.EscapeString(xmlLine(s)) }

// htmlHead: nothing may run and nothing may be fetched, whatever a name in
// the page holds.
const htmlHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`

const htmlStyle = `<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1f2933;background:#fff}
h1 .pass{color:#1b7a3d}h1 .fail{color:#b3261e}h1 .inconclusive{color:#8a5a00}
.headline{font-size:1.1rem;font-weight:600}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #d7dde5;vertical-align:top}
figure{margin:1rem 0}figure svg{max-width:100%;height:auto}.wide{overflow-x:auto}.small{color:#5f6b7a}
@media (prefers-color-scheme:dark){body{color:#e6eaf0;background:#14181d}th,td{border-color:#2b333d}.small{color:#9aa6b4}
h1 .pass{color:#6fd08c}h1 .fail{color:#ff8a80}h1 .inconclusive{color:#f0c060}}
</style>
`

// TrendHTML writes trend.html: one page that holds its charts and needs
// nothing else.
func TrendHTML(w io.Writer, doc compare.TrendDoc) error {
	d := &drawing{doc: &doc}
	d.f("%s<title>%s</title>\n%s</head>\n<body>\n", htmlHead, markup(trendTitle(&doc)+", "+doc.Suite), htmlStyle)
	d.f(`<h1><span class="%s">%s</span> %s</h1>`+"\n", markup(string(doc.Gate.Verdict)), markup(trendTitle(&doc)), markup(doc.Suite))
	d.f(`<p class="headline">%s</p>`+"\n", markup(cut(doc.Headline, maxReason)))
	d.f("<p><strong>Next:</strong> %s</p>\n", markup(cut(doc.Next, maxReason)))
	d.items("Further reasons", moreReasons(&doc))
	d.f("<p>Exit code %d. %s.</p>\n<p>%s</p>\n", doc.Gate.ExitCode, markup(trendSpan(&doc)), markup(doc.Design.Says))
	if len(doc.Series) > 0 {
		d.f("<figure class=\"wide\">\n")
		if err := TrendSVG(d, doc); err != nil {
			return err
		}
		d.f("</figure>\n")
		d.table()
	}
	d.f("<p class=\"small\">%s</p>\n", markup(doc.Design.Sees))
	for _, list := range trendLists(&doc) {
		d.items(list.title, list.items)
	}
	d.f("</body>\n</html>\n")
	_, err := io.WriteString(w, d.String())
	return err
}

func (d *drawing) table() {
	d.f("<div class=\"wide\"><table>\n<tr><th>%s</tr>\n", strings.Join(trendHeader(), "<th>"))
	for i := range d.doc.Series {
		d.f("<tr>")
		for _, cell := range trendRow(d.doc, &d.doc.Series[i]) {
			d.f("<td>%s", markup(cell))
		}
		d.f("</tr>\n")
	}
	d.f("</table></div>\n<p class=\"small\">%s %s</p>\n", markup(trendFigures), markup(trendMarks))
}

func (d *drawing) items(title string, items []string) {
	if len(items) == 0 {
		return
	}
	d.f("<h2>%s</h2>\n<ul>\n", title)
	for _, item := range items {
		d.f("<li>%s</li>\n", markup(cut(item, maxReason)))
	}
	d.f("</ul>\n")
}
