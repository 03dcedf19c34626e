package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRunLengthsOfPublishedCharts: Lucas and Saccucci 1990, table of EWMA
// charts with a mean run length of 500; Montgomery, CUSUM with slack 0.5.
func TestRunLengthsOfPublishedCharts(t *testing.T) {
	for lambda, width := range map[float64]float64{
		1: 3.09, 0.75: 3.087, 0.5: 3.071, 0.4: 3.054, 0.25: 2.998, 0.2: 2.962, 0.1: 2.814, 0.05: 2.615,
	} {
		if got, ok := ARLEWMA(lambda, width); !ok || math.Abs(got-500) > 5 {
			t.Errorf("lambda %v, width %v: %v nights, want 500", lambda, width, got)
		}
	}
	for limit, want := range map[float64]float64{4: 168, 5: 465} {
		if got, ok := ARLCUSUM(0.5, limit); !ok || math.Abs(got-want) > 1 {
			t.Errorf("limit %v: %v nights, want %v", limit, got, want)
		}
	}
}

func TestLimitsForMeanRunLengths(t *testing.T) {
	for arl, want := range map[float64]float64{
		100: 2.360, 200: 2.635, 300: 2.785, 370: 2.859, 420: 2.903, 500: 2.962, 750: 3.096,
		1000: 3.187, 1500: 3.310, 2000: 3.395, 3000: 3.512, 5000: 3.652,
	} {
		if got, ok := EWMALimit(0.2, arl); !ok || math.Abs(got-want) > 0.002 {
			t.Errorf("%v nights: width %v, want %v", arl, got, want)
		}
	}
	for _, arl := range []float64{2, 10, 168, 465, 5000, 1e5} {
		limit, ok := CUSUMLimit(0.5, arl)
		if back, _ := ARLCUSUM(0.5, limit); !ok || math.Abs(back-arl) > arl/1000 {
			t.Errorf("CUSUM of %v nights: limit %v gives %v", arl, limit, back)
		}
	}
}

func TestChartsThatCannotBe(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, lambda := range []float64{0, -1, 1.1, nan, 0.01} {
		if _, ok := ARLEWMA(lambda, 3); ok {
			t.Errorf("a run length for lambda %v", lambda)
		}
	}
	for _, width := range []float64{0, -1, nan, inf, 100} {
		if _, ok := ARLEWMA(0.2, width); ok {
			t.Errorf("a run length for width %v", width)
		}
		if _, ok := ARLCUSUM(0.5, width); ok {
			t.Errorf("a run length for limit %v", width)
		}
	}
	for _, arl := range []float64{1, 0, -5, nan, inf, 1e300} {
		if limit, ok := EWMALimit(0.2, arl); ok {
			t.Errorf("a width %v for %v nights", limit, arl)
		}
		if limit, ok := CUSUMLimit(0.5, arl); ok {
			t.Errorf("a limit %v for %v nights", limit, arl)
		}
	}
	for name, ok := range map[string]bool{
		"EWMA without a width":   second(NewEWMA(0.2, 0)),
		"EWMA of lambda 2":       second(NewEWMA(2, 3)),
		"CUSUM without a limit":  second(NewCUSUM(0.5, nan)),
		"conformal of one night": second(NewConformal(1)),
	} {
		if ok {
			t.Errorf("%s is a chart", name)
		}
	}
}

func second[T any](_ T, ok bool) bool { return ok }

func TestQNeedsTwoNightsAndAFiniteValue(t *testing.T) {
	var s SelfStarting
	for n := range 2 {
		if q, ok := s.Q(4, 0); ok {
			t.Errorf("Q %v after %d nights", q, n)
		}
		s.Add(4)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		if q, ok := s.Q(x, 0); ok {
			t.Errorf("Q %v of %v", q, x)
		}
	}
}

func TestEqualNightsNeedTheFloor(t *testing.T) {
	var s SelfStarting
	for range 2 {
		s.Add(4)
	}
	for _, c := range []struct{ x, floor, most, least float64 }{
		{4, 0, 0, 0}, {4.001, 0, maxQ, maxQ}, {3.999, 0, -maxQ, -maxQ}, {4.001, 0.01, 0.1, 0}, {3.999, 0.01, 0, -0.1},
	} {
		if q, ok := s.Q(c.x, c.floor); !ok || q > c.most || q < c.least {
			t.Errorf("%v after two nights of 4, floor %v: Q %v", c.x, c.floor, q)
		}
	}
}

func TestQIsBoundedAndMirrored(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var s, mirror SelfStarting
	for range 300 {
		x := math.Exp(4*random.NormFloat64()) - 1
		q, ok := s.Q(x, 0)
		m, _ := mirror.Q(-x, 0)
		if ok && (math.Abs(q+m) > 1e-9 || math.Abs(q) > maxQ) {
			t.Fatalf("Q of %v is %v, of its mirror %v", x, q, m)
		}
		s.Add(x)
		mirror.Add(-x)
	}
}

func TestConformalStatisticStaysFinite(t *testing.T) {
	c, _ := NewConformal(420)
	for i := range 5000 {
		step, ok := c.Next(float64(-i))
		if !ok || math.IsInf(step.Statistic, 0) || math.IsNaN(step.Statistic) {
			t.Fatalf("night %d: %+v", i, step)
		}
		c.Add(float64(-i))
	}
	if _, ok := c.Next(math.NaN()); ok {
		t.Error("a step for a value that is none")
	}
}

// TestARankCountsTiesAsWorse: equal nights are no news.
func TestARankCountsTiesAsWorse(t *testing.T) {
	c, _ := NewConformal(420)
	for _, x := range []float64{4, 4, 3, 5} {
		c.Add(x)
	}
	for x, want := range map[float64]float64{4: 4.0 / 5, 3: 2.0 / 5, 2: 1.0 / 5, 6: 1} {
		if got := c.Rank(x); got != want {
			t.Errorf("rank of %v is %v, want %v", x, got, want)
		}
	}
}

// ordinal scatters questions over the five levels around a mean of their own
// and returns the mean of a night.
func ordinal(random *rand.Rand, levels []float64, fall float64) float64 {
	total := 0.0
	for _, level := range levels {
		total += min(5, max(1, math.Round(level-fall+0.7*random.NormFloat64())))
	}
	return total / float64(len(levels))
}

// quietShare is the share of series in which a chart with the limit alarms
// within 30 nights although nothing changes.
func quietShare(series int, limit float64) float64 {
	random, alarmed := rand.New(rand.NewPCG(5, 30)), 0
	for range series {
		levels := make([]float64, 20+random.IntN(41))
		for i := range levels {
			levels[i] = 3 + 2*random.Float64()
		}
		var history SelfStarting
		chart, _ := NewEWMA(0.2, limit)
		for range 30 {
			x := ordinal(random, levels, 0)
			if q, ok := history.Q(x, 0.5/float64(len(levels))); ok {
				if step := chart.Next(q); step.Low || step.High {
					alarmed++
					break
				}
			}
			history.Add(x)
		}
	}
	return float64(alarmed) / float64(series)
}

func TestQuietSeriesAlarmAsOftenAsDesigned(t *testing.T) {
	share := quietShare(1500, 2.903)
	t.Logf("%.3f of quiet series alarm within 30 nights", share)
	if share < 0.04 || share > 0.10 {
		t.Errorf("%.3f of quiet series alarm within 30 nights, want 0.04 to 0.10", share)
	}
}
