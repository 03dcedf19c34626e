package reports

import (
	"slices"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// QuestionOf draws one question of report.json from its records. Of several
// repeats the first one whose verdict is the question's is shown (its
// reasons, checks, error, answer length and reasoning lines); scores and
// spread are those of the repeats that have a score, warnings and notes those
// of all. The run tells how many repeats were planned and which dimensions a
// question that was not run would have had.
func QuestionOf(run results.RunInfo, e results.Entry) results.QuestionReport {
	e = finished(e)
	q := e.Question
	out := results.QuestionReport{
		Seq: q.Seq, ID: q.ID, Category: q.Category, ContentHash: q.ContentHash, InputHash: q.InputHash, Query: q.Query,
		Group: q.Group, Tags: q.Tags, Critical: q.Critical, Anchor: q.Anchor, Quarantine: q.Quarantine,
		Verdict: summary.Combine(e, run.Repeats), Flaky: flaky(e),
		Reasons: []string{}, Checks: []results.Finding{}, Unassessable: []results.Dimension{},
		Scores: map[results.Dimension]float64{}, Reasoning: map[results.Dimension]string{},
		Cells: map[results.Series]results.CellStatus{}, Repeats: repeatsOf(run, e),
	}
	out.Warnings, out.Notes = warningsOf(e), notesOf(run.Dimensions[q.Category], e)
	if shown := deciding(e, out.Verdict); shown != nil {
		showRecord(&out, shown)
	} else {
		out.Reasons = append(out.Reasons, "not run")
	}
	for _, d := range run.Dimensions[q.Category] {
		showDimension(&out, e, d)
	}
	return out
}

// finished leaves out the records of repeats that were not run to their end;
// they count as skipped, as they do in the figures.
func finished(e results.Entry) results.Entry {
	open := func(r results.Record) bool { return !r.Final }
	if slices.ContainsFunc(e.Records, open) {
		e.Records = slices.DeleteFunc(slices.Clone(e.Records), open)
	}
	return e
}

// deciding returns the first record with the question's verdict, else the
// first record: a question whose later repeats were skipped still shows what
// was recorded. It is nil when there is none.
func deciding(e results.Entry, verdict results.Verdict) *results.Record {
	for i := range e.Records {
		if e.Records[i].Verdict == verdict {
			return &e.Records[i]
		}
	}
	if len(e.Records) > 0 {
		return &e.Records[0]
	}
	return nil
}

func showRecord(out *results.QuestionReport, r *results.Record) {
	out.Reasons = append(out.Reasons, r.Reasons...)
	out.Checks = append(out.Checks, r.Findings...)
	out.Quotes, out.Grounding = r.Quotes, r.Grounding
	out.Error = r.Error
	out.AnswerChars = answerChars(r)
	if r.Answer != nil {
		out.Confidence = string(r.Answer.Confidence)
	}
	for series, cell := range r.Cells {
		out.Cells[series] = cell.Status
	}
}

// showDimension adds what the repeats say of one dimension. A repeat that
// scored it makes the cell scored, because the mean then exists.
func showDimension(out *results.QuestionReport, e results.Entry, d results.Dimension) {
	series := results.SeriesOf(out.Category, d)
	if len(e.Records) == 0 {
		out.Cells[series] = results.CellSkipped
		return
	}
	shown := deciding(e, out.Verdict)
	var scores []float64
	sum := 0.0
	for i := range e.Records {
		cell := e.Records[i].Cells[series]
		if cell.Status != results.CellScored || cell.Score == nil {
			continue
		}
		scores, sum = append(scores, *cell.Score), sum+*cell.Score
		if _, has := out.Reasoning[d]; !has || &e.Records[i] == shown {
			out.Reasoning[d] = cell.Reasoning
		}
	}
	switch {
	case len(scores) > 0:
		out.Scores[d] = sum / float64(len(scores))
		out.Cells[series] = results.CellScored
		addSpread(out, d, scores)
	case out.Cells[series] == results.CellUnassessable:
		out.Unassessable = append(out.Unassessable, d)
	}
}

// answerChars counts characters, not bytes; it is nil when no answer was had.
func answerChars(r *results.Record) *int {
	if r.Answer == nil {
		return nil
	}
	n := utf8.RuneCountInString(r.Answer.Text)
	return &n
}
