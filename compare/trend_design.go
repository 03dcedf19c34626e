package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/evalrun/evalrun/stats"
)

// newDesign shares the budget out: every chart gives a false signal once in
// as many nights, and all of them together as many in 30 as the budget says.
// The anchors' charts get the same limit and no share: who adds anchors to a
// suite may not silence a signal that lasts.
func newDesign(opt TrendOptions, charts, anchors int) (TrendDesign, error) {
	d := TrendDesign{Drift: opt.Drift, Budget: opt.Budget, Charts: charts, Anchors: anchors}
	if charts == 0 {
		charts = anchors
	}
	if d.Drift == "" {
		d.Drift = DriftEWMA
	}
	if d.Budget == 0 {
		d.Budget = DefaultBudget
	}
	if d.Drift != DriftEWMA && d.Drift != DriftCUSUM && d.Drift != DriftConformal {
		return d, fmt.Errorf("unknown drift %q: it is %s, %s or %s", d.Drift, DriftEWMA, DriftCUSUM, DriftConformal)
	}
	if !(d.Budget > 0) {
		return d, fmt.Errorf("a budget of %v false signals is none", d.Budget)
	}
	if charts == 0 {
		return d, nil
	}
	d.ARL = budgetNights * float64(charts) / d.Budget
	if limit, ok := chartLimit(d.Drift, d.ARL); ok {
		d.Limit = brief(limit)
	} else {
		return d, fmt.Errorf("a budget of %v false signals in %d nights leaves %.3g nights between those of each of %d charts, for which there is no limit",
			d.Budget, budgetNights, d.ARL, charts)
	}
	if d.Drift == DriftEWMA {
		d.Lambda = ewmaLambda
	}
	return d, nil
}

// budgetNights is the month that a budget is stated for.
const budgetNights = 30

// falseSignals says how often all charts together are wrong.
func (d TrendDesign) falseSignals() string {
	months := 1 / d.Budget
	words := []string{"a month", "two months", "three months", "four months", "five months", "six months"}
	if whole := math.Round(months); math.Abs(months-whole) < 1e-9 && whole >= 1 && int(whole) <= len(words) {
		return "about one such signal in " + words[int(whole)-1] + " of nightly runs is false"
	}
	return fmt.Sprintf("about one such signal in %.0f nights is false", budgetNights/d.Budget)
}

func (d TrendDesign) says() string {
	if d.Charts+d.Anchors == 0 {
		return "there is nothing to chart"
	}
	chart := map[Drift]string{
		DriftEWMA:      fmt.Sprintf("an EWMA of Q statistics: weight %v, limit %.3f", d.Lambda, d.Limit),
		DriftCUSUM:     fmt.Sprintf("a CUSUM of Q statistics: slack %v, limit %.3f", cusumSlack, d.Limit),
		DriftConformal: fmt.Sprintf("a conformal Shiryaev-Roberts sum: limit %.0f", d.Limit),
	}[d.Drift]
	text := fmt.Sprintf("%s, each %s. A chart gives a false signal once in %.0f nights; of all together %s.",
		several(max(d.Charts, d.Anchors), "chart"), chart, d.ARL, d.falseSignals())
	if d.Charts > 0 && d.Anchors > 0 {
		text = strings.TrimSuffix(text, ".") + fmt.Sprintf(", beside those of the anchors' %s, which %s the same limit.",
			several(d.Anchors, "chart"), map[bool]string{true: "has", false: "have"}[d.Anchors == 1])
	}
	return text
}

// sees gives what simulation found at the limit of these charts, for a fall
// after 14 quiet nights (30 on a conformal chart).
func (d TrendDesign) sees() string {
	if d.Charts+d.Anchors == 0 {
		return ""
	}
	if d.Drift == DriftConformal {
		seen, arl := stats.ConformalSeen(d.ARL)
		return fmt.Sprintf("At a false signal once in %.0f nights a lasting fall of 2 standard deviations between nights, after 30 quiet nights, is seen within 14 nights in about %s of cases and within 30 in %s. In its first nights the chart sees nothing, and a rise never.",
			arl, wholePercent(seen.Fall2In14), wholePercent(seen.Fall2In30))
	}
	seen, arl := stats.EWMASeen(d.ARL)
	if d.Drift == DriftCUSUM {
		seen, arl = stats.CUSUMSeen(d.ARL)
	}
	return fmt.Sprintf("At a false signal once in %.0f nights a lasting fall of 2 standard deviations between nights is seen within 7 nights in about %s of cases and within 14 in %s, one of 3 within 7 nights in %s, one of 1 only in %s within 30.",
		arl, wholePercent(seen.Fall2In7), wholePercent(seen.Fall2In14), wholePercent(seen.Fall3In7), wholePercent(seen.Fall1In30))
}

// wholePercent: simulations have no decimals to show.
func wholePercent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }
