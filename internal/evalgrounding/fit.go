package main

import "github.com/evalrun/evalrun/grounding/support"

// priors are what the weights are drawn to: nothing for the covers, and for
// the conflicts the odds that a reader would give them before any data is
// seen. Conflicts are rare, and in most sets come with a low cover anyway, so
// that data alone would leave them without weight.
var priors = support.Inputs{
	0, 0, 0, 0, 0,
	-2,   // figures
	-1,   // names
	-2,   // negations and turned roles
	-2,   // exclusives and quantifiers
	-1.5, // opposites
	-2,   // speaker
}

// How firmly weights are held to their priors, by squared distance.
const (
	holdCovers    = 0.0002
	holdConflicts = 0.02
)

// model is a fitted sum. Each set has its own bias, since sets differ in how
// many answers are supported and how freely they are worded; what is learnt is
// the order within a set.
type model struct {
	weights support.Inputs
	biases  []float64
}

// Sweeps of coordinate descent, far more than it needs to settle.
const sweeps = 60

// fit minimises the mean log loss of the sets, each counting the same, under
// the priors. Covers may only raise a score and conflicts only lower it.
func fit(sets []set) model {
	p := newProblem(sets)
	m := model{weights: priors, biases: make([]float64, len(sets))}
	p.predict(m)
	for range sweeps {
		for i := range m.weights {
			m.weights[i] = p.stepWeight(i, m.weights[i])
		}
		for i := range m.biases {
			m.biases[i] = p.stepBias(i, m.biases[i])
		}
	}
	for i := range m.biases {
		m.biases[i] -= dot(m.weights, p.means[i])
	}
	return m
}

// bias is the one to score answers of no set with.
func (m model) bias() float64 {
	sum := 0.0
	for _, b := range m.biases {
		sum += b
	}
	return sum / float64(len(m.biases))
}

// score returns the score of a row, 0 where it claims nothing.
func (m model) score(r row) float64 {
	if !r.claims {
		return 0
	}
	return logistic(m.bias() + dot(m.weights, r.inputs))
}
