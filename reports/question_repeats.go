package reports

import (
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// addSpread leaves the map absent for a question that was scored once.
func addSpread(out *results.QuestionReport, d results.Dimension, scores []float64) {
	sd, ok := summary.SpreadOf(scores)
	if !ok {
		return
	}
	if out.Spread == nil {
		out.Spread = map[results.Dimension]float64{}
	}
	out.Spread[d] = sd
}

// flaky reports whether both a pass and a fail were seen.
func flaky(e results.Entry) bool {
	saw := func(v results.Verdict) bool {
		return slices.ContainsFunc(e.Records, func(r results.Record) bool { return r.Verdict == v })
	}
	return saw(results.Pass) && saw(results.Fail)
}

// repeatsOf lists every planned repeat, those without a record as skipped.
func repeatsOf(run results.RunInfo, e results.Entry) []results.RepeatReport {
	out := make([]results.RepeatReport, max(1, run.Repeats))
	for i := range out {
		out[i] = results.RepeatReport{
			Repeat: i, Verdict: results.Skipped, State: results.StateUnknown, Scores: map[results.Dimension]float64{},
		}
	}
	for i := range e.Records {
		r := &e.Records[i]
		if r.Repeat < 0 || r.Repeat >= len(out) {
			continue
		}
		repeat := &out[r.Repeat]
		repeat.Verdict, repeat.State, repeat.AnswerChars = r.Verdict, summary.StateOf(r), answerChars(r)
		for _, d := range run.Dimensions[e.Question.Category] {
			if cell := r.Cells[results.SeriesOf(e.Question.Category, d)]; cell.Score != nil {
				repeat.Scores[d] = *cell.Score
			}
		}
	}
	return out
}
