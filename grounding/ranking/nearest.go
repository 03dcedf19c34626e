package ranking

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/grounding/repository"
)

// mostSignatures is how many signatures of a file are quoted. A file's first
// ones are often its types, so those nearest to the question are taken.
const mostSignatures = 20

// nearest returns the signatures that share the most telling terms with the
// question, in the order of the file, and how many were left out.
func (q *query) nearest(signatures []repository.Signature, rarity []float64) ([]repository.Signature, int) {
	left := len(signatures) - mostSignatures
	if left <= 0 {
		return signatures, 0
	}
	candidates := make([]candidate, len(signatures))
	for i, s := range signatures {
		candidates[i] = candidate{i, q.nearness(s.Text, rarity)}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	candidates = candidates[:mostSignatures]
	slices.SortFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.at, b.at) })
	out := make([]repository.Signature, 0, mostSignatures)
	for _, c := range candidates {
		out = append(out, signatures[c.at])
	}
	return out, left
}

func (q *query) nearness(text string, rarity []float64) float64 {
	d := document{counts: make([]float64, len(q.terms))}
	q.add(&d, text, 1)
	sum := 0.0
	for i, count := range d.counts {
		if count > 0 {
			sum += rarity[i]
		}
	}
	return sum
}
