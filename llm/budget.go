package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrBudget is found by errors.Is in the error of every call that a spent
// budget stopped.
var ErrBudget = errors.New("the budget is spent")

// BudgetOptions are the bounds of one run, its targets and judges together. 0
// is no bound.
type BudgetOptions struct {
	MaxCalls  int     // HTTP requests, repeated ones included
	MaxTokens int     // of prompts and replies
	MaxCost   float64 // in USD
	Prices    Prices
}

// Budget counts what a run spends and stops it before a bound is passed. A
// request in flight is counted with what it may take; where only that leaves
// too little for the next one, the next one waits until it is known.
type Budget struct {
	opt BudgetOptions

	mu      sync.Mutex
	spent   sum
	held    sum // what requests in flight may take
	models  map[string]*ModelSpend
	changed chan struct{} // closed when a request ends; nil: nobody waits
}

// sum is an amount of everything that has a bound.
type sum struct {
	calls, tokens int
	usd           float64
}

func (s sum) plus(o sum) sum  { return sum{s.calls + o.calls, s.tokens + o.tokens, s.usd + o.usd} }
func (s sum) minus(o sum) sum { return sum{s.calls - o.calls, s.tokens - o.tokens, s.usd - o.usd} }

// NewBudget makes a budget of which nothing is spent.
func NewBudget(opt BudgetOptions) *Budget {
	return &Budget{opt: opt, models: map[string]*ModelSpend{}}
}

// For gives the governor for calls of one model. Model "" is for calls that
// are not billed by the token, such as those of an application: they count as
// calls, their tokens and cost are not known and not bounded. The error is a
// model without a price where there is a bound on cost.
func (b *Budget) For(model string) (Governor, error) {
	price, known := b.opt.Prices.Of(model)
	if b.opt.MaxCost > 0 && model != "" && !known {
		return nil, fmt.Errorf("no price is known for model %s, so its cost cannot be bounded", quoted(model))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.models[model] == nil {
		b.models[model] = &ModelSpend{Model: model, Cost: Cost{Known: known}}
	}
	return &account{b: b, price: price, spend: b.models[model]}, nil
}

// take holds what a request may take, or tells what to wait for.
func (b *Budget) take(need sum) (wait <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.opt.refuse(b.spent, need); err != nil {
		return nil, err
	}
	if b.opt.refuse(b.spent.plus(b.held), need) == nil {
		b.held = b.held.plus(need)
		return nil, nil
	}
	if b.changed == nil {
		b.changed = make(chan struct{})
	}
	return b.changed, nil
}

// hold waits until the budget has room for need.
func (b *Budget) hold(ctx context.Context, need sum) error {
	for {
		wait, err := b.take(need)
		if err != nil || wait == nil {
			return err
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// refuse says which bound spent and need pass together.
func (o BudgetOptions) refuse(spent, need sum) error {
	after := spent.plus(need)
	switch {
	case o.MaxCalls > 0 && after.calls > o.MaxCalls:
		return budgetError("the budget of %d calls is spent", o.MaxCalls)
	case o.MaxTokens > 0 && after.tokens > o.MaxTokens:
		return budgetError("the budget of %d tokens is spent: %d are used, the next call may take %d", o.MaxTokens, spent.tokens, need.tokens)
	case o.MaxCost > 0 && after.usd > o.MaxCost*(1+roundingError):
		return budgetError("the budget of $%g is spent: $%.4f are used, the next call may take $%.4f", o.MaxCost, spent.usd, need.usd)
	}
	return nil
}

// roundingError keeps a sum of many small costs that is exactly the bound from
// passing it.
const roundingError = 1e-9

func budgetError(format string, args ...any) *Error {
	return &Error{Code: CodeBudget, Message: fmt.Sprintf(format, args...), cause: ErrBudget}
}
