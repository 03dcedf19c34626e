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
// a fall in standard deviations of a quiet night, after some quiet nights, at
// a limit of one false alarm in 420 nights.
func TestWhatAChartSees(t *testing.T) {
	ewma, _ := EWMALimit(0.2, 420)
	cusum, _ := CUSUMLimit(0.5, 420)
	starts := map[string]func() *watched{
		"ewma":      func() *watched { c, _ := NewEWMA(0.2, ewma); return &watched{follow: c} },
		"cusum":     func() *watched { c, _ := NewCUSUM(0.5, cusum); return &watched{follow: c} },
		"conformal": func() *watched { c, _ := NewConformal(420); return &watched{conformal: c} },
	}
	for _, c := range []struct {
		chart         string
		fall          float64
		quiet, within int
		want          float64
	}{
		{"ewma", 1, 14, 30, 0.44}, {"ewma", 2, 14, 7, 0.64}, {"ewma", 2, 14, 14, 0.83}, {"ewma", 3, 14, 7, 0.93},
		{"cusum", 1, 14, 30, 0.54}, {"cusum", 2, 14, 7, 0.76}, {"cusum", 2, 14, 14, 0.95}, {"cusum", 3, 14, 7, 0.99},
		{"conformal", 2, 30, 14, 0.55}, {"conformal", 2, 30, 30, 0.92},
	} {
		got := seenShare(4000, starts[c.chart], c.fall, c.quiet, c.within)
		t.Logf("%s: a fall of %v after %d quiet nights is seen within %d nights in %.3f of cases", c.chart, c.fall, c.quiet, c.within, got)
		if math.Abs(got-c.want) > 0.03 {
			t.Errorf("%s: a fall of %v is seen within %d nights in %.3f of cases, want %.2f", c.chart, c.fall, c.within, got, c.want)
		}
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
