// Package verdict holds the rules that decide: findings and scores become the
// verdict of a question, the figures of a run become its gate, and the gate
// with the way the run ended becomes the exit code. Every output format shows
// what is decided here and decides nothing itself.
package verdict

import (
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

// NotAsked is why no judge was asked about an answer. It becomes the code of
// the cells.
type NotAsked string

// Asked is the zero value: the judge was asked.
const (
	Asked    NotAsked = ""
	NoJudge  NotAsked = "no_judge"  // the run has none
	Declined NotAsked = "declined"  // a declined positive has nothing to score
	Decided  NotAsked = "decided"   // a check had failed, and the suite asks only what is undecided
	NoAnswer NotAsked = "no_answer" // the target gave none; ErrCode says why
)

// CellsInput is what is known about one answer once its judge is done with
// it or was not asked.
type CellsInput struct {
	Category     results.Category
	Floors       results.Floors                       // default where a dimension is not named
	Dimensions   []results.Dimension                  // those of the category
	Unassessable []results.Dimension                  // of these, those with nothing to score them on
	Judgement    *results.Judgement                   // nil without a usable one
	Truncated    bool                                 // the judge saw only part of some passage
	Votes        map[results.Dimension][]results.Vote // of a panel below its quorum; nil otherwise
	ErrCode      string                               // with prefix: judge_timeout, target_empty
	NotAsked     NotAsked
}

// Cells gives every dimension of the category exactly one cell. Dimensions
// of the other category do not apply and are not listed. What is unassessable
// is so by design, whatever else went wrong.
func Cells(in CellsInput) map[results.Series]results.Cell {
	cells := make(map[results.Series]results.Cell, len(in.Dimensions))
	for _, d := range in.Dimensions {
		cells[results.SeriesOf(in.Category, d)] = in.cell(d)
	}
	return cells
}

func (in CellsInput) cell(d results.Dimension) results.Cell {
	switch {
	case slices.Contains(in.Unassessable, d):
		return in.unassessable(d)
	case in.ErrCode != "":
		return results.Cell{Status: results.CellErrored, Code: in.ErrCode}
	case in.NotAsked != Asked:
		return results.Cell{Status: unasked(in.NotAsked), Code: string(in.NotAsked)}
	case in.Votes != nil:
		return results.Cell{Status: results.CellInconclusive, Code: CodeQuorum, Votes: in.Votes[d]}
	}
	return in.scored(d)
}

// CodeQuorum is the code of cells for which a panel had some usable replies
// and fewer than its quorum.
const CodeQuorum = "quorum"

// The codes of unassessable cells: no passage text was recorded, or no
// confidence was stated where none is required.
const (
	CodeNoEvidence   = "no_evidence"
	CodeNoConfidence = "no_confidence"
)

func (in CellsInput) unassessable(d results.Dimension) results.Cell {
	cell := results.Cell{Status: results.CellUnassessable, Code: CodeNoConfidence}
	if rubric.NeedsEvidence(in.Category, d) {
		cell.Code = CodeNoEvidence
	}
	if in.Judgement != nil && slices.Contains(in.Judgement.Guessed, d) {
		cell.Note = "guessed"
	}
	return cell
}

// unasked files the cells of an answer that no judge saw. They are
// inconclusive, not skipped: the question was run and its answer looked at.
func unasked(why NotAsked) results.CellStatus {
	switch why {
	case Decided:
		return results.CellDecided
	case NoAnswer:
		return results.CellErrored
	}
	return results.CellInconclusive
}

// scored never lets a missing score pass for an absent one: a dimension that
// should have been scored and was not is an error of the measurement.
func (in CellsInput) scored(d results.Dimension) results.Cell {
	if in.Judgement != nil {
		if s, ok := in.Judgement.Scores[d]; ok {
			cell := results.Cell{Status: results.CellScored, Score: &s.Value, Scores: s.Repeats, Reasoning: s.Reasoning, Votes: s.Votes}
			cell.Note = in.note(d, s.Votes)
			return cell
		}
	}
	return results.Cell{Status: results.CellErrored, Code: "judge_missing_dimension"}
}

// note joins the remarks on a score. A split panel is one that a reader should
// look at: one vote more would turn the verdict.
func (in CellsInput) note(d results.Dimension, votes []results.Vote) string {
	var notes []string
	if in.Truncated && rubric.NeedsEvidence(in.Category, d) {
		notes = append(notes, "truncated")
	}
	if ballot(votes, in.Floors.At(d)).Split {
		notes = append(notes, "split")
	}
	return strings.Join(notes, ",")
}
