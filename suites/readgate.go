package suites

import (
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

// Scores run from 1 to 5, so floors do.
const lowestScore, highestScore = 1, 5

// passAt reads one floor for all dimensions, or floors by name over the
// defaults.
func (r *reader) passAt(n *node, floors results.Floors) {
	if n == nil {
		return
	}
	if n.kind == kindNumber {
		if v := r.number(n, "passAt", lowestScore, highestScore); v != nil {
			for d := range floors {
				floors[d] = *v
			}
		}
		return
	}
	if n.kind.scalar() || n.kind == kindList {
		r.problem(n.pos, "", "passAt is %s, want a number or a mapping of dimensions", n.described())
		return
	}
	o, ok := r.object(n, "passAt", "passAt.", passAtKeys)
	if !ok {
		return
	}
	for _, name := range passAtKeys.names {
		if v := r.number(o.get(name), o.label(name), lowestScore, highestScore); v != nil {
			floors[results.Dimension(name)] = *v
		}
	}
}

func (r *reader) gate(n *node, g *results.GateSpec) {
	o, ok := r.object(n, "gate", "gate.", gateKeys)
	if !ok {
		return
	}
	if v := r.number(o.get("passRate"), "gate.passRate", 0, 1); v != nil {
		g.PassRate = *v
	}
	if v := r.number(o.get("minScored"), "gate.minScored", 0, 1); v != nil {
		g.MinScored = *v
	}
	g.On = r.oneOf(o.get("on"), "gate.on", "checks")
	g.Dimensions = r.seriesFloors(o.get("dimensions"))
	g.Margins = r.margins(o.get("margins"))
	g.MinCommon = r.number(o.get("minCommon"), "gate.minCommon", 0, 1)
}

// seriesFloors reads the floors of series means. A dimension without its
// category is refused: the two groundings are different measurements.
func (r *reader) seriesFloors(n *node) map[results.Series]float64 {
	if !r.kind(n, "gate.dimensions", kindMapping) {
		return nil
	}
	r.uniqueKeys(n)
	known := seriesNames()
	floors := make(map[results.Series]float64, len(n.pairs))
	for _, p := range n.pairs {
		name := p.key.value
		if strings.HasPrefix(name, "x-") {
			continue
		}
		if !slices.Contains(known, name) {
			r.problem(p.key.pos, seriesHint(name, known), "unknown dimension %s in gate.dimensions", quoted(name))
			continue
		}
		if v := r.number(p.value, "gate.dimensions."+name, lowestScore, highestScore); v != nil {
			floors[results.Series(name)] = *v
		}
	}
	return floors
}

func seriesNames() []string {
	var names []string
	for _, s := range rubric.AllSeries() {
		names = append(names, string(s))
	}
	return names
}

func seriesHint(name string, known []string) string {
	for _, series := range known {
		if strings.HasSuffix(series, "/"+name) {
			return "write the category, too: " + series
		}
	}
	if near := nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	return "known here: " + strings.Join(known, ", ")
}

// gateFits refuses gates over scores that will not all be there: a question
// that a check has decided is not sent to the judge under judge.when
// undecided, and the means would be those of the survivors.
func (r *reader) gateFits(o object, s *Suite) {
	if len(s.Gate.Dimensions) == 0 {
		return
	}
	gate := object{node: o.get("gate")}
	at := gate.get("dimensions").pos
	if s.Judge.When == WhenUndecided {
		r.problem(at, "use judge.when always", "gate.dimensions cannot be held together with judge.when undecided")
	}
	if s.Gate.On != "" {
		r.problem(at, "remove one of the two", "gate.dimensions cannot be held together with gate.on checks")
	}
}
