// Package runner takes a run from its first question to its last: it gets
// each answer, checks it, has it judged where judgement is needed, and
// appends one record per question as that question ends.
//
// A question that fails is a value in its record and never stops another
// one. What no further question could survive (a refused key, a spent quota,
// a broken target, a full disk) starts no new question and lets those in
// flight end; an interrupt starts none and cuts those in flight short. Either
// is told in the Outcome. Questions that were not asked or not finished have
// no record and count as skipped.
package runner

import (
	"context"
	"time"

	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/targets"
)

// Judge scores one answer. It is asked by several goroutines at once.
type Judge interface {
	Score(ctx context.Context, p judgeprompt.Prompt) judge.Outcome
}

// Plan is a run about to start. What is to be measured and how is taken from
// the store alone, its questions and its run.json (repeats, concurrency,
// confidence, floors, judge.when, excerpt), so that the run does what its
// folder says.
type Plan struct {
	Store  *runstore.Run // open for writing; see Prepare
	Target targets.Target
	// Live says that each answer is a call: it is timed, and kept before it
	// is judged so that a kill does not cost it.
	Live bool
	// Checkouts are the repositories that questions name as evidence, by the
	// name they use.
	Checkouts map[string]*repository.Index
	Judge     Judge // nil asks nobody
	Now       func() time.Time
	// Progress is called after each record, never twice at once; nil is told
	// nothing.
	Progress func(Event)
}

// Event is a record that has just been written.
type Event struct {
	Done, Planned int // records written, records planned
	ID            string
	Verdict       results.Verdict
}

// Outcome is how a run ended. Recorded and Skipped add up to Planned.
type Outcome struct {
	Planned, Recorded, Skipped int
	Stop                       *results.Stop // nil when every question was asked
}

// DefaultConcurrency is how many questions are in flight when run.json names
// no number: quick, and within what providers allow a new key.
const DefaultConcurrency = 8
