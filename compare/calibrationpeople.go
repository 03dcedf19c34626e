package compare

import (
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// peoplePairs hold each two labels of one answer against each other, raters
// in the order of their names.
func (s *labelledSeries) peoplePairs() pairings {
	p := pairings{oneValue: oneValuePeople}
	for _, a := range s.answers {
		for i, one := range a.people {
			for _, other := range a.people[i+1:] {
				p.add(one.Score, other.Score, a.answer.cluster())
			}
		}
	}
	return p.settled()
}

func (s *labelledSeries) peopleAgreement(scale results.Scale) *PeopleAgreement {
	p := s.peoplePairs()
	if len(p.left) == 0 {
		return nil
	}
	out := &PeopleAgreement{Pairs: len(p.left), Quadratic: p.kappa(stats.Quadratic, scale), Alpha: s.peopleAlpha()}
	out.Exact, out.Within1 = p.near()
	for _, a := range s.answers {
		if len(a.people) > 1 {
			out.Answers++
		}
	}
	return out
}

// peopleAlpha counts each answer once, however many people scored it.
func (s *labelledSeries) peopleAlpha() Coefficient {
	p := pairings{oneValue: oneValuePeople}
	table := make([][]*float64, len(s.raters))
	for _, a := range s.answers {
		p.clusters = append(p.clusters, a.answer.cluster())
		for r := range table {
			table[r] = append(table[r], nil)
		}
		for i := range a.people {
			r, _ := slices.BinarySearch(s.raters, a.people[i].Rater)
			table[r][len(table[r])-1] = &a.people[i].Score
		}
	}
	a, _ := stats.KrippendorffJackknife(table, p.clusters, stats.Ordinal, conf)
	return p.coefficient(a.Alpha, a.Lo, a.Hi, methodJackknife)
}
