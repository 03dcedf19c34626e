package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// auc is the area under the ROC curve: how often a supported answer scores
// above an unsupported one, ties counting half. NaN where one kind is missing.
func auc(scores []float64, supported []bool) float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	below, wins, positives := 0.0, 0.0, 0.0
	for i := 0; i < len(order); {
		ups, downs := 0.0, 0.0
		k := i
		for ; k < len(order) && scores[order[k]] == scores[order[i]]; k++ {
			if supported[order[k]] {
				ups++
			} else {
				downs++
			}
		}
		wins += ups * (below + downs/2)
		below += downs
		positives += ups
		i = k
	}
	if positives == 0 || below == 0 {
		return math.NaN()
	}
	return wins / (positives * below)
}

// Draws of the bootstrap. They are seeded, so that the table repeats.
const (
	draws     = 1000
	drawSeed  = 4
	inTails   = 0.025 // on each side of a 95 % interval
	lowestCut = int(draws * inTails)
)

// interval is the 95 % percentile interval of auc when whole clusters are
// drawn anew.
func interval(scores []float64, supported []bool, clusters []string) (lo, hi float64) {
	members := map[string][]int{}
	var names []string
	for i, c := range clusters {
		if members[c] == nil {
			names = append(names, c)
		}
		members[c] = append(members[c], i)
	}
	rng := rand.New(rand.NewPCG(drawSeed, uint64(len(scores))))
	var areas []float64
	for range draws {
		var s []float64
		var y []bool
		for range names {
			for _, i := range members[names[rng.IntN(len(names))]] {
				s, y = append(s, scores[i]), append(y, supported[i])
			}
		}
		if a := auc(s, y); !math.IsNaN(a) {
			areas = append(areas, a)
		}
	}
	slices.Sort(areas)
	if len(areas) <= 2*lowestCut {
		return math.NaN(), math.NaN()
	}
	return areas[lowestCut], areas[len(areas)-1-lowestCut]
}
