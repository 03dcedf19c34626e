package main

import (
	"path/filepath"
	"time"

	"github.com/evalrun/evalrun/internal/nights"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// labelledRuns writes two weeks of runs. The newest has labels of two people.
func labelledRuns(dir string) (nights.Fixture, []string, error) {
	f, err := nights.Read(filepath.Join("testdata", "reports", "nightly.json"))
	if err != nil {
		return f, nil, err
	}
	runs, err := f.Write(dir, 14)
	if err != nil {
		return f, nil, err
	}
	run, err := runstore.Open(runs[len(runs)-1])
	if err != nil {
		return f, nil, err
	}
	defer run.Close()
	said := runstore.Saying{Labels: append(
		labels(f.Entries[0], "ben", map[results.Dimension]float64{results.Grounding: 1, results.Relevance: 4}),
		append(labels(f.Entries[1], "ada", map[results.Dimension]float64{results.Grounding: 5, results.Tone: 4}),
			labels(f.Entries[3], "ada", map[results.Dimension]float64{results.Grounding: 5, results.Calibration: 5})...)...,
	)}
	return f, runs, run.LabelLog(nil).Append(said)
}

func labels(e results.Entry, rater string, scores map[results.Dimension]float64) []results.Label {
	r, blind := e.Records[0], false
	var out []results.Label
	for _, d := range []results.Dimension{results.Grounding, results.Relevance, results.Calibration, results.Citations, results.Tone} {
		score, ok := scores[d]
		if !ok {
			continue
		}
		out = append(out, results.Label{
			ID: r.ID, Dimension: d, Rater: rater, Score: score, At: r.Times.Ended.Add(8 * time.Hour),
			SawJudge: &blind, Judge: r.Cells[results.SeriesOf(r.Category, d)].Score, Answer: results.AnswerMark(r.Answer.Text), Why: results.WhyRandom,
		})
	}
	return out
}
