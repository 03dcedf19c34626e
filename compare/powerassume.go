package compare

import (
	"fmt"
	"math"
	"slices"
)

// What is taken where nothing was measured.
const (
	assumedSD    = 0.8 // of a question's difference on the 1..5 scale
	assumedFlips = 0.1 // share of questions that flip with no change
	assumedAlike = 0.2 // correlation of the differences within a group
)

// model is what a plan takes a series to be: what the options say, else what
// was measured, else what is assumed.
func (o PowerOptions) model(s SeriesPower) planned {
	p := planned{
		kind: s.Kind, n: s.N, deff: 1, repeats: o.Repeats, flips: assumedFlips,
		single: s.Kind == Rate && o.Repeats == 1 && s.Clusters == s.N,
	}
	p.sd, _ = o.spread(s.Name, o.Repeats)
	switch {
	case o.FlipRate != nil:
		p.flips = *o.FlipRate
	case o.Noise.Flips != nil:
		p.flips = *o.Noise.Flips
	}
	if o.assumesGroups(s) {
		p.deff = 1 + (s.groupSize-1)*assumedAlike
	}
	return p
}

// assumesGroups: a measured spread has the groups in it already.
func (o PowerOptions) assumesGroups(s SeriesPower) bool {
	_, measured := o.Noise.SD[s.Name]
	return s.Clusters < s.N && (o.SD != nil || !measured)
}

// spread is the standard deviation of a question's difference when each run
// asks it this often. A measured one is taken apart where the share of chance
// in it is known: the rest, which repeats do not lower, is how much the
// questions' true differences vary.
func (o PowerOptions) spread(name string, repeats int) (sd float64, measured bool) {
	total, compared := o.Noise.SD[name]
	within, repeated := o.Noise.Within[name]
	switch {
	case o.SD != nil:
		return *o.SD, true
	case compared && repeated:
		behind := float64(max(1, o.Noise.Repeats))
		change := math.Max(0, total*total-2*within/behind)
		return math.Sqrt(change + 2*within/float64(repeats)), true
	case compared:
		return total, true
	case repeated:
		return math.Sqrt(2 * within / float64(repeats)), true
	}
	return assumedSD, false
}

// withoutChance is the model with ever more repeats. It is known only where
// the share of chance was measured.
func (o PowerOptions) withoutChance(p planned, name string) (planned, bool) {
	const ever = 1 << 40
	p.repeats, p.single = ever, false
	if p.kind == Rate {
		return p, o.FlipRate != nil || o.Noise.Flips != nil
	}
	_, compared := o.Noise.SD[name]
	_, repeated := o.Noise.Within[name]
	p.sd, _ = o.spread(name, ever)
	return p, compared && repeated && o.SD == nil
}

// assumed says in words what the plan rests on that nobody measured.
func (o PowerOptions) assumed(series []SeriesPower) []string {
	out := []string{}
	has := func(what func(SeriesPower) bool) bool { return slices.ContainsFunc(series, what) }
	if has(func(s SeriesPower) bool { _, known := o.spread(s.Name, 1); return s.Kind == Mean && !known }) {
		out = append(out, fmt.Sprintf("a question's score differs between two runs with a standard deviation of %v", assumedSD))
	}
	if has(func(s SeriesPower) bool { return s.Kind == Rate }) && o.FlipRate == nil && o.Noise.Flips == nil {
		out = append(out, fmt.Sprintf("%s of the questions flip with no change at all", shareText(assumedFlips)))
	}
	if has(o.assumesGroups) {
		out = append(out, fmt.Sprintf("differences within a group correlate with %v", assumedAlike))
	}
	if has(func(s SeriesPower) bool {
		_, compared := o.Noise.SD[s.Name]
		_, repeated := o.Noise.Within[s.Name]
		return o.SD == nil && repeated && !compared
	}) {
		out = append(out, "a change moves all questions alike: only the spread between repeats was measured")
	}
	return out
}
