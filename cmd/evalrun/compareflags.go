package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/compare"
)

// compareOptions are the flags of compare.
type compareOptions struct {
	margins      []string
	minCommon    float64
	common       bool
	allow        []string
	flipRate     float64
	inconclusive string
	against      string
	form
	html string
}

func (o *compareOptions) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&o.margins, "margin", nil,
		"largest drop that passes, as `NAME=VALUE`: passRate=0.05, positive/grounding=0.25; may be repeated")
	flags.Float64Var(&o.minCommon, "min-common", 0, "least `SHARE` of questions that the runs must have in common (default: of the suite, or 0.8)")
	flags.BoolVar(&o.common, "common", false, "compare what the runs have in common, however little: --min-common 0")
	flags.StringSliceVar(&o.allow, "allow-difference", nil,
		"compare in spite of this difference, without a gate: `NAME` as the refusal gives it; may be repeated")
	flags.Float64Var(&o.flipRate, "flip-rate", 0, "`SHARE` of questions that change sides between two runs of one system (default: measured from repeats)")
	flags.StringVar(&o.inconclusive, "inconclusive", "", "exit 0 or 1 instead of 2: `pass|fail`")
	flags.StringVar(&o.against, "against", "", "of three runs and more compare each with one: `best|baseline` (the first); default all pairs")
	flags.BoolVar(&o.json, "json", false, "print the comparison as JSON")
	flags.BoolVar(&o.md, "md", false, "print the comparison as Markdown")
	flags.StringVar(&o.html, "html", "", "write the comparison as a page into `FILE` as well; of two run folders it shows the answers side by side")
	cmd.MarkFlagsMutuallyExclusive("json", "md")
	cmd.MarkFlagsMutuallyExclusive("common", "min-common")
}

// check refuses flags that would be ignored. What their values may be is known
// to package compare.
func (o *compareOptions) check(cmd *cobra.Command, runs int) error {
	if err := filled(cmd, "inconclusive", "against", "html"); err != nil {
		return err
	}
	for _, name := range []string{"margin", "flip-rate", "inconclusive"} {
		if runs > 2 && cmd.Flags().Changed(name) {
			return usage(cmd, "--%s is for two runs: more have no gate", name)
		}
	}
	if runs == 2 && o.against != "" {
		return usage(cmd, "--against is for three runs and more")
	}
	return nil
}

// options are the settings of a comparison of two runs.
func (o *compareOptions) options(cmd *cobra.Command) (compare.Options, error) {
	margins, err := amountsOf("margin", o.margins)
	if err != nil {
		return compare.Options{}, err
	}
	opt := compare.Options{Margins: margins, MinCommon: o.leastCommon(cmd), Allow: o.allow, Inconclusive: o.inconclusive}
	if cmd.Flags().Changed("flip-rate") {
		opt.FlipRate = &o.flipRate
	}
	return opt, nil
}

// leastCommon is nil where the suite's own share counts.
func (o *compareOptions) leastCommon(cmd *cobra.Command) *float64 {
	if o.common || cmd.Flags().Changed("min-common") {
		return &o.minCommon
	}
	return nil
}

// amountsOf reads the NAME=VALUE pairs of a flag. A name given twice is a
// mistake: one of the two would be dropped in silence.
func amountsOf(flag string, pairs []string) (map[string]float64, error) {
	amounts := map[string]float64{}
	for _, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		name = strings.TrimSpace(name)
		if !ok || name == "" {
			return nil, fmt.Errorf("--%s is %q, want NAME=VALUE such as passRate=0.05", flag, pair)
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %q is not a number", flag, name, text)
		}
		if _, twice := amounts[name]; twice {
			return nil, fmt.Errorf("--%s names %s twice", flag, name)
		}
		amounts[name] = v
	}
	return amounts, nil
}
