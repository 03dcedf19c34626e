package reports

import (
	"encoding/xml"
	"strconv"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

type xmlProperties struct {
	XMLName xml.Name      `xml:"properties"`
	List    []xmlProperty `xml:"property"`
}

type xmlProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// properties let a reader find the run, tell two measurements apart and see
// what they took.
func properties(doc *results.ReportDoc) xmlProperties {
	var p xmlProperties
	run := doc.Run
	p.add("run", run.ID)
	p.add("suiteHash", run.SuiteHash)
	p.add("target", run.Target.Type)
	p.add("judge", string(run.Judge.Kind))
	p.add("judgeModel", run.Judge.Model)
	p.add("notice", judgeNotice(run))
	for _, c := range results.Categories() {
		p.add("prompt."+string(c), run.Prompts[c])
	}
	p.addRepeats(doc.Repeats, doc.Run.CopiedRepeats)
	if run.Judge.Kind == results.JudgeModel {
		p.addJudge(doc.Judge)
	}
	if doc.Target != nil {
		p.addTarget(*doc.Target)
	}
	return p
}

func (p *xmlProperties) add(name, value string) {
	if value != "" {
		p.List = append(p.List, xmlProperty{name, xmlLine(value)})
	}
}

func (p *xmlProperties) count(name string, n int) { p.add(name, strconv.Itoa(n)) }

func (p *xmlProperties) addRepeats(r *results.RepeatSummary, copied bool) {
	if r == nil {
		return
	}
	p.count("repeats", r.Answers)
	p.count("judgeRepeats", r.Judgements)
	if copied {
		p.add("copiedRepeats", "true")
		return
	}
	if r.Answers > 1 {
		p.add("passEveryTime", questionRate(r.PassEveryTime))
		p.add("flaky", flakyWords(r, maxFlakyOnTerminal))
	}
	for _, s := range r.Spread {
		if s.Answers.Mean != nil {
			p.add("spread."+string(s.Name), summary.Score(*s.Answers.Mean))
		}
	}
}

func (p *xmlProperties) addJudge(j results.JudgeSummary) {
	p.counts("judge", count{j.Fresh, "fresh"}, count{j.Cached, "cached"}, count{j.Calls, "calls"}, count{j.Retries, "retries"},
		count{j.PromptTokens, "promptTokens"}, count{j.CompletionTokens, "completionTokens"})
	p.add("judge.cost", costWords(j.Cost, j.CostReason))
}

func (p *xmlProperties) addTarget(t results.TargetSummary) {
	p.counts("target", count{t.Asked, "asked"}, count{t.Reused, "reused"}, count{t.Calls, "calls"}, count{t.Retries, "retries"},
		count{t.PromptTokens, "promptTokens"}, count{t.CompletionTokens, "completionTokens"})
	p.add("target.cost", costWords(t.Cost, t.CostReason))
}

func (p *xmlProperties) counts(of string, list ...count) {
	for _, c := range list {
		p.count(of+"."+c.label, c.n)
	}
}
