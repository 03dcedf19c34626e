package main

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// tally sums the calls of one target or judge.
type tally struct {
	calls  int
	tokens plannedTokens
}

func (t *tally) add(r llm.Request, times int) {
	prompt, most := r.ExpectedTokens()
	t.calls += times
	t.tokens.Prompt += times * prompt
	t.tokens.Reply += times * min(typicalReply, most)
	t.tokens.ReplyMost += times * most
}

// targetRequest is about what a chat model is sent for a question.
func (p planner) targetRequest(q suites.Question) llm.Request {
	var user strings.Builder
	for _, turn := range q.Messages {
		user.WriteString(turn.Content)
	}
	for _, passage := range q.Context {
		user.WriteString(passage.Title + passage.Text)
	}
	user.WriteString(q.Query)
	out := llm.Request{User: user.String()}
	if model := p.spec.OpenAI; model != nil {
		out.System, out.MaxTokens = model.System, model.MaxTokens
	}
	return out
}

// target is the target's part. Recorded answers cost nothing; what an
// application calls behind its address is its own.
func (p planner) target(t tally) plannedCalls {
	switch {
	case p.suite.recorded != nil:
		return plannedCalls{Tokens: &plannedTokens{}, Cost: &plannedCost{}, Reason: "the answers are recorded"}
	case p.spec.OpenAI == nil:
		return plannedCalls{Calls: t.calls, Reason: "what the application itself uses is not known here"}
	}
	return p.priced(t, p.spec.OpenAI.Model)
}

// judge is the judge's part. The offline judge calls nobody.
func (p planner) judge(t tally) plannedCalls {
	switch p.suite.ref.Kind {
	case results.JudgeNone:
		return plannedCalls{Tokens: &plannedTokens{}, Cost: &plannedCost{}, Reason: "no judge"}
	case results.JudgeOffline:
		return plannedCalls{Calls: t.calls, Tokens: &plannedTokens{}, Cost: &plannedCost{}, Reason: "the offline judge scores by rules, no model is called"}
	}
	out := p.judges(t)
	if p.suite.recorded == nil {
		out.note(fmt.Sprintf("assumes answers of %d characters with %d passages where the question brings none", expectedCharacters, expectedPassages))
	}
	return out
}

// judges adds up the members of a panel, which are all sent the same.
func (p planner) judges(t tally) plannedCalls {
	panel := p.suite.ref.Panel
	if panel == nil {
		return p.priced(t, p.suite.ref.Model)
	}
	out := plannedCalls{Model: p.suite.ref.Model, Tokens: &plannedTokens{}, Cost: &plannedCost{}}
	for _, m := range panel.Members {
		out.add(p.priced(t, m.Model))
	}
	return out
}

// add counts one member more. A cost that lacks one of them is none.
func (c *plannedCalls) add(m plannedCalls) {
	c.Calls += m.Calls
	c.Tokens.Prompt += m.Tokens.Prompt
	c.Tokens.Reply += m.Tokens.Reply
	c.Tokens.ReplyMost += m.Tokens.ReplyMost
	if m.Reason != "" {
		c.note(m.Reason)
	}
	if m.Cost == nil || c.Cost == nil {
		c.Cost = nil
		return
	}
	c.Cost.USD += m.Cost.USD
	c.Cost.USDMost += m.Cost.USDMost
	if c.Cost.PricesOf == "" || m.Cost.PricesOf != "" && m.Cost.PricesOf < c.Cost.PricesOf {
		c.Cost.PricesOf = m.Cost.PricesOf // the oldest
	}
}

func (p planner) priced(t tally, model string) plannedCalls {
	out := plannedCalls{Calls: t.calls, Model: model, Tokens: &t.tokens}
	price, known := p.prices.Of(model)
	if !known {
		out.note("unknown price for " + model)
		return out
	}
	out.Cost = &plannedCost{
		USD:      p.prices.Cost(model, t.tokens.Prompt, t.tokens.Reply).USD,
		USDMost:  p.prices.Cost(model, t.tokens.Prompt, t.tokens.ReplyMost).USD,
		PricesOf: price.AsOf,
	}
	return out
}

func (c *plannedCalls) note(text string) {
	if c.Reason != "" {
		text = c.Reason + "; " + text
	}
	c.Reason = text
}
