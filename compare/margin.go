package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// defaultMargins gate what a release stands on: whether answers pass, and
// whether those to covered questions keep to their sources. Any other series
// gates only with a margin that somebody stated.
func defaultMargins(head *Run) map[string]float64 {
	margins := map[string]float64{PassRate: 0.05}
	if head.Info.Gate.On != "checks" {
		margins[string(results.SeriesOf(results.Positive, results.Grounding))] = 0.25
	}
	return margins
}

// marginsOf are the margins that hold: of the command line, else of the head's
// suite, else the defaults. Stated are those that somebody asked for.
func marginsOf(head *Run, opt Options) (margins map[string]float64, asked map[string]bool, err error) {
	margins, asked = defaultMargins(head), map[string]bool{}
	names := seriesNames(head)
	for _, from := range []map[string]float64{head.Info.Gate.Margins, opt.Margins} {
		for _, name := range slices.Sorted(maps.Keys(from)) {
			if err := checkAmount("margin", name, from[name], names); err != nil {
				return nil, nil, err
			}
			margins[name], asked[name] = from[name], true
		}
	}
	return margins, asked, nil
}

func seriesNames(r *Run) []string {
	var out []string
	for _, reader := range readersOf(r.Info) {
		out = append(out, reader.name)
	}
	return out
}

// checkAmount refuses a margin or a drop that no comparison could keep or
// miss.
func checkAmount(what, name string, amount float64, names []string) error {
	if !slices.Contains(names, name) {
		return fmt.Errorf("%s %q names no series; there are %s", what, name, strings.Join(names, ", "))
	}
	if most := span(KindOf(name)); !(amount > 0 && amount <= most) {
		return fmt.Errorf("%s %s=%v is not above 0 and at most %v", what, name, amount, most)
	}
	return nil
}

// KindOf tells a mean of scores from a rate by the name of a series.
func KindOf(name string) Kind {
	switch name {
	case PassRate, Answered, OverRefusal:
		return Rate
	}
	return Mean
}

// checkOptions refuses what no comparison could be made with.
func checkOptions(opt Options) error {
	if err := checkAllow(opt.Allow); err != nil {
		return err
	}
	if err := checkShare("min-common", opt.MinCommon); err != nil {
		return err
	}
	if err := checkShare("flip-rate", opt.FlipRate); err != nil {
		return err
	}
	switch results.Verdict(opt.Inconclusive) {
	case "", results.Pass, results.Fail:
		return nil
	}
	return fmt.Errorf("--inconclusive %q is neither pass nor fail", opt.Inconclusive)
}

func checkAllow(allow []string) error {
	for _, name := range allow {
		if !slices.Contains(allowNames(), name) {
			return fmt.Errorf("--allow-difference %q names none; there are %s", name, strings.Join(allowNames(), ", "))
		}
	}
	return nil
}

func checkShare(flag string, v *float64) error {
	if v != nil && !(*v >= 0 && *v <= 1) {
		return fmt.Errorf("--%s %v is not within 0..1", flag, *v)
	}
	return nil
}

// minCommonOf is the share that holds: of the command line, else of the head's
// suite, else the default.
func minCommonOf(head *Run, flag *float64) float64 {
	switch {
	case flag != nil:
		return *flag
	case head.Info.Gate.MinCommon != nil:
		return *head.Info.Gate.MinCommon
	}
	return results.DefaultMinCommon
}

// tooFew reports whether a share of common questions is under the least one.
func tooFew(share, least float64) bool { return !summary.AtLeast(share, least) }

// TooFewSelected says, before a run is paid for, that a selection of n
// questions has too little in common with the base whichever they are; "" where
// it may be enough.
func TooFewSelected(base *Run, gate results.GateSpec, n int) string {
	all := asked(base)
	least := minCommonOf(&Run{Info: results.RunInfo{Gate: gate}}, nil)
	if all == 0 || !tooFew(float64(n)/float64(all), least) {
		return ""
	}
	return fmt.Sprintf("%s of %d in the baseline can be in common, at least %s must be", several(n, "question"), all, shareText(least))
}
