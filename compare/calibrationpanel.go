package compare

import (
	"math"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// panelErrors holds each member of a panel against people. Members that agree
// because they err together are not evidence: K of them with a mean
// correlation r of their errors are worth K/(1+(K-1)r). A negative r counts as
// 0, so that a panel is never worth more than its members.
func (s *labelledSeries) panelErrors(scale results.Scale) *PanelErrors {
	if len(s.members) == 0 {
		return nil
	}
	votes := make([]map[string]float64, len(s.answers))
	seen := false
	for i, a := range s.answers {
		votes[i] = a.answer.votes(s.dimension)
		seen = seen || len(votes[i]) > 0
	}
	if !seen {
		return &PanelErrors{Members: []MemberAgreement{}, Reason: "no votes of its members are at hand; they are in the run folder, not in report.json"}
	}
	out := &PanelErrors{}
	for _, model := range s.members {
		out.Members = append(out.Members, s.member(model, votes, scale))
	}
	out.Correlation, out.Reason = s.errorCorrelation(votes)
	if out.Correlation != nil {
		k := float64(len(s.members))
		out.Effective = new(k / (1 + (k-1)*math.Max(0, *out.Correlation)))
	}
	return out
}

func (s *labelledSeries) member(model string, votes []map[string]float64, scale results.Scale) MemberAgreement {
	p := pairings{oneValue: oneValueJudge}
	var errors []float64
	for i, a := range s.answers {
		vote, ok := votes[i][model]
		if !ok {
			continue
		}
		errors = append(errors, vote-a.mean())
		for _, label := range a.people {
			p.add(vote, label.Score, a.answer.cluster())
		}
	}
	out := MemberAgreement{Model: model, Answers: len(errors)}
	if out.Answers == 0 {
		out.Quadratic.Reason = "no valid vote on a labelled answer"
		return out
	}
	out.Quadratic, out.Bias = p.settled().kappa(stats.Quadratic, scale), new(average(errors))
	return out
}

// errorCorrelation is the mean over the pairs of members for which it exists.
func (s *labelledSeries) errorCorrelation(votes []map[string]float64) (*float64, string) {
	var all []float64
	for i, one := range s.members {
		for _, other := range s.members[i+1:] {
			var x, y []float64
			for n, a := range s.answers {
				v, ok := votes[n][one]
				w, ok2 := votes[n][other]
				if ok && ok2 {
					x, y = append(x, v-a.mean()), append(y, w-a.mean())
				}
			}
			if c, ok := stats.RankCorr(x, y); ok && c.Pearson != nil {
				all = append(all, *c.Pearson)
			}
		}
	}
	if len(all) == 0 {
		return nil, "the errors of no two members vary on the same answers"
	}
	return new(average(all)), ""
}
