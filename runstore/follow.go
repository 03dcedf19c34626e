package runstore

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// ErrUnfinished ends Follow when the run was closed without Finish.
var ErrUnfinished = errors.New("the run was not finished")

// Follow yields what Outcomes will yield, while the run is still written:
// each question as soon as all its repeats have a record and the questions
// before it were yielded, the rest when the run is closed. So that nothing
// has to be taken back, a record of a question that was yielded already ends
// it with an error, as a further generation would; Outcomes then has the
// valid entries. In a reopened run any record may get one: all its entries
// come when it is closed. Follow must start after WriteQuestions and Close must
// follow.
func (r *Run) Follow() iter.Seq2[results.Entry, error] {
	if r.reopened {
		return r.followToTheEnd
	}
	return func(yield func(results.Entry, error) bool) {
		w, err := r.newWalk(digest())
		if err != nil {
			yield(results.Entry{}, fmt.Errorf("read records: %w", err))
			return
		}
		defer w.close()
		r.startFresh(w)
		f := follower{run: r, walk: w, waiting: map[uint32][]place{}, repeats: max(1, r.Info().Repeats)}
		for q, err := range r.Questions() {
			var entry results.Entry
			if err == nil {
				entry, err = f.entry(q)
			}
			if !yield(entry, err) || err != nil {
				return
			}
		}
		if err := f.end(); err != nil {
			yield(results.Entry{}, err)
		}
	}
}

func (r *Run) followToTheEnd(yield func(results.Entry, error) bool) {
	r.mu.Lock()
	for r.records != nil {
		r.changed.Wait()
	}
	finished := r.finished
	r.mu.Unlock()
	for e, err := range r.Outcomes() {
		if !yield(e, err) || err != nil {
			return
		}
	}
	if !finished {
		yield(results.Entry{}, ErrUnfinished)
	}
}

// startFresh has records wait in memory for a walk that follows.
func (r *Run) startFresh(w *walk) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fresh = fresh{}
	w.fresh = func(offset int64) (results.Record, bool) {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.fresh.take(offset)
	}
}

// follower sorts records by question as they arrive.
type follower struct {
	run     *Run
	walk    *walk
	waiting map[uint32][]place
	seen    int // places of the index that were sorted in
	repeats int
}

func (f *follower) entry(q results.Question) (results.Entry, error) {
	seq := uint32(q.Seq) // what is not of this range has no record and waits for the end
	f.await(func() bool { return len(f.waiting[seq]) >= f.repeats })
	f.walk.places = f.waiting[seq]
	slices.SortFunc(f.walk.places, inOrder)
	delete(f.waiting, seq)
	return f.walk.entry(q)
}

// await returns when enough has arrived or the run is closed.
func (f *follower) await(enough func() bool) {
	f.run.mu.Lock()
	defer f.run.mu.Unlock()
	for {
		for _, p := range f.run.index.places[f.seen:] {
			f.waiting[p.seq] = append(f.waiting[p.seq], p)
		}
		f.seen = len(f.run.index.places)
		f.walk.reader.end = f.run.index.end
		if enough() || f.run.records == nil {
			return
		}
		f.run.changed.Wait()
	}
}

func (f *follower) end() error {
	f.await(func() bool { return false })
	for _, places := range f.waiting {
		return fmt.Errorf("%s: record of a question that is not in %s or was read before", f.walk.at(places[0]), QuestionsFile)
	}
	f.run.mu.Lock()
	defer f.run.mu.Unlock()
	if !f.run.finished {
		return ErrUnfinished
	}
	return nil
}
