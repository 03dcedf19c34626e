package review

import (
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// change is what one save writes, and the words for it.
type change struct {
	saying runstore.Saying
	parts  []string // such as "grounding 2"
}

func (c change) empty() bool { return len(c.parts) == 0 }

// change compares what was sent with what stands.
func (s *Server) change(t labelTarget, form labelForm, before sayings) (change, error) {
	label := s.context(t, form, s.cfg.Now())
	stands := before.of(answerAt{label.Repeat, label.Answer})
	if form.agree {
		if s.hidesNow(t, form) {
			return change{}, refused(http.StatusConflict, "nothing was saved: the judge's scores are hidden, there is nothing to agree with")
		}
		form.scores = agreeing(t, form.scores)
	}
	var out change
	for _, d := range t.run.info.Dimensions[t.record.Category] {
		score, changed := form.scores[d]
		if !changed {
			continue
		}
		label.Dimension, label.Judge = d, t.record.Cells[results.SeriesOf(t.record.Category, d)].Score
		out.score(label, score, stands)
	}
	out.remark(label, form, stands)
	return out, nil
}

// hidesNow: the page that was sent told nothing of the judge.
func (s *Server) hidesNow(t labelTarget, form labelForm) bool {
	return !form.told && !t.run.seen.has(t.row.Seq)
}

// agreeing takes the judge's score in each dimension that has one, but where
// the person chose another.
func agreeing(t labelTarget, chosen map[results.Dimension]given) map[results.Dimension]given {
	out := map[results.Dimension]given{}
	for _, s := range judgedScores(t.run.info, t.record) {
		out[s.dimension] = given(agreed(s.score, s.floor))
	}
	for d, c := range chosen {
		if c != 0 {
			out[d] = c
		}
	}
	return out
}

// agreed is the whole score of a person who agrees with the judge, whose score
// can be the mean of several: the nearest one on the judge's side of the floor.
func agreed(judge, floor float64) int {
	nearest := math.Round(judge)
	switch passes := judge >= floor-tolerance; {
	case passes && nearest < floor-tolerance:
		nearest++
	case !passes && nearest >= floor-tolerance:
		nearest--
	}
	return int(min(max(nearest, 1), 5))
}

// score adds a label, or takes the standing one back.
func (c *change) score(label results.Label, score given, stands sayings) {
	old, stood := stands.labels[label.Dimension]
	switch {
	case score == 0 && stood:
		c.saying.Withdrawn = append(c.saying.Withdrawn, withdrawal(label, label.Dimension))
		c.parts = append(c.parts, string(label.Dimension)+" without a score")
	case score != 0 && (!stood || old.Score != float64(score)):
		label.Score = float64(score)
		c.saying.Labels = append(c.saying.Labels, label)
		c.parts = append(c.parts, string(label.Dimension)+" "+strconv.Itoa(int(score)))
	}
}

// remark writes flag and comment together, as they stand in one line.
func (c *change) remark(label results.Label, form labelForm, stands sayings) {
	var old results.Remark
	if stands.remark != nil {
		old = *stands.remark
	}
	now := results.Remark{
		ID: label.ID, Repeat: label.Repeat, Rater: label.Rater, At: label.At, Answer: label.Answer,
		Flag: old.Flag, Comment: old.Comment,
	}
	if form.flag != nil {
		now.Flag = *form.flag
	}
	if form.comment != nil {
		now.Comment = *form.comment
	}
	if now.Flag == old.Flag && now.Comment == old.Comment {
		return
	}
	c.parts = append(c.parts, remarkWords(old, now)...)
	if !now.Flag && now.Comment == "" {
		c.saying.Withdrawn = append(c.saying.Withdrawn, withdrawal(label, ""))
		return
	}
	c.saying.Remarks = append(c.saying.Remarks, now)
}

func remarkWords(old, now results.Remark) []string {
	var out []string
	switch {
	case now.Flag && !old.Flag:
		out = append(out, "flagged")
	case old.Flag && !now.Flag:
		out = append(out, "no flag")
	}
	switch {
	case now.Comment == old.Comment:
	case now.Comment == "":
		out = append(out, "no comment")
	default:
		out = append(out, "comment")
	}
	return out
}

func withdrawal(label results.Label, d results.Dimension) runstore.Withdrawal {
	return runstore.Withdrawal{ID: label.ID, Repeat: label.Repeat, Dimension: d, Rater: label.Rater, At: label.At}
}

// words names what a change did to a question.
func (c change) words() string { return strings.Join(c.parts, ", ") }
