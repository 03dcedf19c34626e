package main

import (
	"cmp"
	"time"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/verdict"
)

// derived is run.json of a run that judges the answers of another one again.
func (e *evaluation) derived(was results.RunInfo, ref results.JudgeRef) results.RunInfo {
	info := was
	info.From, info.Tool, info.Judge = was.ID, toolVersion(), ref
	info.JudgeRepeats = cmp.Or(e.opt.judgeRepeats, was.JudgeRepeats)
	info.Prices = e.pricesOf("", ref)
	info.Settings = results.Settings{
		Concurrency: e.opt.limits.concurrency, JudgeConcurrency: e.opt.limits.judgeConcurrency, Inconclusive: e.opt.inconclusive,
	}
	info.Started, info.Ended = e.host.now().UTC(), time.Time{}
	info.Status, info.Stop, info.Resumed, info.Fleet = results.RunRunning, nil, nil, ""
	return info
}

// measuredAs fills in what follows from the judge and the settings of a run.
func measuredAs(info results.RunInfo) results.RunInfo {
	info.Dimensions = map[results.Category][]results.Dimension{}
	info.Prompts, info.PromptTexts = map[results.Category]string{}, map[results.Category]string{}
	for _, c := range results.Categories() {
		info.Dimensions[c] = rubric.Dimensions(c)
		info.Prompts[c], info.PromptTexts[c] = judgeprompt.Hash(c, info.Judge.Excerpt), judgeprompt.System(c)
	}
	info.JudgeKey, info.ScoringKey = judge.Key(info.Judge), verdict.ScoringKey(info)
	return info
}
