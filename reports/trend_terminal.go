package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// TrendTerminal writes a trend: the outcome and what to do, the state of
// every chart, and a sparkline of each. opt.Report is where the full one is.
func TrendTerminal(w io.Writer, doc compare.TrendDoc, opt Options) error {
	t := newScreen(opt)
	t.title(doc.Gate.Verdict, trendTitle(&doc), doc.Suite)
	t.line("%s", cut(doc.Headline, maxReason))
	t.indented(moreReasons(&doc))
	t.line("next: %s", cut(doc.Next, maxReason))
	t.line("exit code %d", doc.Gate.ExitCode)
	t.WriteByte('\n')
	t.line("%s", trendSpan(&doc))
	for _, s := range doc.Segments[max(0, len(doc.Segments)-maxSegmentsOnTerminal):] {
		t.WriteString(wrap(segmentWords(&doc, s), "  ", t.width))
	}
	t.line("%s", doc.Design.Says)
	t.charts(&doc)
	t.trendEvents(&doc)
	t.line("%s", doc.Design.Sees)
	t.reportPath(opt.Report)
	_, err := w.Write(t.Bytes())
	return err
}

const (
	maxSegmentsOnTerminal = 3
	maxEventsOnTerminal   = 5
)

// charts is the table of the series and the picture of each.
func (t *screen) charts(doc *compare.TrendDoc) {
	if len(doc.Series) == 0 {
		return
	}
	var rows [][]string
	for i := range doc.Series {
		rows = append(rows, terminalTrendRow(doc, &doc.Series[i]))
	}
	t.WriteByte('\n')
	header := []string{"series", "signal", "last", "mean", "sd", "n", "nights"}
	if n := t.columns(header, rows, 3); n < len(header) {
		t.line("not shown for want of room: %s", strings.Join(header[n:], ", "))
	}
	t.line("%s n is how many questions there are.", trendFigures)
	t.WriteByte('\n')
	for i := range doc.Series {
		s := &doc.Series[i]
		line, alarms := sparkline(doc, s, t.width-seriesWidth-4)
		label := Fit(shortLabel(s), seriesWidth)
		label += strings.Repeat(" ", seriesWidth-columns(label))
		t.WriteString(strings.TrimRight("  "+label+"  "+line, " ") + "\n")
		if alarms != "" {
			t.WriteString(strings.Repeat(" ", seriesWidth+4) + alarms + "\n")
		}
	}
	t.WriteByte('\n')
	t.line("newest at the right; v and ^ are signals for the worse and for the better, a dot is a night of which too little was judged, | begins a segment. %s", trendMarks)
}

// seriesWidth holds the longest name of a series, anchors' too.
const seriesWidth = 24

func shortLabel(s *compare.TrendSeries) string {
	if s.Anchors {
		return "anchors " + shortSeries(results.Series(s.Name))
	}
	return shortSeries(results.Series(s.Name))
}

// nameWidth, and days without their year, leave room for every column.
const nameWidth = 22

// terminalTrendRow has a word for what does not exist: the dash is no ASCII.
func terminalTrendRow(doc *compare.TrendDoc, s *compare.TrendSeries) []string {
	row := trendRow(doc, s)
	row[0] = Fit(shortLabel(s), nameWidth)
	state, begun := signalState(doc, s)
	if row[1] = state; begun >= 0 {
		row[1] += ", " + doc.Day(begun, "2 Jan")
	}
	row[4] = strings.TrimSuffix(row[4], " points")
	for i := range row {
		if row[i] == missing {
			row[i] = "none"
		}
	}
	return row
}

// trendEvents names the last changes of what was measured or by whom.
func (t *screen) trendEvents(doc *compare.TrendDoc) {
	from := max(0, len(doc.Events)-maxEventsOnTerminal)
	for _, e := range doc.Events[from:] {
		t.WriteString(wrap(cut(fmt.Sprintf("%s: %s", nightDay(doc, e.Night), e.Says), maxReason), "  ", t.width))
	}
	if from > 0 {
		fmt.Fprintf(t, "  and %d before\n", from)
	}
}
