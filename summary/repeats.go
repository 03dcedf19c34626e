package summary

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// repeats watches what comes out differently when the same thing is done
// again: tries of a question and judgements of an answer.
type repeats struct {
	answers, judgements int
	everyTime, once     share
	flaky               int
	named               []results.FlakyQuestion
}

func newRepeats(info results.RunInfo) repeats {
	return repeats{answers: max(1, info.Repeats), judgements: max(1, info.JudgeRepeats)}
}

func (p *repeats) planned() bool { return p.answers > 1 || p.judgements > 1 }

// add takes in the tries of one question; missing ones have no record.
func (p *repeats) add(q results.Question, records []*results.Record) {
	if !p.planned() {
		return
	}
	tries := countTries(records)
	tries.Other = p.answers - tries.Pass - tries.Fail
	every, once := p.sides(tries)
	p.everyTime.addOne(q.Group, every)
	p.once.addOne(q.Group, once)
	if tries.Pass == 0 || tries.Fail == 0 {
		return
	}
	if p.flaky++; p.flaky <= results.MaxFlaky {
		tries.ID, tries.Critical = q.ID, q.Critical
		p.named = append(p.named, tries)
	}
}

// countTries counts passes and failures among the records of one question, and
// what was neither.
func countTries(records []*results.Record) results.FlakyQuestion {
	var out results.FlakyQuestion
	for _, r := range records {
		switch r.Verdict {
		case results.Pass:
			out.Pass++
		case results.Fail:
			out.Fail++
		default:
			out.Other++
		}
	}
	return out
}

// outcome is a yes, a no, or open while missing tries could change it.
type outcome int

const (
	open outcome = iota
	yes
	no
)

// sides says whether every try passes and whether one does, with all that is
// missing counted as failed and as passed: an answer that both agree on is
// settled.
func (p *repeats) sides(t results.FlakyQuestion) (every, once outcome) {
	everyWorst, onceWorst, _ := stats.PassK(p.answers, t.Pass, p.answers)
	everyBest, onceBest, _ := stats.PassK(p.answers, t.Pass+t.Other, p.answers)
	return settled(everyWorst, everyBest), settled(onceWorst, onceBest)
}

func settled(worst, best float64) outcome {
	switch {
	case worst != best:
		return open
	case worst == 1:
		return yes
	}
	return no
}

// summary is nil for a run that did everything once.
func (p *repeats) summary(series []*series) *results.RepeatSummary {
	if !p.planned() {
		return nil
	}
	out := &results.RepeatSummary{
		Answers: p.answers, Judgements: p.judgements,
		PassEveryTime: p.everyTime.rate("no question was decided"),
		PassOnce:      p.once.rate("no question was decided"),
		Flaky:         p.flaky, FlakyQuestions: append([]results.FlakyQuestion{}, p.named...),
		Spread: []results.SeriesSpread{},
	}
	for _, s := range series {
		out.Spread = append(out.Spread, results.SeriesSpread{
			Name: s.name, Answers: s.tries.summary("question"), Judgements: s.judgements.summary("answer"),
		})
	}
	return out
}
