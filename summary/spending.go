package summary

import (
	"fmt"
	"maps"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Spending counts what asking the judge and the target of a run took, record
// by record. Costs are made of the prices in run.json and of the tokens that
// replies say they took; where either is unknown there is no cost, since a
// sum of what is known reads like the whole.
type Spending struct {
	info   results.RunInfo
	judge  results.JudgeSummary
	target results.TargetSummary
	asked  bool // a target, about one question at least
	// members is what each member of a panel took; nil where one model judges.
	members map[string]*memberTokens
}

// NewSpending starts at nothing. It needs the run's judge, target and prices.
func NewSpending(info results.RunInfo) *Spending {
	return &Spending{
		info: info, members: newMembers(info.Judge.Panel),
		judge:  results.JudgeSummary{Errors: map[string]int{}, Served: map[string]int{}, Modes: map[string]int{}},
		target: results.TargetSummary{Errors: map[string]int{}},
	}
}

// Add counts one record.
func (s *Spending) Add(r *results.Record) {
	if r.Error != nil && strings.HasPrefix(r.Error.Code, "judge_") {
		s.judge.Errors[r.Error.Code]++
	}
	for call := range JudgeCalls(r) {
		s.addJudge(call)
	}
	if r.Target != nil {
		s.asked = true
		s.addTarget(r)
	}
}

// Judge is what the judge took so far.
func (s *Spending) Judge() results.JudgeSummary {
	out := s.judge
	out.Errors, out.Served, out.Modes = maps.Clone(out.Errors), maps.Clone(out.Served), maps.Clone(out.Modes)
	if s.info.Judge.Kind != results.JudgeModel {
		out.CostReason = "no model was asked"
		return out
	}
	if s.info.Judge.Panel != nil {
		out.Cost, out.CostReason = s.panelCost()
		return out
	}
	out.Cost, out.CostReason = cost(s.price(func(p *results.Prices) *results.Price { return p.Judge }),
		s.info.Judge.Model, out.PromptTokens, out.CompletionTokens, out.Unmetered)
	return out
}

// Target is what the target took so far; nil where none was asked because
// answers are recorded or those of another run.
func (s *Spending) Target() *results.TargetSummary {
	if !s.asked {
		return nil
	}
	out := s.target
	out.Errors = maps.Clone(out.Errors)
	out.Cost, out.CostReason = cost(s.price(func(p *results.Prices) *results.Price { return p.Target }),
		s.info.Target.Model, out.PromptTokens, out.CompletionTokens, out.Unmetered)
	return &out
}

func (s *Spending) price(of func(*results.Prices) *results.Price) *results.Price {
	if s.info.Prices == nil {
		return nil
	}
	return of(s.info.Prices)
}

const million = 1e6

// cost is that of the tokens, or the reason why it is not known. Without a
// price no count of tokens gives a cost, not even none.
func cost(price *results.Price, model string, prompt, completion, unmetered int) (*float64, string) {
	switch {
	case price == nil && model == "":
		return nil, "no model is named that could have a price"
	case price == nil:
		return nil, "unknown price for " + model
	case unmetered > 0:
		return nil, fmt.Sprintf("replies without a count of tokens: %d", unmetered)
	}
	return new((float64(prompt)*price.Input + float64(completion)*price.Output) / million), ""
}
