package main

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// The roles in which an endpoint is called. One that has both has limits for
// each.
const (
	targetRole = "target"
	judgeRole  = "judge"
)

// governors hold calls to the limits and budgets of a command: its own, or
// those that a run shares with the workers that measure it.
type governors interface {
	Governor(role, endpoint, model string) (llm.Governor, error)
}

// ownGovernors are the limits of each endpoint behind the budget of the
// command. Its suites share those of an endpoint: it does not know them apart.
type ownGovernors struct {
	flags  limitFlags
	budget *llm.Budget
	now    func() time.Time

	mu       sync.Mutex
	limiters map[string]*llm.Limiter // by role and endpoint
}

// Governor implements governors.
func (g *ownGovernors) Governor(role, endpoint, model string) (llm.Governor, error) {
	limits, err := g.limits(role)
	if err != nil {
		return nil, err
	}
	account, err := g.budget.For(model)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.limiters == nil {
		g.limiters = map[string]*llm.Limiter{}
	}
	name := role + " " + endpoint
	if g.limiters[name] == nil {
		g.limiters[name] = llm.NewLimiter(limits)
	}
	return llm.Govern(account, g.limiters[name]), nil
}

func (g *ownGovernors) limits(role string) (llm.LimiterOptions, error) {
	f := g.flags
	switch role {
	case targetRole:
		return llm.LimiterOptions{Concurrency: f.concurrency, RPM: f.rpm, TPM: f.tpm, Now: g.now}, nil
	case judgeRole:
		return llm.LimiterOptions{
			Concurrency: cmp.Or(f.judgeConcurrency, f.concurrency), RPM: cmp.Or(f.judgeRPM, f.rpm), TPM: cmp.Or(f.judgeTPM, f.tpm), Now: g.now,
		}, nil
	}
	return llm.LimiterOptions{}, fmt.Errorf("no calls are made as %q", role)
}
