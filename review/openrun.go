package review

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// openRun is one run as it was last read. It holds rows and no answers, does
// not change, and may be used by several goroutines.
type openRun struct {
	name  string // in addresses
	path  string
	info  results.RunInfo
	doc   results.ReportDoc // without questions
	rows  []row             // in suite order
	bySeq map[int]int       // place in rows
	store *runstore.Run
	log   *runstore.LabelLog
	queue queue
	seen  *seenJudge // that of all readings of the run
}

// readRun reads a run in one pass.
func (l *library) readRun(s *shelf) (*openRun, error) {
	run, err := l.openWithoutRows(s)
	if err != nil {
		return nil, err
	}
	if run.doc, err = l.assess(run.store.Info, run.through(run.store.Outcomes())); err != nil {
		return nil, err
	}
	run.queue = queueOf(run.info.ID, run.rows)
	return run, nil
}

func (l *library) openWithoutRows(s *shelf) (*openRun, error) {
	store, err := runstore.Open(s.path)
	if err != nil {
		return nil, err
	}
	info := store.Info()
	return &openRun{
		name: s.name, path: s.path, info: info, bySeq: map[int]int{},
		store: store, log: store.LabelLog(l.scrub(info)), seen: s.seen,
	}, nil
}

// through keeps a row of each entry that passes by.
func (o *openRun) through(entries iter.Seq2[results.Entry, error]) iter.Seq2[results.Entry, error] {
	return func(yield func(results.Entry, error) bool) {
		for e, err := range entries {
			if err == nil {
				o.bySeq[e.Question.Seq] = len(o.rows)
				o.rows = append(o.rows, rowOf(o.info, e))
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// row finds a question by its seq.
func (o *openRun) row(seq int) (*row, bool) {
	at, known := o.bySeq[seq]
	if !known {
		return nil, false
	}
	return &o.rows[at], true
}

// entry reads the whole question.
func (o *openRun) entry(seq int) (results.Entry, error) {
	e, err := o.store.Entry(seq)
	if errors.Is(err, runstore.ErrNoQuestion) {
		return e, missing("run %s has no question %d", o.name, seq)
	}
	if err != nil {
		return e, fmt.Errorf("read question %d: %w", seq, err)
	}
	return e, nil
}

// said is what people say of the run. Labels that cannot be read are told and
// hide no run: its pages are then as if nobody had said anything.
func (o *openRun) said() (said *runstore.Opinions, notices []string, err error) {
	said, err = o.log.Read()
	if problems, ok := errors.AsType[runstore.LabelProblems](err); ok {
		return nil, []string{fmt.Sprintf("the labels cannot be read: %s", strings.Join(problems.Lines(), "; "))}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return said, said.Warnings(), nil
}

// growing: the run was being written when it was read.
func (o *openRun) growing() bool { return o.info.Status == results.RunRunning }
