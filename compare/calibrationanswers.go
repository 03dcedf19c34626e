package compare

import (
	"fmt"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// JudgedAnswer is one answer with what its judge gave it.
type JudgedAnswer struct {
	ID       string
	Repeat   int
	Category results.Category
	Group    string
	Anchor   bool
	Answer   string // its results.AnswerMark; "" where it is not known
	Cells    map[results.Dimension]results.Cell
}

// JudgedAnswers are the answers of an entry of a run folder.
func JudgedAnswers(e results.Entry) []JudgedAnswer {
	var out []JudgedAnswer
	for _, rec := range e.Records {
		a := JudgedAnswer{
			ID: e.Question.ID, Repeat: rec.Repeat, Category: e.Question.Category, Group: e.Question.Group,
			Anchor: e.Question.Anchor, Cells: map[results.Dimension]results.Cell{},
		}
		if rec.Answer != nil {
			a.Answer = results.AnswerMark(rec.Answer.Text)
		}
		for series, cell := range rec.Cells {
			if category, dimension := splitSeries(series); category == a.Category {
				a.Cells[dimension] = cell
			}
		}
		out = append(out, a)
	}
	return out
}

// JudgedAnswers are the answers of a report, which does not tell answers of
// different text apart. It has no scores of single repeats either: where a run
// has several, its folder must be read.
func (r *Run) JudgedAnswers() ([]JudgedAnswer, error) {
	if r.Info.Repeats > 1 {
		return nil, fmt.Errorf("%s has %d answers to each question, and its scores are their means; name the run folder",
			r.Path, r.Info.Repeats)
	}
	out := make([]JudgedAnswer, len(r.Questions))
	for i := range r.Questions {
		q := &r.Questions[i]
		out[i] = JudgedAnswer{ID: q.ID, Category: q.Category, Group: q.Group, Anchor: q.Anchor, Cells: q.judgedCells()}
	}
	return out, nil
}

func (q *Question) judgedCells() map[results.Dimension]results.Cell {
	out := map[results.Dimension]results.Cell{}
	for series, status := range q.Cells {
		_, dimension := splitSeries(series)
		cell := results.Cell{Status: status}
		if score, ok := q.Scores[dimension]; ok && status == results.CellScored {
			cell.Score, cell.Reasoning = &score, q.reasoning(dimension)
		}
		out[dimension] = cell
	}
	return out
}

// cluster is what counts as one: a group, else the question with all of its
// repeats.
func (a *JudgedAnswer) cluster() string {
	if a.Group != "" {
		return "group " + a.Group
	}
	return "question " + a.ID
}

// score is the judge's, if it gave a usable one.
func (a *JudgedAnswer) score(d results.Dimension) (float64, bool) {
	cell, ok := a.Cells[d]
	if !ok || cell.Status != results.CellScored || cell.Score == nil {
		return 0, false
	}
	return *cell.Score, true
}

// votes are the scores of a panel's members, the mean of a member's where it
// was asked several times.
func (a *JudgedAnswer) votes(d results.Dimension) map[string]float64 {
	scores := map[string][]float64{}
	for _, v := range a.Cells[d].Votes {
		if v.Score != nil {
			scores[v.Model] = append(scores[v.Model], *v.Score)
		}
	}
	out := map[string]float64{}
	for _, model := range slices.Sorted(maps.Keys(scores)) {
		out[model] = average(scores[model])
	}
	return out
}
