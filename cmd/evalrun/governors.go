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
	called   map[[3]string]bool      // roles, endpoints and models that were asked for
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
		g.limiters, g.called = map[string]*llm.Limiter{}, map[[3]string]bool{}
	}
	g.called[[3]string{role, endpoint, model}] = true
	name := role + " " + endpoint
	if g.limiters[name] == nil {
		g.limiters[name] = llm.NewLimiter(limits)
	}
	return llm.Govern(account, g.limiters[name]), nil
}

// sharedGovernors are those of a command as the workers of a run see them: of
// what the command has asked for itself, which it does for all that a run
// calls before it hands anything out.
type sharedGovernors struct{ *ownGovernors }

// forWorkers are the governors of a command for the workers of its runs.
func forWorkers(g governors) governors {
	if own, ok := g.(*ownGovernors); ok {
		return sharedGovernors{own}
	}
	return g
}

// Governor implements governors.
func (g sharedGovernors) Governor(role, endpoint, model string) (llm.Governor, error) {
	g.mu.Lock()
	called := g.called[[3]string{role, endpoint, model}]
	g.mu.Unlock()
	if !called {
		return nil, fmt.Errorf("the run calls no model %q at %q as %s", model, endpoint, role)
	}
	return g.ownGovernors.Governor(role, endpoint, model)
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
