package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
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
	default:
		if flips, measured := o.Noise.flips(); measured {
			p.flips = flips
		}
	}
	if o.assumesGroups(s) {
		p.deff = 1 + (s.groupSize-1)*assumedAlike
	}
	return p
}

// assumesGroups: a measured spread has the groups in it already.
func (o PowerOptions) assumesGroups(s SeriesPower) bool {
	_, measured := o.Noise.spread(s.Name)
	return s.Clusters < s.N && (o.SD != nil || !measured)
}

// spread is the standard deviation of a question's difference when each run
// asks it this often. A measured one is taken apart where the share of chance
// in it is known: the rest, which repeats do not lower, is how much the
// questions' true differences vary.
func (o PowerOptions) spread(name string, repeats int) (sd float64, measured bool) {
	total, compared := o.Noise.spread(name)
	within, repeated := o.Noise.within(name)
	switch {
	case o.SD != nil:
		return *o.SD, true
	case compared && repeated:
		behind := float64(max(1, o.Noise.Repeats))
		return pairedSD(math.Max(0, total*total-2*within/behind), within, repeats), true
	case compared:
		return total, true
	case repeated:
		return pairedSD(0, within, repeats), true
	}
	return assumedSD, false
}

// pairedSD is the standard deviation of a difference between two runs that ask as
// often. Variances are never negative here, so that it exists.
func pairedSD(change, within float64, repeats int) float64 {
	sd, _ := stats.PairedSDFromComponents(change, within, within, repeats, repeats)
	return sd
}

// withoutChance is the model with ever more repeats. It is known only where
// the share of chance was measured.
func (o PowerOptions) withoutChance(p planned, name string) (planned, bool) {
	const ever = 1 << 40
	p.repeats, p.single = ever, false
	if p.kind == Rate {
		_, measured := o.Noise.flips()
		return p, o.FlipRate != nil || measured
	}
	_, compared := o.Noise.spread(name)
	_, repeated := o.Noise.within(name)
	p.sd, _ = o.spread(name, ever)
	// Where chance explains all that was seen, no drop would be too small.
	return p, compared && repeated && o.SD == nil && p.sd > leastSpread
}

// leastSpread is what a spread between true differences must exceed to be told
// from none.
const leastSpread = 0.01

// still says why a measured spread is not taken: it is 0.
func (o PowerOptions) still(series []SeriesPower) string {
	var names []string
	for _, s := range series {
		_, known := o.spread(s.Name, 1)
		_, compared := o.Noise.SD[s.Name]
		_, repeated := o.Noise.Within[s.Name]
		if s.Kind == Mean && !known && (compared || repeated) {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("; no score moved where it was measured, which is no measure of other questions: %s", strings.Join(names, ", "))
}

// unflipped says why a measured flip rate is not taken: it is 0.
func (o PowerOptions) unflipped() string {
	switch {
	case o.Noise.Flips == nil:
		return ""
	case o.Noise.FlipsOf == 0:
		return "; none was seen where it was measured, which is no proof that none do"
	}
	return "; measured: " + noneSeen("flip", several(o.Noise.FlipsOf, "question"), o.Noise.FlipsHi)
}

// noneSeen is what 0 of n shows: how many there may be all the same.
func noneSeen(event, of string, hi *float64) string {
	text := fmt.Sprintf("no %s seen in %s", event, of)
	if hi == nil {
		return text + "; no bound: all belong together"
	}
	return text + "; up to " + summary.Percent(*hi)
}

// assumed says in words what the plan rests on that nobody measured.
func (o PowerOptions) assumed(series []SeriesPower) []string {
	out := []string{}
	has := func(what func(SeriesPower) bool) bool { return slices.ContainsFunc(series, what) }
	if has(func(s SeriesPower) bool { _, known := o.spread(s.Name, 1); return s.Kind == Mean && !known }) {
		out = append(out, fmt.Sprintf("a question's score differs between two runs with a standard deviation of %v", assumedSD)+o.still(series))
	}
	if _, measured := o.Noise.flips(); has(func(s SeriesPower) bool { return s.Kind == Rate }) && o.FlipRate == nil && !measured {
		out = append(out, fmt.Sprintf("%s of the questions flip with no change at all", shareText(assumedFlips))+o.unflipped())
	}
	if has(o.assumesGroups) {
		out = append(out, fmt.Sprintf("differences within a group correlate with %v", assumedAlike))
	}
	if has(func(s SeriesPower) bool {
		_, compared := o.Noise.spread(s.Name)
		_, repeated := o.Noise.within(s.Name)
		return o.SD == nil && repeated && !compared
	}) {
		out = append(out, "a change moves all questions alike: only the spread between repeats was measured")
	}
	return out
}
