package main

import (
	"math"

	"github.com/evalrun/evalrun/grounding/support"
)

// problem is the rows of several sets with their current sums. Inputs are
// taken from the mean of their set, so that weights and biases settle
// independently.
type problem struct {
	rows   []row
	means  []support.Inputs // by set
	of     []int            // by row, its set
	weight []float64        // by row, so that sets count the same
	sums   []float64        // by row
}

func newProblem(sets []set) *problem {
	p := &problem{}
	for i, s := range sets {
		mean, claiming := s.mean()
		p.means = append(p.means, mean)
		for _, r := range s.rows {
			if !r.claims {
				continue
			}
			for k := range r.inputs {
				r.inputs[k] -= mean[k]
			}
			p.rows, p.of = append(p.rows, r), append(p.of, i)
			p.weight = append(p.weight, 1/(claiming*float64(len(sets))))
		}
	}
	p.sums = make([]float64, len(p.rows))
	return p
}

// mean returns the mean inputs of the rows that claim something, and how many
// those are.
func (s set) mean() (mean support.Inputs, claiming float64) {
	for _, r := range s.rows {
		if r.claims {
			claiming++
			for k, x := range r.inputs {
				mean[k] += x
			}
		}
	}
	for k := range mean {
		mean[k] /= max(claiming, 1)
	}
	return mean, claiming
}

func (p *problem) predict(m model) {
	for i, r := range p.rows {
		p.sums[i] = m.biases[p.of[i]] + dot(m.weights, r.inputs)
	}
}

// stepWeight makes one Newton step along input i and stops at zero.
func (p *problem) stepWeight(i int, now float64) float64 {
	hold := holdConflicts
	if i < support.Covers {
		hold = holdCovers
	}
	slope, bend := 2*hold*(now-priors[i]), 2*hold
	for k, r := range p.rows {
		x, q := r.inputs[i], logistic(p.sums[k])
		slope += p.weight[k] * x * (q - truth(r))
		bend += p.weight[k] * x * x * q * (1 - q)
	}
	next := now - slope/bend
	if i < support.Covers {
		next = max(next, 0)
	} else {
		next = min(next, 0)
	}
	for k, r := range p.rows {
		p.sums[k] += (next - now) * r.inputs[i]
	}
	return next
}

func (p *problem) stepBias(i int, now float64) float64 {
	const flat = 1e-9 // keeps the step finite where all is certain
	slope, bend := 0.0, flat
	for k, r := range p.rows {
		if p.of[k] == i {
			q := logistic(p.sums[k])
			slope += p.weight[k] * (q - truth(r))
			bend += p.weight[k] * q * (1 - q)
		}
	}
	step := -slope / bend
	for k := range p.rows {
		if p.of[k] == i {
			p.sums[k] += step
		}
	}
	return now + step
}

func truth(r row) float64 {
	if r.supported {
		return 1
	}
	return 0
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func dot(a, b support.Inputs) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
