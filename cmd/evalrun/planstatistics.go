package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/suites"
)

// foreseen are the settings of a plan's statistics for this suite.
func (p planner) foreseen() compare.PowerOptions {
	opt := p.power
	opt.Repeats, opt.Gate = p.times.answers, p.suite.suite.Gate
	if p.suite.copies(opt.Repeats) {
		opt.Repeats = 1 // copies of an answer are one answer
	}
	opt.Dimensions = scoredDimensions()
	opt.Unjudged = p.suite.ref.Kind == results.JudgeNone
	return opt
}

func scoredDimensions() map[results.Category][]results.Dimension {
	out := map[results.Category][]results.Dimension{}
	for _, c := range results.Categories() {
		out[c] = rubric.Dimensions(c)
	}
	return out
}

// addTo leaves out what is in no figure of a comparison. A quarantine that is
// over counts here as one that lasts: the question's run is red until then.
func addTo(s *compare.Sample, q suites.Question) {
	if q.Frozen == nil && q.Quarantine == nil {
		s.Add(q.Category, q.Group)
	}
}

// printStatistics prints a paragraph under the calls of a suite.
func printStatistics(w io.Writer, doc compare.PowerDoc) error {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintln(&out, reports.Visible(fmt.Sprintf(format, args...))) }
	line("  statistics of a comparison with another run like this one")
	for _, assumed := range doc.Assumes {
		line("    assumed: %s", assumed)
	}
	for series := doc.Series; len(series) > 0; {
		names, alike := alikeAtFirst(series)
		for i, says := range series[0].Says {
			if i == 0 {
				line("    %s: %s", names, says)
			} else {
				line("      %s", says)
			}
		}
		series = series[alike:]
	}
	for _, note := range doc.Notes {
		line("    %s", note)
	}
	if len(doc.Series) == 0 {
		line("    no question to compare on")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// alikeAtFirst names the series that begin a list and of which the same is to
// be said, and counts them.
func alikeAtFirst(series []compare.SeriesPower) (names string, n int) {
	var all []string
	for _, s := range series {
		if !slices.Equal(s.Says, series[0].Says) {
			break
		}
		all = append(all, s.Name)
	}
	return strings.Join(all, ", "), len(all)
}

// ungateable tells, a line each, which figures a comparison of two runs of a
// suite will report and not gate on, for want of questions.
func ungateable(s *suites.Suite) (string, error) {
	var sample compare.Sample
	for q, err := range s.Questions() {
		if err != nil {
			return "", err
		}
		addTo(&sample, q)
	}
	says, err := compare.Ungateable(sample, compare.PowerOptions{
		Dimensions: scoredDimensions(), Gate: s.Gate, Unjudged: s.Judge.Model == suites.JudgeNone,
	})
	if err != nil {
		return "", fmt.Errorf("%s: gate: %w", s.Path, err)
	}
	var out strings.Builder
	for _, line := range says {
		fmt.Fprintf(&out, "  %s\n", reports.Visible(line))
	}
	return out.String(), nil
}
