//go:build slow

package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestQuietSeriesAlarmAsOftenAsDesignedOverManySeries(t *testing.T) {
	share := quietShare(20_000, 2.903)
	t.Logf("%.4f of quiet series alarm within 30 nights", share)
	if share < 0.05 || share > 0.075 {
		t.Errorf("%.4f of quiet series alarm within 30 nights, want about 0.06", share)
	}
}

// watched is a chart with its history, which takes in quiet nights alone.
type watched struct {
	history   SelfStarting
	follow    interface{ Next(q float64) Step }
	conformal *Conformal
}

func (w *watched) falls(x, floor float64) bool {
	var step Step
	if w.conformal != nil {
		step, _ = w.conformal.Next(x)
	} else if q, ok := w.history.Q(x, floor); ok {
		step = w.follow.Next(q)
	}
	if !step.Low && !step.High {
		w.history.Add(x)
		if w.conformal != nil {
			w.conformal.Add(x)
		}
	}
	return step.Low
}

// TestWhatAChartSees is behind the figures that a trend prints about itself:
// a fall in standard deviations of a quiet night, after some quiet nights.
func TestWhatAChartSees(t *testing.T) {
	const series = 4000
	hold := func(chart string, arl, fall float64, within int, got, want float64) {
		if math.Abs(got-want) > 0.03 {
			t.Errorf("%s, once in %v nights: a fall of %v is seen within %d nights in %.3f of cases, want %.2f", chart, arl, fall, within, got, want)
		}
	}
	for _, arl := range []float64{60, 180, 420, 700, 1920} {
		ewma, _ := EWMALimit(0.2, arl)
		cusum, _ := CUSUMLimit(0.5, arl)
		of := func(chart string, seen Seen, start func() *watched) {
			hold(chart, arl, 1, 30, seenShare(series, start, 1, 14, 30), seen.Fall1In30)
			hold(chart, arl, 2, 7, seenShare(series, start, 2, 14, 7), seen.Fall2In7)
			hold(chart, arl, 2, 14, seenShare(series, start, 2, 14, 14), seen.Fall2In14)
			hold(chart, arl, 3, 7, seenShare(series, start, 3, 14, 7), seen.Fall3In7)
		}
		seen, _ := EWMASeen(arl)
		of("ewma", seen, func() *watched { c, _ := NewEWMA(0.2, ewma); return &watched{follow: c} })
		seen, _ = CUSUMSeen(arl)
		of("cusum", seen, func() *watched { c, _ := NewCUSUM(0.5, cusum); return &watched{follow: c} })
		ranks, _ := ConformalSeen(arl)
		start := func() *watched { c, _ := NewConformal(arl); return &watched{conformal: c} }
		hold("conformal", arl, 2, 14, seenShare(series, start, 2, 30, 14), ranks.Fall2In14)
		hold("conformal", arl, 2, 30, seenShare(series, start, 2, 30, 30), ranks.Fall2In30)
	}
}

// seenShare is the share of series in which a fall is seen in time. Series
// that were in alarm before it tell nothing and are not counted.
func seenShare(series int, start func() *watched, fall float64, quiet, within int) float64 {
	random, seen, counted := rand.New(rand.NewPCG(7, 14)), 0, 0
	for range series {
		levels := make([]float64, 20+random.IntN(41))
		for i := range levels {
			levels[i] = 2.5 + 2*random.Float64()
		}
		sd := nightSD(random, levels)
		floor, chart, early := 0.5/float64(len(levels)), start(), false
		for range quiet {
			early = chart.falls(ordinal(random, levels, 0), floor) || early
		}
		if early {
			continue
		}
		counted++
		for range within {
			if chart.falls(ordinal(random, levels, 0)-fall*sd, floor) {
				seen++
				break
			}
		}
	}
	return float64(seen) / float64(counted)
}

// nightSD is the standard deviation of quiet nights.
func nightSD(random *rand.Rand, levels []float64) float64 {
	var m SelfStarting
	for range 200 {
		m.Add(ordinal(random, levels, 0))
	}
	sd, _ := m.SD()
	return sd
}
