package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// judgeAgreement is everything but whether the judge may gate.
func (s *labelledSeries) judgeAgreement(scale results.Scale) *JudgeAgreement {
	p := s.judgePairs()
	out := &JudgeAgreement{
		Floor: s.floor, Against: []string{}, Matrix: p.matrix(scale), Alpha: p.alpha(),
		Quadratic: p.kappa(stats.Quadratic, scale), Unweighted: p.kappa(stats.Unweighted, scale),
	}
	out.Exact, out.Within1 = p.near()
	if _, _, crowded := p.crowded(scale); crowded && out.Unweighted.Value != nil {
		if ac1, ok := stats.GwetAC1(p.left, p.right, scale.Lo, scale.Hi); ok {
			out.AC1 = &ac1
		}
	}
	judge, people := s.means()
	if c, ok := stats.RankCorr(judge, people); ok {
		out.TauB, out.Spearman = c.TauB, c.Spearman
	}
	out.Bias = s.bias(judge, people)
	out.AtFloor = s.atFloor()
	out.Apart = s.apart()
	out.Corrected = s.corrected(scale)
	out.Panel = s.panelErrors(scale)
	return out
}

// means are the judge's score and the mean of the labels, by answer.
func (s *labelledSeries) means() (judge, people []float64) {
	for _, a := range s.answers {
		judge, people = append(judge, a.judge), append(people, a.mean())
	}
	return judge, people
}

// bias takes the plain interval where every answer stands alone, and the one
// that counts clusters and never shrinks to a point elsewhere.
func (s *labelledSeries) bias(judge, people []float64) JudgeBias {
	b, _ := stats.Bias(judge, people, conf)
	out := JudgeBias{Mean: b.Mean, Lo: b.Lo, Hi: b.Hi, Higher: b.Higher, Lower: b.Lower}
	clusters, grouped := s.clusters()
	if !grouped && b.Lo != nil {
		return out
	}
	differences := make([]float64, len(judge))
	for i := range judge {
		differences[i] = judge[i] - people[i]
	}
	d, _ := stats.PairedMeanClusterCI(differences, clusters, conf)
	out.Lo, out.Hi = d.Lo, d.Hi
	return out
}

func (s *labelledSeries) clusters() (names []string, grouped bool) {
	seen := map[string]bool{}
	for _, a := range s.answers {
		name := a.answer.cluster()
		grouped = grouped || seen[name]
		seen[name] = true
		names = append(names, name)
	}
	return names, grouped
}

// The words where people gave nothing to measure a share on.
const (
	nonePassed = "no answer that people put at the floor or above"
	noneFailed = "no answer that people put below the floor: nobody can tell whether the judge would see one"
)

func (s *labelledSeries) atFloor() AtFloor {
	judge, people := s.means()
	b, _ := stats.BinaryAgreement(judge, people, s.floor-summary.Tolerance, conf)
	out := AtFloor{
		TruePass: b.TP, FalsePass: b.FP, FalseFail: b.FN, TrueFail: b.TN,
		Balanced: b.Balanced, MCC: b.MCC, Lenient: b.Lenient,
	}
	out.Sensitivity = s.share(true, nonePassed)
	out.Specificity = s.share(false, noneFailed)
	return out
}

// share is how often the judge is on people's side, of the answers that
// people pass, or fail; questions of one group count as they belong together.
func (s *labelledSeries) share(pass bool, nothing string) Share {
	var p stats.Proportion
	_, grouped := s.clusters()
	for _, a := range s.answers {
		if summary.AtLeast(a.mean(), s.floor) != pass {
			continue
		}
		k, cluster := 0, ""
		if summary.AtLeast(a.judge, s.floor) == pass {
			k = 1
		}
		if grouped {
			cluster = a.answer.cluster()
		}
		p.Add(cluster, k, 1)
	}
	out := Share{K: p.K(), N: p.N()}
	if out.N == 0 {
		out.Reason = nothing
		return out
	}
	out.Rate = new(float64(out.K) / float64(out.N))
	if i, ok := p.Interval(conf); ok {
		out.Lo, out.Hi = &i.Lo, &i.Hi
	} else {
		out.Reason = oneCluster
	}
	return out
}

// apart lists the answers on which judge and people differ most: what they
// have in common is what the prompt does not say.
func (s *labelledSeries) apart() []Disagreement {
	out := []Disagreement{}
	for _, a := range s.answers {
		if math.Abs(a.judge-a.mean()) >= 1-summary.Tolerance {
			out = append(out, Disagreement{
				ID: a.answer.ID, Repeat: a.answer.Repeat, Judge: a.judge, People: a.mean(),
				Reasoning: a.answer.Cells[s.dimension].Reasoning,
			})
		}
	}
	slices.SortStableFunc(out, func(a, b Disagreement) int {
		return cmp.Compare(math.Abs(b.Judge-b.People), math.Abs(a.Judge-a.People))
	})
	return out[:min(len(out), MaxApart)]
}
