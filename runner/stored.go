package runner

import (
	"context"
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

// repeating is a target that tells the repeats of a question apart: recorded
// answers may hold one for each.
type repeating interface {
	AnswerRepeat(ctx context.Context, q suites.Question, repeat int) (answers.Answer, error)
}

func (m *Measurer) fromTarget(ctx context.Context, q suites.Question, repeat int) (answers.Answer, error) {
	if t, ok := m.Target.(repeating); ok {
		return t.AnswerRepeat(ctx, q, repeat)
	}
	return m.Target.Answer(ctx, q)
}

// PrepareFrom is Prepare with the questions of another run, as they were when
// it began.
func PrepareFrom(store, from *runstore.Run) error {
	n, err := store.WriteQuestions(from.Questions())
	if err != nil {
		return fmt.Errorf("prepare run: %w", err)
	}
	info := store.Info()
	if planned := n * max(info.Repeats, 1); planned != info.Planned {
		return fmt.Errorf("prepare run: %s has %d questions to ask where %d were planned", from.Path(), planned, info.Planned)
	}
	return nil
}

// Leave is the plan of a run that leaves out what had no result in the run
// whose answers it takes: it has the questions, so that they are missing in
// every figure, and asks nothing about them. What is left out counts among
// what stays, for only a stop of this run may leave out more. It is nil when
// nothing is left out.
func Leave(store *runstore.Run, out func(q results.Question, repeat int) bool) (*ResumePlan, error) {
	plan := &ResumePlan{Kept: map[results.Verdict]int{}}
	repeats := max(store.Info().Repeats, 1)
	for q, err := range store.Questions() {
		if err != nil {
			return nil, err
		}
		for repeat := range repeats {
			if out(q, repeat) {
				plan.Kept[results.Skipped]++
				plan.next = append(plan.next, stays)
				continue
			}
			plan.Open++
			plan.next = append(plan.next, 0)
		}
	}
	if len(plan.Kept) == 0 {
		return nil, nil
	}
	return plan, nil
}
