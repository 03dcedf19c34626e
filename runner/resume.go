package runner

import (
	"errors"
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

// ResumeOptions say what a run is to be continued with.
type ResumeOptions struct {
	// Info is what run.json would say if the run started now.
	Info results.RunInfo
	// KeepErrors leaves records that ended in an error, or below the quorum of
	// a panel, as they are.
	KeepErrors bool
	// ForceMixed goes on although another target, judge, prompt or version of
	// the checks is used now than before.
	ForceMixed bool
}

// ErrMixed is found by errors.Is in the error of Resume when the records of
// the run would come from two ways of measuring.
var ErrMixed = errors.New("the run was measured in another way")

// ResumePlan says what a reopened run still has to do. The zero value, and
// nil, have nothing done.
type ResumePlan struct {
	Kept    map[results.Verdict]int // records that stay, by verdict
	Retried int                     // records of an error, or below a quorum, that are made anew
	Changed int                     // records of a question that was changed since, made anew
	Open    int                     // questions and repeats to record, those two included
	Reused  int                     // those of them whose answer is there
	// Notes say what differs from what the run began with. They stand in
	// run.json too.
	Notes []string

	// next is the generation that each question and repeat is recorded with,
	// stays where it has its record.
	next []int32
}

// stays marks a question and repeat that has its record.
const stays = -1

// Resume finds out what a reopened run has left to do and writes down that it
// goes on. What the run says of itself holds: its questions, floors, gate,
// confidence and repeats, whatever the suite says now. A question whose text
// was changed since takes its new form and is asked again.
//
// A run that was killed before it had its questions gets those of the suite,
// and its run.json becomes that of a run that starts now.
func Resume(store *runstore.Run, s *suites.Suite, opt ResumeOptions) (*ResumePlan, error) {
	fail := func(err error) (*ResumePlan, error) {
		return nil, fmt.Errorf("resume run %s: %w", store.Info().ID, err)
	}
	if !store.HasQuestions() {
		if err := restart(store, s, opt.Info); err != nil {
			return fail(err)
		}
		return &ResumePlan{Open: store.Info().Planned}, nil
	}
	was := store.Info()
	mixed := differences(was, opt.Info)
	if len(mixed) > 0 && !opt.ForceMixed {
		return fail(fmt.Errorf("%w: %s", ErrMixed, strings.Join(mixed, "; ")))
	}
	edits, err := adopt(store, s)
	if err != nil {
		return fail(err)
	}
	plan, err := leftover(store, opt.KeepErrors)
	if err != nil {
		return fail(err)
	}
	plan.Notes = append(append(prefixed(mixedNote, mixed), edits.notes()...), held(was, opt.Info)...)
	if err := store.SetInfo(resumed(was, opt.Info, edits, len(mixed) > 0, plan.Notes)); err != nil {
		return fail(err)
	}
	return plan, nil
}

// restart begins a run that has no questions yet.
func restart(store *runstore.Run, s *suites.Suite, now results.RunInfo) error {
	if err := store.SetInfo(now); err != nil {
		return err
	}
	return Prepare(store, s, FilterOf(now.Selection))
}
