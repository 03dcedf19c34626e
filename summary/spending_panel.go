package summary

import "github.com/evalrun/evalrun/results"

// memberTokens is what one member of a panel took: each has a price of its
// own.
type memberTokens struct{ prompt, completion, unmetered int }

func newMembers(p *results.Panel) map[string]*memberTokens {
	if p == nil {
		return nil
	}
	members := map[string]*memberTokens{}
	for _, m := range p.Members {
		members[m.Model] = &memberTokens{}
	}
	return members
}

// add counts one call that was paid for. A nil member is no member.
func (m *memberTokens) add(call *results.JudgeCall) {
	if m == nil {
		return
	}
	for _, a := range call.Attempts {
		m.prompt += a.PromptTokens
		m.completion += a.CompletionTokens
		if replied(a) && a.PromptTokens+a.CompletionTokens == 0 {
			m.unmetered++
		}
	}
}

// panelCost is that of all members. Without one of them there is none.
func (s *Spending) panelCost() (*float64, string) {
	sum := 0.0
	for _, m := range s.info.Judge.Panel.Members {
		took := s.members[m.Model]
		member, reason := cost(s.memberPrice(m.Model), m.Model, took.prompt, took.completion, took.unmetered)
		if member == nil {
			return nil, reason
		}
		sum += *member
	}
	return &sum, ""
}

func (s *Spending) memberPrice(model string) *results.Price {
	if s.info.Prices == nil {
		return nil
	}
	for _, p := range s.info.Prices.Panel {
		if p.Model == model {
			return &p.Price
		}
	}
	return nil
}
