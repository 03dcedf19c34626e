package main

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// storedAnswers are the answers of an earlier run as the target of another
// one. They are found by the ids of its questions.
type storedAnswers struct {
	run     *runstore.Run
	records *runstore.Lookup
	repeats int
	seqs    map[string]int          // of the run's questions
	absent  map[questionRepeat]bool // without a result there
	roots   map[string]bool         // repositories that its questions name
}

type questionRepeat struct{ seq, repeat int }

// openStored goes over a run once, so that what is wrong with it is met before
// anybody is asked. Close must follow.
func openStored(h host, folder string) (*storedAnswers, error) {
	store, err := openRun(h, folder)
	if err != nil {
		return nil, err
	}
	if !store.HasQuestions() {
		return nil, &failure{code: verdict.ExitUsage, err: fmt.Errorf("%s holds no questions: the run was killed before its first one", folder)}
	}
	if store.Info().Status == results.RunRunning {
		h.say("run %s has not ended: it is still going on or was killed; what it has so far counts", store.Info().ID)
	}
	s := &storedAnswers{
		run: store, repeats: max(store.Info().Repeats, 1),
		seqs: map[string]int{}, absent: map[questionRepeat]bool{}, roots: map[string]bool{},
	}
	for e, err := range store.Outcomes() {
		if err == nil {
			err = s.note(e)
		}
		if err != nil {
			return nil, err
		}
	}
	s.records, err = store.Lookup()
	return s, err
}

func (s *storedAnswers) note(e results.Entry) error {
	q, err := suites.FromSnapshot(e.Question)
	if err != nil {
		return err
	}
	s.seqs[q.ID] = q.Seq
	if rule := q.Rubric.Grounding; rule != nil && rule.Root != "" {
		s.roots[rule.Root] = true
	}
	for repeat := range s.repeats {
		s.absent[questionRepeat{q.Seq, repeat}] = true
	}
	for _, rec := range e.Records {
		delete(s.absent, questionRepeat{q.Seq, rec.Repeat})
	}
	return nil
}

// has reports whether the run has a result, an answer or the error in its
// place, of one repeat of a question.
func (s *storedAnswers) has(id string, repeat int) bool {
	seq, known := s.seqs[id]
	return known && repeat < s.repeats && !s.absent[questionRepeat{seq, repeat}]
}

func (s *storedAnswers) record(id string, repeat int) (results.Record, error) {
	if !s.has(id, repeat) {
		return results.Record{}, fmt.Errorf("run %s has no result for question %q", s.run.Info().ID, id)
	}
	rec, _, err := s.records.Record(s.seqs[id], repeat)
	return rec, err
}

func (s *storedAnswers) answered(id string) bool {
	for repeat := range s.repeats {
		if s.has(id, repeat) {
			return true
		}
	}
	return false
}

// Close closes the run.
func (s *storedAnswers) Close() error { return s.records.Close() }

// few counts names and keeps the first of them for a message.
type few struct {
	n     int
	names []string
}

const mostNamed = 20

func (f *few) add(name string) {
	if f.n++; len(f.names) < mostNamed {
		f.names = append(f.names, name)
	}
}

func (f few) String() string { return list(f.names, f.n) }
