// Package runstore keeps runs on disk: one folder per run, one line per
// record. What was appended survives a kill at any moment; a torn last line
// is dropped with a notice and nothing else is ever dropped in silence.
//
// What is appended reaches the disk within 200 ms, and no more than 64 lines of
// a file wait for that.
//
// The package does not judge, sum or render, and one run has one writer at a
// time: see Create and Reopen.
package runstore

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"github.com/evalrun/evalrun/results"
)

// The files of a run folder.
const (
	InfoFile      = "run.json"
	QuestionsFile = "questions.jsonl"
	RecordsFile   = "records.jsonl"
	AnswersFile   = "answers.jsonl"
	lockFile      = "lock"
)

// Run is one run folder. All methods may be called from several goroutines.
type Run struct {
	path     string
	warnings []string

	mu       sync.Mutex // guards info, the indexes and what only a writer has
	info     results.RunInfo
	index    index        // of the records
	fresh    fresh        // for a follower; nil without one
	places   *entryPlaces // what Entry has looked through; nil before
	kept     index        // of the answers, where the run was reopened
	reopened bool
	scrub    func([]byte) []byte
	records  *appender // nil when the run was opened for reading
	answers  *appender // nil until there is one to keep
	lock     *lock
	changed  sync.Cond // a record was appended, a flush ended or the run was closed
	finished bool
}

// Options are what a writer needs from outside.
type Options struct {
	// Now names the folder; its zone does not matter.
	Now time.Time
	// Rand yields the four hex digits that keep apart runs of one second.
	Rand io.Reader
	// Scrub removes secrets from everything written. It leaves its argument as
	// it is and may be called by several goroutines at once; nil writes
	// everything as it is.
	Scrub func([]byte) []byte
}

// Create makes a new folder in runsDir, which is made when it is missing,
// writes run.json and locks the run for this process. The folder's name is
// put into the run's ID. Close releases the lock.
func Create(runsDir string, info results.RunInfo, opt Options) (*Run, error) {
	path, err := makeFolder(runsDir, info.Suite.Name, opt)
	if err != nil {
		return nil, err
	}
	info.Schema = results.RunSchema
	info.ID = filepath.Base(path)
	r := &Run{path: path, info: info, scrub: opt.Scrub}
	if err := r.startWriting(); err != nil {
		return nil, err
	}
	if err := r.writeInfo(); err != nil {
		return nil, closeAfter(r, err)
	}
	return r, nil
}

// Open reads a run that has been written or is being written by another
// process. It takes no lock and changes nothing.
func Open(path string) (*Run, error) {
	info, err := readInfo(path)
	if err != nil {
		return nil, err
	}
	r := &Run{path: path, info: info}
	if err := r.loadIndex(); err != nil {
		return nil, err
	}
	return r, nil
}

// Reopen opens a run to append to it: it takes the lock and cuts off torn
// last lines, so that the next ones do not continue them. The error is
// ErrLocked while another process writes the run.
func Reopen(path string, scrub func([]byte) []byte) (*Run, error) {
	info, err := readInfo(path)
	if err != nil {
		return nil, err
	}
	r := &Run{path: path, info: info, scrub: scrub, reopened: true}
	if err := r.startWriting(); err != nil {
		return nil, err
	}
	if err := r.continueFiles(); err != nil {
		return nil, closeAfter(r, err)
	}
	return r, nil
}

func (r *Run) continueFiles() error {
	// Between its name and the lock another process may have written on.
	info, err := readInfo(r.path)
	if err != nil {
		return err
	}
	r.info = info
	if err := r.loadIndex(); err != nil {
		return err
	}
	if err := r.loadAnswers(); err != nil {
		return err
	}
	return r.records.continueAt(r.index.end)
}

// startWriting takes the lock before it opens the files, so that a second
// writer touches nothing.
func (r *Run) startWriting() (err error) {
	r.changed.L = &r.mu
	if r.lock, err = acquire(filepath.Join(r.path, lockFile)); err != nil {
		return fmt.Errorf("lock run %s: %w", r.path, err)
	}
	if r.records, err = openAppender(filepath.Join(r.path, RecordsFile)); err != nil {
		return closeAfter(r, err)
	}
	return nil
}

func closeAfter(r *Run, err error) error { return errors.Join(err, r.Close()) }

// Path returns the run's folder.
func (r *Run) Path() string { return r.path }

// Warnings returns what a reader of this run should be told, such as that a
// torn last line was dropped.
func (r *Run) Warnings() []string { return r.warnings }

// Info returns what run.json says.
func (r *Run) Info() results.RunInfo {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.info
}

// SetInfo replaces run.json by info while the run goes on. The run's ID stays.
func (r *Run) SetInfo(info results.RunInfo) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records == nil {
		return ErrReadOnly
	}
	return r.replaceInfo(info)
}

// Finish makes the records durable and then replaces run.json by info. The
// run's ID stays.
func (r *Run) Finish(info results.RunInfo) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.syncFiles(); err != nil {
		return err
	}
	if err := r.replaceInfo(info); err != nil {
		return err
	}
	r.finished = true
	return nil
}

func (r *Run) replaceInfo(info results.RunInfo) error {
	info.Schema, info.ID = results.RunSchema, r.info.ID
	r.info = info
	return r.writeInfo()
}

func (r *Run) syncFiles() error {
	for _, a := range []*appender{r.records, r.answers} {
		r.settle(a)
		if err := a.sync(); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the run's files and releases its lock. The run can still be
// read.
func (r *Run) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range []*appender{r.records, r.answers} {
		a.end()
	}
	r.settle(r.records)
	r.settle(r.answers)
	first := r.records.close()
	if err := r.answers.close(); first == nil {
		first = err
	}
	r.records, r.answers = nil, nil
	r.changed.Broadcast()
	if err := r.lock.release(); first == nil {
		first = err
	}
	r.lock = nil
	return first
}
