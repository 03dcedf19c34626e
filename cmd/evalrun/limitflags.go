package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// limitFlags bound how fast a run calls and how much it may spend.
type limitFlags struct {
	concurrency, judgeConcurrency int
	rpm, tpm                      int
	judgeRPM, judgeTPM            int
	maxCalls, maxTokens           int
	maxCost                       float64
	maxTime                       time.Duration
	prices                        string

	named func(flag string) bool // on the command line; nil: none
}

func (f *limitFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.named = flags.Changed
	flags.IntVar(&f.concurrency, "concurrency", 8, "questions at once")
	flags.IntVar(&f.judgeConcurrency, "judge-concurrency", 0, "answers judged at once (default: as many as questions)")
	flags.IntVar(&f.rpm, "rpm", 0, "requests a minute to each endpoint at most")
	flags.IntVar(&f.tpm, "tpm", 0, "tokens a minute at each endpoint at most")
	flags.IntVar(&f.judgeRPM, "judge-rpm", 0, "requests a minute to the judge at most (default: as --rpm)")
	flags.IntVar(&f.judgeTPM, "judge-tpm", 0, "tokens a minute at the judge at most (default: as --tpm)")
	flags.IntVar(&f.maxCalls, "max-calls", 0, "stop before more requests than this, target and judge together")
	flags.IntVar(&f.maxTokens, "max-tokens", 0, "stop before more tokens than this")
	flags.Float64Var(&f.maxCost, "max-cost", 0, "stop before it costs more than this, in `USD`")
	flags.DurationVar(&f.maxTime, "max-time", 0, "stop after this `TIME`, such as 45m")
	flags.StringVar(&f.prices, "prices", "", "YAML `FILE` with prices by model, {input, output} in USD per million tokens")
}

func (f *limitFlags) check() error {
	if f.concurrency < 1 {
		return fmt.Errorf("--concurrency is %d, want 1 or more", f.concurrency)
	}
	for name, value := range map[string]float64{
		"judge-concurrency": float64(f.judgeConcurrency), "rpm": float64(f.rpm), "tpm": float64(f.tpm),
		"judge-rpm": float64(f.judgeRPM), "judge-tpm": float64(f.judgeTPM), "max-calls": float64(f.maxCalls),
		"max-tokens": float64(f.maxTokens), "max-cost": f.maxCost, "max-time": f.maxTime.Seconds(),
	} {
		// A bound of 0 that was asked for must not mean none; not a number is
		// no bound either.
		if !(value > 0) && (value != 0 || f.named != nil && f.named(name)) {
			return fmt.Errorf("--%s is %v, want more than 0", name, value)
		}
	}
	return nil
}

// budget is what all suites of a command may spend together.
func (f *limitFlags) budget() (*llm.Budget, llm.Prices, error) {
	prices, err := llm.BuiltInPrices()
	if err != nil {
		return nil, nil, err
	}
	if f.prices != "" {
		own, err := suites.ReadPrices(f.prices)
		if err != nil {
			return nil, nil, err
		}
		others := llm.Prices{}
		for model, p := range own {
			others[model] = llm.Price{Input: p.Input, Output: p.Output}
		}
		prices = prices.With(others)
	}
	return llm.NewBudget(llm.BudgetOptions{
		MaxCalls: f.maxCalls, MaxTokens: f.maxTokens, MaxCost: f.maxCost, Prices: prices,
	}), prices, nil
}

// pricesOf are the prices that a run's costs are made of.
func (e *evaluation) pricesOf(target string, judge results.JudgeRef) *results.Prices {
	price := func(model string) *results.Price {
		p, known := e.prices.Of(model)
		if model == "" || !known {
			return nil
		}
		return &results.Price{Input: p.Input, Output: p.Output}
	}
	out := results.Prices{Target: price(target)}
	if judge.Panel == nil {
		out.Judge = price(judge.Model)
	} else {
		for _, m := range judge.Panel.Members {
			if p := price(m.Model); p != nil {
				out.Panel = append(out.Panel, results.MemberPrice{Model: m.Model, Price: *p})
			}
		}
	}
	if out.Target == nil && out.Judge == nil && out.Panel == nil {
		return nil
	}
	return &out
}

// saySpent tells what a bounded command has used of its bounds, probes
// included, which are in no report.
func (e *evaluation) saySpent() {
	f := e.opt.limits
	if e.opt.quiet || f.maxCalls == 0 && f.maxTokens == 0 && f.maxCost == 0 {
		return
	}
	spent := e.budget.Spent()
	cost := "cost unknown"
	if spent.Cost.Known {
		cost = fmt.Sprintf("$%.4f", spent.Cost.USD)
	}
	e.host.say("spent: %s, %d tokens, %s", count(spent.Calls, "call"), spent.PromptTokens+spent.CompletionTokens, cost)
}
