package reports

import (
	"cmp"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlScore is one dimension of a try: a score with its floor, or the words
// why there is none.
type htmlScore struct {
	Dimension string
	Score     string // "" where there is none
	Floor     string
	Below     bool
	Missing   string
	Reasoning string
	Note      string
	Judged    string // what a mean of several judgements is made of
	Votes     []htmlVote
	More      []string
}

// htmlVote is what one member of a panel gave, and in which judgement where
// there were several.
type htmlVote struct {
	Model, Given, Reasoning string
	Judgement               int // from 1; 0 where there was one
}

func scoreViews(run results.RunInfo, r *results.Record) []htmlScore {
	var out []htmlScore
	for _, d := range run.Dimensions[r.Category] {
		out = append(out, scoreView(d, r.Cells[results.SeriesOf(r.Category, d)], run.PassAt.At(d)))
	}
	return out
}

func scoreView(d results.Dimension, c results.Cell, floor float64) htmlScore {
	view := htmlScore{
		Dimension: pageLine(string(d), maxName), Floor: summary.Score(floor), Reasoning: pageText(c.Reasoning, maxPageText),
		Votes: voteViews(c.Votes), More: moreInRecords(len(c.Votes), maxCitations),
	}
	if c.Score == nil {
		view.Missing = pageLine(cellWords(c), maxReason)
		return view
	}
	view.Score = summary.Score(*c.Score, floor)
	view.Below = !summary.AtLeast(*c.Score, floor)
	view.Note = pageLine(c.Note, maxReason)
	view.Judged = strings.Trim(judgedWords(c), " ()")
	return view
}

func voteViews(votes []results.Vote) []htmlVote {
	out := make([]htmlVote, 0, min(len(votes), maxCitations))
	several := len(votes) > 0 && votes[len(votes)-1].Call > 0
	for _, v := range votes[:min(len(votes), maxCitations)] {
		view := htmlVote{Model: pageLine(v.Model, maxName), Given: pageLine(cmp.Or(v.Code, "no vote"), maxName), Reasoning: pageText(v.Reasoning, maxAnswer)}
		if v.Score != nil {
			view.Given = summary.Score(*v.Score)
		}
		if several {
			view.Judgement = v.Call + 1
		}
		out = append(out, view)
	}
	return out
}
