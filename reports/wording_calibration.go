package reports

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// calibrationWords say how well stated confidence tells right from wrong: what
// rests on the order of the words first, then what rests on the shares that
// they are taken to promise, which are printed with it.
func calibrationWords(c *results.CalibrationSummary) []string {
	if c == nil || c.N == 0 {
		return nil
	}
	out := []string{orderWords(c)}
	if c.Brier == nil {
		return out
	}
	return append(out, promiseWords(c))
}

func orderWords(c *results.CalibrationSummary) string {
	text := fmt.Sprintf("AUROC of the order none, low, medium, high: %s", ratio(c.AUROC, cmp.Or(c.AUROCReason, "does not exist")))
	if c.AUROC != nil {
		text += " (0.5 tells nothing, 1 tells right from wrong)"
	}
	text += fmt.Sprintf(", n = %d", c.N)
	if c.Monotone == nil {
		return text
	}
	if *c.Monotone {
		return text + "; no lower confidence was right more often than a higher one"
	}
	return text + "; some lower confidence was right more often than a higher one"
}

func promiseWords(c *results.CalibrationSummary) string {
	var promised []string
	for _, row := range confidenceWords() {
		if v, ok := c.Values[row]; ok {
			promised = append(promised, row+" "+summary.Percent(v))
		}
	}
	return fmt.Sprintf("read as %s: expected calibration error %s, Brier score %s = reliability %s - resolution %s + uncertainty %s",
		strings.Join(promised, ", "), threePlaces(c.ECE, c.ECEReason)+intervalWords(c.ECE, c.ECELo, c.ECEHi, 3, c.ECEReason), threePlaces(c.Brier, ""),
		threePlaces(c.Reliability, ""), threePlaces(c.Resolution, ""), threePlaces(c.Uncertainty, ""))
}

// confidenceWords are the words that promise something, most first.
func confidenceWords() []string { return []string{"high", "medium", "low", "none"} }

// threePlaces prints a small figure with three decimals, or why there is none.
func threePlaces(v *float64, reason string) string {
	if v == nil {
		return missing + " (" + cmp.Or(reason, "does not exist") + ")"
	}
	return fmt.Sprintf("%.3f", *v)
}

// confidenceBrief is the table of confidences in one line, for a surface
// without room for it.
func confidenceBrief(rows []results.ConfidenceRow) string {
	var parts []string
	for _, row := range rows {
		if row.Rate.N == 0 {
			continue
		}
		text := fmt.Sprintf("%s %d of %d", row.Confidence, row.Rate.K, row.Rate.N)
		if row.TooFew {
			text += " (too few)"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}
