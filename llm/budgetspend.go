package llm

import (
	"context"
	"net/http"
	"slices"
	"strings"
)

// Cost is an amount of money, or that it is not known, which is not the same
// as nothing.
type Cost struct {
	Known bool
	USD   float64
}

// Spent is what a run has used so far.
type Spent struct {
	Calls                          int
	PromptTokens, CompletionTokens int
	Estimated                      int // calls whose reply did not say what it used
	Cost                           Cost
	Models                         []ModelSpend // by name
}

// ModelSpend is one model's part of it. Model is "" for calls that are not
// billed by the token.
type ModelSpend struct {
	Model                          string
	Calls                          int
	PromptTokens, CompletionTokens int
	Estimated                      int
	Cost                           Cost
}

// Spent returns the counts of requests that have ended. The cost is known
// when that of every model is.
func (b *Budget) Spent() Spent {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := Spent{Cost: Cost{Known: true}}
	for _, m := range b.models {
		out.Models = append(out.Models, *m)
		out.Calls += m.Calls
		out.PromptTokens += m.PromptTokens
		out.CompletionTokens += m.CompletionTokens
		out.Estimated += m.Estimated
		out.Cost.Known = out.Cost.Known && m.Cost.Known
	}
	slices.SortFunc(out.Models, func(a, b ModelSpend) int { return strings.Compare(a.Model, b.Model) })
	for _, m := range out.Models { // in one order, so that the sum is always the same
		out.Cost.USD += m.Cost.USD
	}
	if !out.Cost.Known {
		out.Cost.USD = 0
	}
	return out
}

// account is a budget as the calls of one model see it.
type account struct {
	b     *Budget
	price Price
	spend *ModelSpend
}

// need is what a call may take. How its tokens will divide is not known
// beforehand, so each is held at the price of the dearer kind.
func (a *account) need(tokens int) sum {
	return sum{calls: 1, tokens: tokens, usd: float64(tokens) * max(a.price.Input, a.price.Output) / perMillion}
}

// Enter implements Governor.
func (a *account) Enter(ctx context.Context, tokens int) (Pass, error) {
	need := a.need(tokens)
	if err := a.b.hold(ctx, need); err != nil {
		return nil, err
	}
	return &budgetPass{a: a, need: need}, nil
}

type budgetPass struct {
	a    *account
	need sum
}

// Done implements Pass: what was held and not used is free again.
func (p *budgetPass) Done(e End) {
	p.a.b.mu.Lock()
	defer p.a.b.mu.Unlock()
	p.a.b.held = p.a.b.held.minus(p.need)
	if e.Sent {
		p.a.b.spent = p.a.b.spent.plus(p.charge(e))
	}
	if p.a.b.changed != nil {
		close(p.a.b.changed)
		p.a.b.changed = nil
	}
}

// charge is what one request has used. A refusal costs nothing; a reply that
// does not say what it used, and one that never came, may have been billed
// and count with what was expected.
func (p *budgetPass) charge(e End) sum {
	used := sum{calls: 1, tokens: e.PromptTokens + e.CompletionTokens}
	used.usd = p.a.price.cost(e.PromptTokens, e.CompletionTokens)
	p.a.spend.Calls++
	if used.tokens == 0 && e.Status < http.StatusBadRequest && p.need.tokens > 0 {
		used = p.need
		e.PromptTokens = p.need.tokens
		p.a.spend.Estimated++
	}
	p.a.spend.PromptTokens += e.PromptTokens
	p.a.spend.CompletionTokens += e.CompletionTokens
	if p.a.spend.Cost.Known {
		p.a.spend.Cost.USD += used.usd
	}
	return used
}
