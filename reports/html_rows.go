package reports

import (
	"io"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlRows are rows of one kind. The first ones unfold, those after them do
// not, and when their room is used up the rest is counted.
type htmlRows struct {
	rows, details    int // at most, of all and of those that unfold
	room, detailRoom int // bytes, after which none is begun

	seen, shown, unfolding, size int
	row                          fragment
}

// add writes the row of the next question, as far as there is room.
func (h *htmlRows) add(w io.Writer, run results.RunInfo, e *drawn) error {
	h.seen++
	if h.shown >= h.rows || h.size >= h.room {
		return nil
	}
	q := *e.report()
	row := htmlRow{Row: rowOf(run, e.Entry, q)}
	if h.unfolding < h.details && h.size < h.detailRoom {
		h.unfolding++
		detail := questionView(run, e.Entry, q)
		row.Detail = &detail
	}
	h.shown++
	h.row.Reset()
	if err := row.write(&h.row); err != nil {
		return err
	}
	h.size += h.row.Len()
	_, err := h.row.WriteTo(w)
	return err
}

func rowOf(run results.RunInfo, e results.Entry, q results.QuestionReport) Row {
	shown := deciding(e, q.Verdict)
	row := Row{
		Seq: q.Seq, ID: pageLine(q.ID, maxName), Query: pageLine(q.Query, maxQuery),
		State: stateOf(run, e.Question, q.Verdict), Verdict: q.Verdict, Critical: q.Critical, Flaky: q.Flaky,
		Reason: pageLine(rowReason(e.Question, q, shown, run), maxReason),
	}
	for _, d := range run.Dimensions[q.Category] {
		if len(q.Scores) > 0 {
			row.Scores = append(row.Scores, scoreOf(run, q, d))
		}
	}
	if q.Group != "" {
		row.Tags = append(row.Tags, pageLine("group "+q.Group, maxBrief))
	}
	for _, tag := range q.Tags[:min(len(q.Tags), maxReasons)] {
		row.Tags = append(row.Tags, pageLine(tag, maxBrief))
	}
	if shown != nil && q.Verdict == results.Fail && firstFailed(shown) == nil {
		row.Reasoning = pageLine(firstBelow(run, shown), maxReason)
	}
	return row
}

// stateOf is what a row is filtered by.
func stateOf(run results.RunInfo, q results.Question, v results.Verdict) string {
	switch {
	case q.Anchor:
		return "anchor"
	case summary.Held(run, q):
		return "quarantine"
	}
	return string(v)
}

// rowReason is why the question is where it is; of a pass, what limits it.
func rowReason(snapshot results.Question, q results.QuestionReport, shown *results.Record, run results.RunInfo) string {
	switch {
	case isApart(run, snapshot):
		return apartWords(snapshot, shown)
	case shown == nil:
		return "not run"
	case q.Verdict != results.Pass:
		return firstReason(shown)
	case len(q.Warnings) > 0:
		return "warning: " + q.Warnings[0]
	case len(q.Notes) > 0:
		return "note: " + q.Notes[0]
	}
	return ""
}

func scoreOf(run results.RunInfo, q results.QuestionReport, d results.Dimension) RowScore {
	floor := run.PassAt.At(d)
	if v, ok := q.Scores[d]; ok {
		return RowScore{Dimension: d, Text: summary.Score(v, floor), Low: !summary.AtLeast(v, floor), Value: &v}
	}
	return RowScore{Dimension: d, Text: missing, Note: string(q.Cells[results.SeriesOf(q.Category, d)])}
}

// htmlFoot says what the table leaves out, and closes the page with what it
// takes to repeat the run.
type htmlFoot struct {
	Left  []string
	Frame frame
}

func (s *htmlSink) foot() htmlFoot {
	foot := htmlFoot{Frame: newFrame("", true)}
	for _, part := range []struct {
		rows *htmlRows
		kind string
	}{
		{&s.open, "that did not pass"}, {&s.passes, "that passed"},
		{&s.skipped, "that were not run"}, {&s.apart, "that are set apart"},
	} {
		if left := part.rows.seen - part.rows.shown; left > 0 {
			foot.Left = append(foot.Left, plural(left, "question")+" "+part.kind+": no room for a row.")
		}
		if folded := part.rows.shown - part.rows.unfolding; folded > 0 && part.rows.details > 0 {
			foot.Left = append(foot.Left, plural(folded, "row")+" of questions "+part.kind+": no room for the whole question.")
		}
	}
	return foot
}
