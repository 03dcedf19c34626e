package runner

import (
	"context"
	"math"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// judge asks about the answer as often as the run says and puts every call on
// the record. The first call without a judgement is the last: a mean over
// those that happen to be there would pass for a measurement of all. What is
// said of an anchor is never taken from an earlier run.
func (m *Measurer) judge(ctx context.Context, s *sitting) error {
	s.request.Excerpt = m.Info.Judge.Excerpt
	prompt := judgeprompt.Build(s.request)
	s.found.Truncated = len(prompt.Truncated) > 0
	start := m.Now()
	var judgements []results.Judgement
	for call := range max(m.Info.JudgeRepeats, 1) {
		scored := m.Judge.ScoreRepeat(ctx, prompt, judge.Repeat{Answer: s.rec.Repeat, Call: call, Fresh: s.anchor()})
		if err := s.stopped(scored); err != nil {
			return err
		}
		s.keep(scored)
		if scored.Judgement == nil {
			break
		}
		judgements = append(judgements, *scored.Judgement)
	}
	s.rec.Times.JudgeMs = milliseconds(m.Now().Sub(start))
	if s.rec.Error == nil && s.short == "" {
		s.found.Judgement = pooled(judgements)
	}
	return nil
}

// stopped says that the judge was not done with the answer when it was
// stopped: it has no result, and its call is no error.
func (s *sitting) stopped(scored judge.Outcome) error {
	if scored.Budget != "" {
		s.halts(results.StopBudget, scored.Budget)
		return errUnmeasured
	}
	if scored.Cancelled {
		return errUnmeasured
	}
	if scored.Fatal {
		s.halts(results.StopFatal, scored.FatalMessage)
	}
	return nil
}

// keep puts the calls of one judgement on the record. Further ones sent the
// message of the first.
func (s *sitting) keep(scored judge.Outcome) {
	for _, call := range append([]results.JudgeCall{scored.Call}, scored.Others...) {
		if s.rec.Judge == nil {
			s.rec.Judge = &call
			continue
		}
		call.Prompt = nil
		s.rec.JudgeAgain = append(s.rec.JudgeAgain, call)
	}
	if scored.Err != nil {
		s.rec.Error, s.found.ErrCode = scored.Err, scored.Err.Code
	}
	s.short, s.found.Votes = scored.Short, scored.Votes
}

// pooled is the mean of several judgements of one answer. The line that goes
// with a mean is that of the score nearest to it, the first of several.
func pooled(judgements []results.Judgement) *results.Judgement {
	first := judgements[0]
	if len(judgements) == 1 {
		return &first
	}
	out := results.Judgement{Notes: first.Notes, Guessed: first.Guessed, Scores: map[results.Dimension]results.Score{}}
	for d := range first.Scores {
		var pool []results.Score
		for _, j := range judgements {
			if s, scored := j.Scores[d]; scored {
				pool = append(pool, s)
			}
		}
		// A dimension that one of them left out has no score at all.
		if len(pool) == len(judgements) {
			out.Scores[d] = meanOf(pool)
		}
	}
	return &out
}

func meanOf(pool []results.Score) results.Score {
	var out results.Score
	for _, s := range pool {
		out.Repeats = append(out.Repeats, s.Value)
		out.Votes = append(out.Votes, s.Votes...)
		out.Value += s.Value
	}
	out.Value /= float64(len(pool))
	nearest := math.Inf(1)
	for _, s := range pool {
		if d := math.Abs(s.Value - out.Value); d < nearest {
			nearest, out.Reasoning = d, s.Reasoning
		}
	}
	return out
}
