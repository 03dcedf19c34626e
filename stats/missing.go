package stats

// Bounds say how far missing measurements could move a figure. Observed is
// nil when nothing was measured.
type Bounds struct {
	Observed *float64
	Worst    float64 // all that is missing at the bad end
	Best     float64 // and at the good end
	Coverage float64 // measured share of what should have been
}

// MeanMissingBounds bounds a mean of n scores when missing more belong to
// it, each between low and high. It does not exist when nothing was asked
// for.
func MeanMissingBounds(mean float64, n, missing int, low, high float64) (Bounds, bool) {
	if n < 0 || missing < 0 || n+missing == 0 || !finite(mean) || !finite(low) || !finite(high) {
		return Bounds{}, false
	}
	total, gap := float64(n+missing), float64(missing)
	b := Bounds{Worst: low, Best: high, Coverage: float64(n) / total}
	if n > 0 {
		b.Observed = &mean
		b.Worst, b.Best = mean+gap/total*(low-mean), mean+gap/total*(high-mean)
	}
	return b, true
}

// PassMissingBounds bounds a pass rate when missing questions are neither
// passed nor failed. It does not exist when nothing was asked for.
func PassMissingBounds(passed, failed, missing int) (Bounds, bool) {
	decided := passed + failed
	total := decided + missing
	if passed < 0 || failed < 0 || missing < 0 || total == 0 {
		return Bounds{}, false
	}
	b := Bounds{
		Worst:    float64(passed) / float64(total),
		Best:     float64(passed+missing) / float64(total),
		Coverage: float64(decided) / float64(total),
	}
	if decided > 0 {
		rate := float64(passed) / float64(decided)
		b.Observed = &rate
	}
	return b, true
}
