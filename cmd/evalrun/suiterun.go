package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
)

// runSuite runs one suite to its reports. The error is a run that could not
// be made or finished; what the run found is in the view.
func (e *evaluation) runSuite(ctx context.Context, p preparedSuite) (reports.View, error) {
	store, plan, err := e.store(p, e.info(p))
	if err != nil {
		return reports.View{}, err
	}
	view, err := e.conduct(ctx, p, store, plan)
	if err == nil {
		e.compareWithBaseline(store, p, view.Doc.Run.Stop)
	}
	if errors.Is(err, errNotBegun) && plan == nil {
		err = errors.Join(err, os.RemoveAll(store.Path()))
	}
	return view, err
}

// errNotBegun is of a run that nobody was asked for anything, nor will be: its
// folder holds what its suite does.
var errNotBegun = errors.New("nothing was begun")

// store is the folder of a new run with its questions in it, or of one that
// goes on.
func (e *evaluation) store(p preparedSuite, info results.RunInfo) (*runstore.Run, *runner.ResumePlan, error) {
	if e.opt.resume.run != "" {
		return e.reopen(p, info)
	}
	store, err := runstore.Create(e.opt.out, info, runstore.Options{
		Now: e.host.now(), Rand: e.host.random, Scrub: e.scrub(),
	})
	if err != nil {
		return nil, nil, err
	}
	if err := runner.Prepare(store, p.suite, p.filter); err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return store, nil, nil
}

// info is run.json as it stands before the first call.
func (e *evaluation) info(p preparedSuite) results.RunInfo {
	s := p.suite
	info := results.RunInfo{
		Tool:      toolVersion(),
		Suite:     results.SuiteRef{Name: s.Name, Path: s.Path, Hash: s.Hash},
		SuiteHash: s.SuiteHash,
		Target:    e.targetRef(p.target),
		Judge:     p.ref,
		PassAt:    s.Floors, Gate: s.Gate, Confidence: s.Confidence,
		Selection: p.selection, Planned: p.selection.Selected * e.opt.repeats,
		Repeats: e.opt.repeats, JudgeRepeats: e.opt.judgeRepeats,
		CopiedRepeats: p.copies(e.opt.repeats),
		Fleet:         e.opt.fleet.place(),
		Settings: results.Settings{
			Concurrency: e.opt.limits.concurrency, JudgeConcurrency: e.opt.limits.judgeConcurrency, Inconclusive: e.opt.inconclusive,
		},
		Git:     p.git(),
		Started: e.host.now().UTC(), Status: results.RunRunning,
	}
	info.Prices = e.pricesOf(info.Target.Model, p.ref)
	return measuredAs(info)
}

// execute asks the questions and writes down how the run ended. The first
// signal lets what is in flight end; the runner cuts it short after its grace.
// The function that it returns is to be called when the run has its reports.
func (e *evaluation) execute(ctx context.Context, p preparedSuite, store *runstore.Run, resume *runner.ResumePlan) (leave func(), err error) {
	info := store.Info()
	line := e.watch(info)
	var kept map[results.Verdict]int
	if resume != nil {
		kept = resume.Kept
		line.resumed(kept)
	}
	e.events.started(info, store.Path(), kept)
	defer context.AfterFunc(ctx, func() {
		e.interruption()
		e.host.say("interrupted: what is in flight has %v to end; again quits at once", runner.DefaultGrace)
	})()
	outcome, leave, err := e.measure(ctx, p, runner.Plan{
		Store: store, Resume: resume, Target: p.target, Live: p.live, Judge: p.judge, Arrange: p.arrange, Checkouts: p.checkouts,
		Now: e.host.now, Interrupt: ctx.Done(), Deadline: e.deadline,
		Progress: func(ev runner.Event) {
			line.update(ev)
			e.events.question(info, ev)
		},
	})
	line.end()
	if err != nil {
		return leave, err
	}
	e.sayStop(info, outcome.Stop)
	return leave, store.Finish(e.endOf(store.Info(), p, outcome))
}

// sayStop tells why a run ended early where no report on the terminal does.
func (e *evaluation) sayStop(info results.RunInfo, stop *results.Stop) {
	e.events.stopped(info.ID, stop)
	if stop != nil && (e.opt.quiet || e.opt.json) {
		e.host.say("%s: stopped: %s", info.Suite.Name, stop.Message)
	}
}

// endOf is run.json of a run that has ended.
func (e *evaluation) endOf(info results.RunInfo, p preparedSuite, outcome runner.Outcome) results.RunInfo {
	info.Ended, info.Stop, info.Status = e.host.now().UTC(), outcome.Stop, results.RunComplete
	if outcome.Stop != nil {
		info.Status = results.RunPartial
	} else {
		info.Fleet = "" // every record is here
	}
	info.Target.Version = cmp.Or(info.Target.Version, p.target.Ref().Version)
	if told, ok := p.target.(interface{ Notes() []string }); ok {
		info.Notes = told.Notes()
	}
	if p.temperatureRefused() {
		info = runner.OwnTemperature(info)
	}
	return info
}

// scrub removes every key from what is written into the run folder.
func (e *evaluation) scrub() func([]byte) []byte {
	if len(e.secrets) == 0 {
		return nil
	}
	return llm.NewScrubber(e.secrets...).ScrubBytes
}

// list writes names and, when there are more, how many.
func list(names []string, total int) string {
	out := strings.Join(names, ", ")
	if total > len(names) {
		out += fmt.Sprintf(" and %d more", total-len(names))
	}
	return out
}
