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
	People    *htmlPeople // nil where nobody said anything
}

// htmlVote is what one member of a panel gave, and in which judgement where
// there were several.
type htmlVote struct {
	Model, Given, Reasoning string
	Judgement               int // from 1; 0 where there was one
}

func (s *sheet) scores(r *results.Record) []htmlScore {
	var out []htmlScore
	for _, d := range s.run.Dimensions[r.Category] {
		view := s.score(d, r.Cells[results.SeriesOf(r.Category, d)])
		view.People = s.people(r, d)
		out = append(out, view)
	}
	return out
}

func (s *sheet) score(d results.Dimension, c results.Cell) htmlScore {
	floor := s.run.PassAt.At(d)
	view := htmlScore{Dimension: pageLine(string(d), maxName), Floor: summary.Score(floor), Reasoning: s.text(c.Reasoning, maxPageText)}
	view.Votes, view.More = s.votes(c.Votes)
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

func (s *sheet) votes(votes []results.Vote) (out []htmlVote, more []string) {
	shown := s.room.items(len(votes), maxCitations)
	several := len(votes) > 0 && votes[len(votes)-1].Call > 0
	for _, v := range votes[:shown] {
		view := htmlVote{Model: pageLine(v.Model, maxName), Given: pageLine(cmp.Or(v.Code, "no vote"), maxName), Reasoning: s.text(v.Reasoning, maxAnswer)}
		if v.Score != nil {
			view.Given = summary.Score(*v.Score)
		}
		if several {
			view.Judgement = v.Call + 1
		}
		out = append(out, view)
	}
	return out, moreInRecords(len(votes), shown)
}
