package support

import (
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// weightsData is written by `make fit-grounding`, with the figures that the
// weights reached.
//
//go:embed weights.json
var weightsData []byte

// Inputs are the measures as they enter the sum: covers in pieces, since a
// word more says little in the middle of the scale, and counts up to
// mostCounted.
type Inputs [inputCount]float64

// InputNames are the names of the inputs in weights.json.
var InputNames = [inputCount]string{
	"cover up to 0.7", "cover from 0.85", "literal cover from 0.85", "neighbours up to 0.25", "neighbours from 0.55",
	"figures", "names", "negations and turned roles", "exclusives and quantifiers", "opposites",
	"speaker",
}

// Covers is how many of the inputs raise a score; the others lower it.
const Covers = 5

const inputCount = Covers + int(measureCount) - number

// Inputs returns what the weights are multiplied with.
func (m Measures) Inputs() Inputs {
	in := Inputs{
		min(m[meantCover], 0.7), max(m[meantCover]-0.85, 0), max(m[literalCover]-0.85, 0),
		min(m[nearCover], 0.25), max(m[nearCover]-0.55, 0),
	}
	for i := number; i < int(measureCount); i++ {
		in[Covers+i-number] = min(m[i], mostCounted)
	}
	return in
}

// weights are the terms of the sum whose logistic is a score.
type weights struct {
	Bias    float64            `json:"bias"`
	Weights map[string]float64 `json:"weights"`
}

// shipped are the weights in use.
var shipped = sync.OnceValue(func() (out struct {
	bias    float64
	weights Inputs
}) {
	var w weights
	if err := json.Unmarshal(weightsData, &w); err != nil {
		panic("support: embedded weights: " + err.Error())
	}
	out.bias = w.Bias
	for i, name := range InputNames {
		out.weights[i] = w.Weights[name]
	}
	return out
})

// score returns the probability that a person calls the text supported.
func (m Measures) score() float64 {
	sum := shipped().bias
	for i, x := range m.Inputs() {
		sum += shipped().weights[i] * x
	}
	return 1 / (1 + math.Exp(-sum))
}
