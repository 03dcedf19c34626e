package reports

import (
	"fmt"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// labelOf names a run in a ranking; the ids of runs of one night are hard to
// tell apart.
func labelOf(doc *compare.RankDoc, run int) string {
	switch {
	case run >= 0 && run < len(doc.Labels) && doc.Labels[run] != "":
		return cut(doc.Labels[run], maxName)
	case run >= 0 && run < len(doc.Runs):
		return cut(doc.Runs[run].Run, maxName)
	}
	return missing
}

// ending shortens a label from its front: the folders of one night's runs
// differ in their last characters.
func ending(label string, width int) string {
	runes := []rune(oneLine(label))
	if len(runes) <= width {
		return string(runes)
	}
	const dots = "..."
	return dots + string(runes[len(runes)-width+len(dots):])
}

func labelsOf(doc *compare.RankDoc) []string {
	labels := make([]string, len(doc.Runs))
	for i := range labels {
		labels[i] = labelOf(doc, i)
	}
	return labels
}

// rankCell is an interval of ranks, because runs that cannot be told apart
// have the same: "1-2 of 4".
func rankCell(s compare.RankSeries, r compare.RankRow) string {
	switch {
	case r.Best == 0:
		return missing
	case r.Best == r.Worst:
		return fmt.Sprintf("%d of %d", r.Best, len(s.Rows))
	}
	return fmt.Sprintf("%d-%d of %d", r.Best, r.Worst, len(s.Rows))
}

// levelInterval is that of a run's own level, not of a difference.
func levelInterval(kind compare.Kind, lo, hi *float64) string {
	return span(lo, hi, func(v *float64) string {
		if kind == compare.Rate {
			return summary.Percent(*v)
		}
		return mean(v)
	})
}

func countAt(counts []int, i int) int {
	if i < 0 || i >= len(counts) {
		return 0
	}
	return counts[i]
}

// claimWords are what a pair lets a reader say of its first run.
func claimWords(c compare.Claim) string {
	switch c {
	case compare.Lower, compare.Higher:
		return "first is " + string(c)
	case compare.Unclear:
		return "unclear"
	}
	return "not separable"
}
