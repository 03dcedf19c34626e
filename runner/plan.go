// Package runner takes a run from its first question to its last: it gets
// each answer, checks it, has it judged where judgement is needed, and
// appends one record per question as that question ends. A run that ended
// early is continued where it stands; see Resume.
//
// A question that fails is a value in its record and never stops another
// one. What no further question could survive (a refused key, a spent quota
// or budget, a broken target, a full disk, errors of the way to a model in a
// row) starts no new question and lets those in flight end; an interrupt and
// the end of the time do too, and cut them short after a grace. Each is told
// in the Outcome. Questions that were not asked or not finished have no
// record and count as skipped; what was answered and not judged keeps its
// answer.
package runner

import (
	"context"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/targets"
)

// Judge scores one answer. It is asked by several goroutines at once, and
// about one answer as often as run.json says; see judge.Repeat.
type Judge interface {
	ScoreRepeat(ctx context.Context, p judgeprompt.Prompt, r judge.Repeat) judge.Outcome
}

// Plan is a run about to start. What is to be measured and how is taken from
// the store alone, its questions and its run.json (repeats, judge repeats,
// both concurrencies, confidence, floors, judge.when, excerpt), so that the
// run does what its folder says.
type Plan struct {
	Store  *runstore.Run // open for writing; see Prepare
	Resume *ResumePlan   // what is left of a reopened run; nil asks everything
	Target targets.Target
	// Live says that each answer is a call: it is timed, and kept before it
	// is judged so that a kill does not cost it.
	Live bool
	// Checkouts are the repositories that questions name as evidence, by the
	// name they use.
	Checkouts map[string]*repository.Index
	Judge     Judge // nil asks nobody
	// Arrange puts what the judge is shown of the sources in another order; nil
	// leaves them in that of the answer. The checks see the answer's.
	Arrange func(id string, repeat int, evidence []answers.Passage) []answers.Passage
	Now     func() time.Time
	// Elsewhere, where it is set, measures in the place of Target and Judge. Of
	// Target the answers are taken that are recorded.
	Elsewhere Elsewhere
	// Window is how many questions are handed out to Elsewhere at once; 0 is
	// DefaultWindow.
	Window int

	// Interrupt, once it is closed, starts no new question. Those in flight
	// have the Grace to finish, DefaultGrace when it is 0.
	Interrupt <-chan struct{}
	Grace     time.Duration
	// Deadline is the budget of time: it ends a run as an interrupt does. The
	// zero time is none.
	Deadline time.Time
	// Breaker is how many errors of the way to the target, or to the judge,
	// in a row stop the run. 0 is 30 % of what is planned, at least 3 and at
	// most 20.
	Breaker int

	// Progress is called after each record, never twice at once; nil is told
	// nothing.
	Progress func(Event)
}

// Event is a record that has just been written.
type Event struct {
	Done, Planned int // records that stand, records planned
	ID            string
	Verdict       results.Verdict
	Record        *results.Record // valid during the call, not to be changed
}

// Outcome is how a run ended. Recorded counts the records that stand, those
// a resumed run had before too; with Skipped it adds up to Planned.
type Outcome struct {
	Planned, Recorded, Skipped int
	Stop                       *results.Stop // nil when every question was asked
}

// DefaultConcurrency is how many questions are in flight when run.json names
// no number: quick, and within what providers allow a new key.
const DefaultConcurrency = 8

// DefaultGrace lets most calls in flight end, which were paid for, and is what
// somebody who interrupts will wait.
const DefaultGrace = 10 * time.Second
