package main

import (
	"encoding/json"
	"math"
	"os"
	"strings"

	"github.com/evalrun/evalrun/grounding/support"
)

// weightsFile is what package support embeds; it reads the first two keys.
type weightsFile struct {
	Bias    float64            `json:"bias"`
	Weights map[string]float64 `json:"weights"`
	Made    string             `json:"made"`
	Rows    int                `json:"rows"`
	LeftOut map[string]float64 `json:"leftOut"` // area under the curve of a set whose labels were left out
}

// writeWeights fits to all sets and writes the weights with the figures that
// the same fit reaches on sets left out.
func writeWeights(path string, sets []set, t table) error {
	m := fit(sets)
	out := weightsFile{
		Bias: rounded(m.bias()), Weights: map[string]float64{}, Made: "make fit-grounding", LeftOut: map[string]float64{},
	}
	for i, name := range support.InputNames {
		out.Weights[name] = rounded(m.weights[i])
	}
	for _, l := range t {
		out.LeftOut[strings.TrimSpace(l.name)] = rounded(l.loso)
		if l.aim > 0 {
			out.Rows += l.n
		}
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// rounded keeps what the data can tell.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
