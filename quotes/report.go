package quotes

import (
	"context"
	"fmt"
)

// ReportSchema names the JSON form of a Report.
const ReportSchema = "evalrun.verify/1"

// Report is what was proved of one answer. Its lists are never nil, so that
// its JSON holds [] where there is nothing.
type Report struct {
	Schema    string     `json:"schema"`
	Profile   Profile    `json:"profile"`
	Protocol  Protocol   `json:"protocol"` // how the answer was read, never auto
	Offsets   Unit       `json:"offsets"`  // what Start and End count
	MinScore  float64    `json:"minScore"` // the score from which a citation is not weak
	CleanText string     `json:"cleanText"`
	Claims    []Claim    `json:"claims"`
	Citations []Citation `json:"citations"`
	// Orphans are quotes that no claim cites. They enter no figure: a padded
	// block must not raise one. The compat profile has none; there an orphan
	// is a citation without claim text, as in the reference.
	Orphans  []Evidence `json:"orphans"`
	Warnings []Warning  `json:"warnings"`
	Summary  Summary    `json:"summary"`
	Uncited  []Uncited  `json:"uncited"`
	Verdict  Verdict    `json:"verdict"`
}

// Options say how an answer is verified. The zero value verifies the text
// alone, in the default profile, with every limit at its default.
type Options struct {
	Profile      Profile
	Protocol     Protocol // "" is Auto
	MinScore     float64  // over 0 and at most 1; 0 is 0.85, in the compat profile 0.5
	Judge        JudgeFunc
	ContextChars int // characters of the source on each side of a quote that the judge sees; 0 is 420
	MinUncited   int // characters from which a sentence counts as uncited; 0 is 40
	Match        MatchOptions
}

// Verify reads an answer, finds each quote in the source it names and, where
// there is a judge, asks whether the quotes that were found support their
// claims. Sources count from 1 in the answer.
//
// An error means that nothing was verified: an option out of range, or ctx
// ended. A judge that fails is no error; its citations have StatusError and
// the verdict is at best Unverified.
func Verify(ctx context.Context, answer string, sources []Source, opt Options) (Report, error) {
	opt, err := opt.resolved()
	if err != nil {
		return Report{}, err
	}
	v := newVerification(answer, sources, opt)
	if err := v.matchAll(ctx); err != nil {
		return Report{}, err
	}
	if opt.Judge != nil {
		if err := v.askAll(ctx); err != nil {
			return Report{}, err
		}
	}
	return v.report(), nil
}

const (
	defaultMinScore   = 0.85
	compatMinScore    = 0.5
	defaultContext    = 420
	defaultMinUncited = 40
)

// resolved checks the options and fills in defaults.
func (o Options) resolved() (Options, error) {
	switch {
	case o.Profile != Default && o.Profile != Compat:
		return o, fmt.Errorf("unknown profile %d", int(o.Profile))
	case o.Protocol != "" && o.Protocol != Auto && o.Protocol != EVI1 && o.Protocol != Prose:
		return o, fmt.Errorf("unknown protocol %q", o.Protocol)
	case !(o.MinScore >= 0 && o.MinScore <= 1): // NaN fails too
		return o, fmt.Errorf("minimum score %v is not between 0 and 1", o.MinScore)
	case o.ContextChars < 0 || o.MinUncited < 0:
		return o, fmt.Errorf("a number of characters is negative")
	}
	if o.Protocol == "" {
		o.Protocol = Auto
	}
	if o.MinScore == 0 {
		o.MinScore = defaultMinScore
		if o.Profile == Compat {
			o.MinScore = compatMinScore
		}
	}
	if o.ContextChars == 0 {
		o.ContextChars = defaultContext
	}
	if o.MinUncited == 0 {
		o.MinUncited = defaultMinUncited
	}
	return o, nil
}

func (v *verification) report() Report {
	r := Report{
		Schema: ReportSchema, Profile: v.opt.Profile, Offsets: Bytes, MinScore: v.opt.MinScore,
		Protocol:  resolveProtocol(v.answer, v.opt.Protocol, v.opt.Profile),
		CleanText: v.parsed.CleanText,
		Claims:    listed(v.parsed.Claims),
		Citations: listed(v.citations),
		Orphans:   listed(v.parsed.Orphans),
		Warnings:  listed(v.warnings),
		Uncited:   listed(FindUncited(v.parsed, v.opt.MinUncited, v.opt.Profile)),
	}
	r.Summary = summarize(r)
	r.Summary.ALCE = v.quality(r)
	r.Verdict = decide(r)
	return r
}

// listed makes no list an empty one.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
