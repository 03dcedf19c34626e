package main

import (
	"fmt"
	"hash/maphash"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
)

// leaveOut plans a run over stored answers and names where it and the run they
// come from do not fit: questions without an answer, which are skipped, answers
// without a question, and questions that now ask something else.
func (e *evaluation) leaveOut(store *runstore.Run, p storedRun) (*runner.ResumePlan, error) {
	if err := p.fill(store); err != nil {
		return nil, err
	}
	asked := wordings{seed: maphash.MakeSeed(), queries: map[string]uint64{}}
	var skipped few
	plan, err := runner.Leave(store, func(q results.Question, repeat int) bool {
		asked.add(q)
		if q.Frozen != nil || p.stored.has(q.ID, repeat) {
			return false
		}
		skipped.add(repeatName(q.ID, repeat, p.stored.repeats))
		return true
	})
	if err != nil {
		return nil, err
	}
	unasked, reworded, err := asked.compare(p.stored)
	if err != nil {
		return nil, err
	}
	for _, told := range []struct {
		few
		noun, what string
	}{
		{skipped, "answer", "missing in run " + p.info.From + " and skipped"},
		{unasked, "stored answer", "of run " + p.info.From + " without a question"},
		{reworded, "question", "in other words than when answered"},
	} {
		if told.n > 0 {
			e.host.say("%s %s: %s", count(told.n, told.noun), told.what, told.few)
		}
	}
	return plan, nil
}

func repeatName(id string, repeat, repeats int) string {
	if repeats == 1 {
		return id
	}
	return fmt.Sprintf("%s (repeat %d)", id, repeat+1)
}

// wordings keep a hash of each question's query, by its id.
type wordings struct {
	seed    maphash.Seed
	queries map[string]uint64
}

func (w wordings) add(q results.Question) { w.queries[q.ID] = maphash.String(w.seed, q.Query) }

// compare goes over the questions that have an answer, in the order of their
// run: which are not asked any more, and which in other words.
func (w wordings) compare(stored *storedAnswers) (unasked, reworded few, err error) {
	for q, err := range stored.run.Questions() {
		if err != nil {
			return unasked, reworded, err
		}
		if !stored.answered(q.ID) {
			continue
		}
		switch query, asked := w.queries[q.ID]; {
		case !asked:
			unasked.add(q.ID)
		case query != maphash.String(w.seed, q.Query):
			reworded.add(q.ID)
		}
	}
	return unasked, reworded, nil
}
