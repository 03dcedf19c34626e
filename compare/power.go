package compare

import (
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Power plans a comparison of two runs over a sample. The error is an option
// that cannot be: a drop or margin of an unknown series or beyond its scale, a
// power outside of one half to one.
func Power(sample Sample, opt PowerOptions) (PowerDoc, error) {
	opt.fill()
	series, err := opt.series(sample)
	if err != nil {
		return PowerDoc{}, err
	}
	for i := range series {
		s := &series[i]
		p := opt.model(*s)
		s.Deff = p.deff
		s.see(p, opt)
		if drop, asked := opt.Drops[s.Name]; asked {
			s.ask(p, drop, opt.Power, len(series))
		}
		if s.Margin != nil {
			s.settle(p, opt.Power)
		}
		s.Says = s.words(opt.Power, len(series))
	}
	return PowerDoc{
		Power: opt.Power, Alpha: alpha, Family: len(series), Repeats: opt.Repeats,
		Series: series, Assumes: opt.assumed(series), Notes: notesOf(series),
	}, nil
}

// Ungateable says of each series with a margin that a sample is too small
// for: not even a run without any change could show that the margin is kept,
// or less than one in two such runs would. The error is a margin that cannot
// be.
func Ungateable(sample Sample, opt PowerOptions) ([]string, error) {
	opt.fill()
	series, err := opt.series(sample)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, s := range series {
		if s.Margin == nil {
			continue
		}
		s.settle(opt.model(s), opt.Power)
		switch {
		case !*s.Gateable:
			out = append(out, s.Name+": "+s.gates(opt.Power))
		case s.mostlyOpen():
			out = append(out, s.Name+": "+s.gates(opt.Power)+"; assumed: "+strings.Join(opt.assumed([]SeriesPower{s}), ", "))
		}
	}
	return out, nil
}

// series are those that the sample has questions for, with their margins.
func (o PowerOptions) series(sample Sample) ([]SeriesPower, error) {
	head := &Run{Info: results.RunInfo{Dimensions: o.Dimensions, Gate: o.Gate}}
	margins, _, err := marginsOf(head, Options{})
	if err != nil {
		return nil, err
	}
	if err := o.check(seriesNames(head)); err != nil {
		return nil, err
	}
	out := []SeriesPower{}
	for _, r := range readersOf(head.Info) {
		s := newSeriesPower(r, sample)
		if s.N == 0 || o.Unjudged && s.Kind == Mean {
			continue
		}
		if margin, gated := margins[s.Name]; gated {
			s.gate(o.model(s), margin)
		}
		out = append(out, s)
	}
	return out, nil
}

// see fills in what the sample shows as it is.
func (s *SeriesPower) see(p planned, opt PowerOptions) {
	if p.kind == Mean {
		s.SD = &p.sd
	} else {
		s.Flips = &p.flips
	}
	if mde, ok := p.detectable(opt.Power); ok {
		s.MDE = &mde
	}
	if still, measured := opt.withoutChance(p, s.Name); measured {
		if mde, ok := still.detectable(opt.Power); ok {
			s.Limit = &mde
		}
	}
}

// ask fills in what it takes to see a drop. Beside other series a claim is
// adjusted; the level shared out evenly is the most that this costs.
func (s *SeriesPower) ask(p planned, drop, power float64, family int) {
	s.Drop = &drop
	if chance, ok := p.chance(drop); ok {
		s.Chance = &chance
	}
	if n, ok := p.needed(drop, power, alpha); ok {
		s.Needed = &n
	}
	if n, ok := p.needed(drop, power, alpha/float64(family)); ok {
		s.NeededAmong = &n
	}
}

// gate fills in whether the sample is large enough for a margin.
func (s *SeriesPower) gate(p planned, margin float64) {
	lower, bounded := unchangedBound(p.single, s.N, s.Clusters)
	s.Margin, s.Gateable = &margin, new(bounded && lower > -margin)
	s.GateableFrom = new(gateableFrom(p.single, s.groupSize, margin))
}

// settle fills in the size that shows the margin kept.
func (s *SeriesPower) settle(p planned, power float64) {
	if n, ok := p.settles(*s.Margin, power); ok {
		s.Settles = new(max(n, *s.GateableFrom))
	}
	if chance, ok := p.kept(*s.Margin); ok {
		s.Kept = &chance
	}
	if margin, ok := p.keeps(power); ok {
		s.KeptMargin = &margin
	}
}

func newSeriesPower(r reader, sample Sample) SeriesPower {
	c := sample.of(categoriesOf(r.name)...)
	return SeriesPower{
		Name: r.name, Kind: r.kind, LowerIsBetter: r.lowerIsBetter,
		N: c.size(), Clusters: c.clusters(), Deff: 1, groupSize: c.groupSize(),
	}
}

// categoriesOf are the questions that a series is measured on.
func categoriesOf(name string) []results.Category {
	switch name {
	case PassRate:
		return results.Categories()
	case Answered:
		return []results.Category{results.Negative}
	case OverRefusal:
		return []results.Category{results.Positive}
	}
	category, _, _ := strings.Cut(name, "/")
	return []results.Category{results.Category(category)}
}
