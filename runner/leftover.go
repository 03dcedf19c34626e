package runner

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

// survey goes over what a reopened run has.
type survey struct {
	store       *runstore.Run
	keepErrors  bool
	generations func(seq, repeat int) (record, answer int)
	plan        ResumePlan
}

// leftover goes over the records once. It holds four bytes for each question
// and repeat.
func leftover(store *runstore.Run, keepErrors bool) (*ResumePlan, error) {
	v := survey{store: store, keepErrors: keepErrors, generations: store.Generations()}
	v.plan.Kept = map[results.Verdict]int{}
	records := make([]*results.Record, max(store.Info().Repeats, 1))
	for e, err := range store.Outcomes() {
		if err != nil {
			return nil, err
		}
		clear(records)
		for i := range e.Records {
			if n := e.Records[i].Repeat; n < len(records) {
				records[n] = &e.Records[i]
			}
		}
		for repeat, rec := range records {
			if err := v.settle(e.Question, repeat, rec); err != nil {
				return nil, err
			}
		}
	}
	return &v.plan, nil
}

// Settled reports whether a run has all its records, so that resuming it with
// the suite as it is now would ask nothing. It only reads.
func Settled(store *runstore.Run, s *suites.Suite, keepErrors bool) (bool, error) {
	if !store.HasQuestions() || store.Info().SuiteHash != s.SuiteHash {
		return false, nil
	}
	plan, err := leftover(store, keepErrors)
	return err == nil && plan.Open == 0, err
}

// settle says what is to be done about one question and repeat; rec is nil
// where it has no record of the question as it stands.
func (v *survey) settle(q results.Question, repeat int, rec *results.Record) error {
	p := &v.plan
	if rec != nil && rec.Final && (v.keepErrors || rec.Error == nil && votesBelowQuorum(*rec) == nil) {
		p.Kept[rec.Verdict]++
		p.next = append(p.next, stays)
		return nil
	}
	kept, err := keptFor(v.store, q, repeat)
	if err != nil {
		return err
	}
	record, answer := v.generations(q.Seq, repeat)
	next := record + 1
	if kept == nil {
		// An answer to another wording has used up its generation.
		next = max(next, answer+1)
	} else {
		p.Reused++
	}
	switch {
	case rec != nil:
		p.Retried++
	case record >= 0:
		p.Changed++
	}
	p.Open++
	p.next = append(p.next, int32(next))
	return nil
}

// keptFor returns the answer that the run has to the question as it stands.
func keptFor(store *runstore.Run, q results.Question, repeat int) (*results.KeptAnswer, error) {
	kept, found, err := store.Kept(q.Seq, repeat)
	if err != nil || !found || kept.ContentHash != q.ContentHash {
		return nil, err
	}
	if kept.ID != q.ID {
		return nil, fmt.Errorf("answer to question %q has the seq of %q", kept.ID, q.ID)
	}
	return &kept, nil
}

// kept counts the records that stay.
func (p *ResumePlan) kept() (n int) {
	if p == nil {
		return 0
	}
	for _, count := range p.Kept {
		n += count
	}
	return n
}

// task is what is to be done about a question and repeat, nil when it has its
// record; unit counts them from 0 in the order of the run.
func (p *ResumePlan) task(store *runstore.Run, unit int, q results.Question, repeat int) (*Task, error) {
	t := &Task{Question: q, Repeat: repeat}
	if p == nil || p.next == nil {
		return t, nil
	}
	if p.next[unit] == stays {
		return nil, nil
	}
	t.Generation = int(p.next[unit])
	var err error
	t.Kept, err = keptFor(store, q, repeat)
	return t, err
}
