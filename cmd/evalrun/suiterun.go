package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// runSuite runs one suite to its reports. The error is a run that could not
// be made or finished; what the run found is in the view.
func (e *evaluation) runSuite(ctx context.Context, p preparedSuite) (reports.View, error) {
	store, err := runstore.Create(e.opt.out, e.info(ctx, p), runstore.Options{
		Now: e.host.now(), Rand: e.host.random, Scrub: e.scrub(),
	})
	if err != nil {
		return reports.View{}, err
	}
	if err := runner.Prepare(store, p.suite, p.filter); err != nil {
		return reports.View{}, errors.Join(err, store.Close())
	}
	drawn := startDrawing(store)
	err = e.execute(ctx, p, store)
	err = errors.Join(err, store.Close())
	view, err := drawn.after(err)
	if err != nil || e.opt.json || e.opt.quiet {
		return view, err
	}
	return view, e.host.table(view, store.Path())
}

// info is run.json as it stands before the first call.
func (e *evaluation) info(ctx context.Context, p preparedSuite) results.RunInfo {
	s := p.suite
	info := results.RunInfo{
		Tool:      toolVersion(),
		Suite:     results.SuiteRef{Name: s.Name, Path: s.Path, Hash: s.Hash},
		SuiteHash: s.SuiteHash,
		Target:    results.TargetRef{Type: "recorded", File: p.path, Hash: p.target.Hash()},
		Judge:     p.ref,
		PassAt:    s.Floors, Gate: s.Gate, Confidence: s.Confidence,
		Dimensions: map[results.Category][]results.Dimension{},
		Selection:  p.selection, Planned: p.selection.Selected, Repeats: 1,
		Settings: results.Settings{Concurrency: e.opt.concurrency, Inconclusive: e.opt.inconclusive},
		Git:      gitState(ctx, s.Path),
		Started:  e.host.now().UTC(), Status: results.RunRunning,
	}
	info.Prompts, info.PromptTexts = map[results.Category]string{}, map[results.Category]string{}
	for _, c := range []results.Category{results.Positive, results.Negative} {
		info.Dimensions[c] = rubric.Dimensions(c)
		info.Prompts[c], info.PromptTexts[c] = judgeprompt.Hash(c, p.ref.Excerpt), judgeprompt.System(c)
	}
	info.JudgeKey, info.ScoringKey = judge.Key(p.ref), verdict.ScoringKey(info)
	return info
}

// execute asks the questions and writes down how the run ended.
func (e *evaluation) execute(ctx context.Context, p preparedSuite, store *runstore.Run) error {
	line := e.progress(p.suite.Name)
	plan := runner.Plan{Store: store, Target: p.target, Now: e.host.now, Progress: line.update, Checkouts: p.checkouts}
	if p.judge != nil {
		plan.Judge = p.judge
	}
	outcome, err := runner.Run(ctx, plan)
	line.end()
	if err != nil {
		return err
	}
	info := store.Info()
	info.Ended, info.Stop, info.Status = e.host.now().UTC(), outcome.Stop, results.RunComplete
	if outcome.Stop != nil {
		info.Status = results.RunPartial
	}
	if p.client != nil && !p.client.SendsTemperature() {
		info.Judge.Temperature = nil
		info.JudgeKey = judge.Key(info.Judge)
	}
	return store.Finish(info)
}

// scrub removes every key from what is written into the run folder.
func (e *evaluation) scrub() func([]byte) []byte {
	if len(e.secrets) == 0 {
		return nil
	}
	scrubber := llm.NewScrubber(e.secrets...)
	return func(line []byte) []byte { return []byte(scrubber.Scrub(string(line))) }
}

// list writes names and, when there are more, how many.
func list(names []string, total int) string {
	out := strings.Join(names, ", ")
	if total > len(names) {
		out += fmt.Sprintf(" and %d more", total-len(names))
	}
	return out
}
