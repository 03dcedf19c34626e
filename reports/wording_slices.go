package reports

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// sliceCaution stands over every table of slices.
func sliceCaution(s *results.Slices) string {
	n := len(s.Tags) + len(s.Groups) + s.MoreTags + s.MoreGroups
	return fmt.Sprintf("For reading, without a test or a gate: of %s some look bad by chance.", plural(n, "slice"))
}

// partRate is the pass rate of a slice, or the reason why it has none.
func partRate(run results.RunInfo, s results.Slice) string {
	if s.PassRate.Rate == nil {
		return s.PassRate.Reason
	}
	return rateWords(s.PassRate, run.Gate.PassRate)
}

// partBrief is a slice in one line.
func partBrief(run results.RunInfo, kind string, s results.Slice) string {
	text := fmt.Sprintf("%s %s: ", kind, cut(s.Name, maxBrief))
	if s.PassRate.Rate == nil {
		t := s.Totals
		return text + counts(count{t.Pass, "pass"}, count{t.Fail, "fail"}, count{t.Error + t.Inconclusive + t.Skipped, "neither"})
	}
	return text + rateWords(s.PassRate, run.Gate.PassRate)
}
