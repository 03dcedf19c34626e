package suites

import (
	"slices"
	"strings"
)

// The rates that a comparison can be gated on, beside the series of means.
// They are the names of results.GateSpec.Margins.
func gatedRates() []string { return []string{"passRate", "answeredWhenItShouldNot", "overRefusal"} }

// widestDrop is from the highest score to the lowest.
const widestDrop = highestScore - lowestScore

// margins reads the largest drops that a comparison lets pass. A margin of 0
// is refused: that nothing at all has dropped is what no number of questions
// can show.
func (r *reader) margins(n *node) map[string]float64 {
	if !r.kind(n, "gate.margins", kindMapping) {
		return nil
	}
	r.uniqueKeys(n)
	known := append(gatedRates(), seriesNames()...)
	margins := make(map[string]float64, len(n.pairs))
	for _, p := range n.pairs {
		name := p.key.value
		if strings.HasPrefix(name, "x-") || p.key.compound() {
			continue
		}
		if !slices.Contains(known, name) {
			r.problem(p.key.pos, seriesHint(name, known), "unknown series %s in gate.margins", quoted(name))
			continue
		}
		if v := r.number(p.value, "gate.margins."+name, 0, widest(name)); v != nil && *v == 0 {
			r.problem(p.value.pos, "name the smallest drop that matters", "gate.margins.%s is 0, want more", name)
		} else if v != nil {
			margins[name] = *v
		}
	}
	return margins
}

// widest is how far a figure can drop at all.
func widest(name string) float64 {
	if slices.Contains(gatedRates(), name) {
		return 1
	}
	return widestDrop
}
