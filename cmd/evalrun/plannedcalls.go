package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

const planSchema = "evalrun.plan/1"

// planDoc is what plan prints with --json.
type planDoc struct {
	Schema string         `json:"schema"`
	Suites []plannedSuite `json:"suites"`
}

type plannedSuite struct {
	Suite     string       `json:"suite"`
	Path      string       `json:"path"`
	Questions int          `json:"questions"`
	Total     int          `json:"total"`
	Repeats   int          `json:"repeats"`
	Target    plannedCalls `json:"target"`
	Judge     plannedCalls `json:"judge"`
	// Statistics are what a comparison with another run like this one can see.
	Statistics compare.PowerDoc `json:"statistics"`
}

// plannedCalls are the calls of one target or judge. Tokens and Cost are null
// where they cannot be known; Reason then says why. It may also say what an
// estimate rests on.
type plannedCalls struct {
	Calls  int            `json:"calls"`
	Model  string         `json:"model,omitempty"`
	Tokens *plannedTokens `json:"tokens"`
	Cost   *plannedCost   `json:"cost"`
	Reason string         `json:"reason,omitempty"`
}

type plannedTokens struct {
	Prompt    int `json:"prompt"`
	Reply     int `json:"reply"`
	ReplyMost int `json:"replyMost"`
}

type plannedCost struct {
	USD      float64 `json:"usd"`
	USDMost  float64 `json:"usdMost"`
	PricesOf string  `json:"pricesOf,omitempty"` // the month of a built-in price
}

// repeats are how often each question is asked, and each answer judged.
type repeats struct{ answers, judgements int }

// typicalReply is what a reply is expected to take: a judge's five short lines
// of reasoning, or a few paragraphs of an answer.
const typicalReply = 300

// judgeReplyMost is what a judge's reply may take where the suite sets no
// other limit.
const judgeReplyMost = 1200

// planner plans the calls of one suite.
type planner struct {
	prices llm.Prices
	times  repeats
	suite  preparedSuite
	spec   suites.TargetSpec
	power  compare.PowerOptions // what is known of the noise, and what to see
}

func (p planner) plan() (plannedSuite, error) {
	s := p.suite
	out := plannedSuite{
		Suite: s.suite.Name, Path: s.suite.Path, Questions: s.selection.Selected, Total: s.selection.Total, Repeats: p.times.answers,
	}
	var target, judge tally
	var sample compare.Sample
	recorded := s.recorded
	for q, err := range s.filter.Questions(s.suite) {
		if err != nil {
			return out, err
		}
		addTo(&sample, q)
		a, found, err := answerTo(q, recorded)
		if err != nil {
			return out, err
		}
		if recorded == nil && q.Frozen == nil {
			target.add(p.targetRequest(q), p.times.answers)
		}
		if found && p.judged(q, a) {
			judge.add(p.judgeRequest(q, a), p.times.answers*p.times.judgements)
		}
	}
	out.Target, out.Judge = p.target(target), p.judge(judge)
	var err error
	out.Statistics, err = compare.Power(sample, p.foreseen())
	return out, err
}

// answerTo is the answer of an anchor, the recorded one, or one of the size
// that is expected of a live target. A question without a recorded answer is an error of its run and
// goes to no judge.
func answerTo(q suites.Question, recorded *targets.Recorded) (a answers.Answer, found bool, err error) {
	if q.Frozen != nil {
		return *q.Frozen, true, nil
	}
	if recorded == nil {
		return expectedAnswer(q), true, nil
	}
	a, err = recorded.Answer(context.Background(), q)
	var missing *targets.Error
	if errors.As(err, &missing) {
		return a, false, nil
	}
	return a, err == nil, err
}

// What a live target is expected to answer.
const (
	expectedCharacters = 1000 // of the answer
	expectedPassages   = 4
)

func expectedAnswer(q suites.Question) answers.Answer {
	a := answers.Answer{Text: strings.Repeat("word ", expectedCharacters/5), Retrieved: q.Context}
	for len(a.Retrieved) < expectedPassages && len(q.Context) == 0 {
		a.Retrieved = append(a.Retrieved, answers.Passage{ID: "S", Text: strings.Repeat("word ", judgeprompt.DefaultExcerpt/5)})
	}
	return a
}

// judged reports whether an answer goes to the judge as far as the checks of
// its words tell; those that read sources are left to the run.
func (p planner) judged(q suites.Question, a answers.Answer) bool {
	ref := p.suite.ref
	if ref.Kind == results.JudgeNone || q.Category == results.Positive && a.Declines() {
		return false
	}
	if ref.When != suites.WhenUndecided || p.suite.recorded == nil || q.Frozen != nil {
		return true
	}
	findings := rubric.Check(q.Rubric, a, rubric.Options{
		ConfidenceRequired: p.suite.suite.Confidence == suites.ConfidenceRequired, LatencyMs: a.LatencyMs,
	})
	return !slices.ContainsFunc(findings, func(f results.Finding) bool { return f.Status == results.FindingFail })
}

func (p planner) judgeRequest(q suites.Question, a answers.Answer) llm.Request {
	request := judgeprompt.NewRequest(q, a, p.suite.suite.Confidence == suites.ConfidenceOptional)
	request.Excerpt = p.suite.ref.Excerpt
	prompt := judgeprompt.Build(request)
	most := p.suite.ref.MaxTokens
	if most == 0 {
		most = judgeReplyMost
	}
	return llm.Request{System: prompt.System, User: prompt.User, MaxTokens: most, Schema: &llm.Schema{JSON: prompt.Schema}}
}
