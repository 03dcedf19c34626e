package main

import (
	"math"

	"github.com/evalrun/evalrun/grounding/support"
)

// problem is the rows of several sets with their current sums.
type problem struct {
	rows   []row
	of     []int     // by row, its set
	weight []float64 // by row, so that sets count the same
	sums   []float64 // by row
}

func newProblem(sets []set) *problem {
	p := &problem{}
	for i, s := range sets {
		claiming := 0
		for _, r := range s.rows {
			if r.claims {
				claiming++
			}
		}
		for _, r := range s.rows {
			if r.claims {
				p.rows, p.of = append(p.rows, r), append(p.of, i)
				p.weight = append(p.weight, 1/float64(claiming*len(sets)))
			}
		}
	}
	p.sums = make([]float64, len(p.rows))
	return p
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
