package review

import (
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// rowView is one line of the table of questions. Its texts are on one line and
// visible.
type rowView struct {
	Seq               int
	ID, Query, Link   string
	State             string
	Hidden            bool // nothing that the judge gave is told
	Critical, Flaky   bool
	Scores            []scoreView
	Tags              []string
	Reason, Reasoning string
}

// scoreView is the judge's score of one dimension with those of people beside
// it, never in its place.
type scoreView struct {
	Dimension  results.Dimension
	Text, Note string
	Low        bool
	People     []personView
}

// personView is the score that one person gave an answer.
type personView struct {
	Rater, Score, Try string // Try is "" for the only answer
	Differs           bool   // from the judge's
}

// rowViewOf draws a masked row, and notes that the judge's scores were shown.
func rowViewOf(run *openRun, said *runstore.Opinions, r *row) rowView {
	v := rowView{
		Seq: r.Seq, ID: reports.Line(r.ID, maxName), Query: reports.Line(r.Query, maxText), Link: questionPath(run, r.Seq, ""),
		State: r.State, Hidden: r.State == hiddenState, Critical: r.Critical, Flaky: r.Flaky,
		Reason: r.Reason, Reasoning: r.Reasoning, Tags: lined(r.groupAndTags()),
	}
	if !v.Hidden {
		run.seen.note(r.Seq)
		v.Scores = scoreViews(run.info, said, r)
	}
	return v
}

// scoreViews are the dimensions that the judge or a person scored.
func scoreViews(info results.RunInfo, said *runstore.Opinions, r *row) []scoreView {
	people := peopleOf(info, said, r)
	var out []scoreView
	for _, d := range info.Dimensions[r.Category] {
		v := scoreView{Dimension: d, People: people[d]}
		for _, s := range r.Scores {
			if s.Dimension == d {
				v.Text, v.Note, v.Low = s.Text, s.Note, s.Low
			}
		}
		if v.Text != "" || len(v.People) > 0 {
			out = append(out, v)
		}
	}
	return out
}

// peopleOf are the scores that people gave the answers of a question.
func peopleOf(info results.RunInfo, said *runstore.Opinions, r *row) map[results.Dimension][]personView {
	out := map[results.Dimension][]personView{}
	for _, a := range r.signals.Answers {
		for _, l := range labelsOf(said, r.ID, a) {
			out[l.Dimension] = append(out[l.Dimension], personView{
				Rater: reports.Line(l.Rater, maxRater), Score: reports.Score(l.Score), Try: tryWords(info, a.Repeat), Differs: apartFrom(r, l),
			})
		}
	}
	return out
}

// maxRater keeps a long name from pushing scores out of sight.
const maxRater = 40
