package support

import (
	"cmp"
	"slices"
	"sort"
)

// Bounds on what one claim is compared with, so that many sentences against
// many passages stay affordable.
const (
	mostCandidates = 32 // blocks that a claim's words are counted in, rare words first
	mostSpread     = 64 // blocks that one word is counted in
	closest        = 4  // blocks that are compared in full
)

// finder finds the blocks that may hold most of a claim. It belongs to one
// call of Score and keeps its counts from claim to claim.
type finder struct {
	*Evidence
	weights []float64 // by block, of the claim's words that it holds
	touched []int32   // blocks with a weight
}

func (e *Evidence) newFinder() *finder {
	return &finder{Evidence: e, weights: make([]float64, len(e.blocks))}
}

// closest returns the blocks that hold most of a claim's words as they stand,
// the most first.
func (f *finder) closest(c *claim) []int32 {
	words := make([]*said, 0, len(c.words))
	for i := range c.words {
		if w := &c.words[i]; w.content() && len(w.places)+len(w.scaled) > 0 {
			words = append(words, w)
		}
	}
	slices.SortStableFunc(words, func(a, b *said) int { return cmp.Compare(len(a.places), len(b.places)) })
	for _, w := range words {
		f.count(w.places, w.weight)
		f.count(w.scaled, w.weight)
	}
	slices.SortFunc(f.touched, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.weights[b], f.weights[a]), cmp.Compare(a, b))
	})
	out := slices.Clone(f.touched[:min(len(f.touched), closest)])
	for _, i := range f.touched {
		f.weights[i] = 0
	}
	f.touched = f.touched[:0]
	return out
}

// count adds a weight to the blocks of sorted places. When enough blocks are
// known no other comes in.
func (f *finder) count(places []int32, weight float64) {
	for n := 0; len(places) > 0 && n < mostSpread; n++ {
		i := sort.Search(len(f.blocks), func(i int) bool { return f.blocks[i].to > places[0] })
		if f.weights[i] > 0 || len(f.touched) < mostCandidates {
			if f.weights[i] == 0 {
				f.touched = append(f.touched, int32(i))
			}
			f.weights[i] += weight
		}
		places = places[firstFrom(places, f.blocks[i].to):]
	}
}
