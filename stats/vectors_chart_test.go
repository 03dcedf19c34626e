package stats

import (
	"encoding/json"
	"errors"
)

func chartVectors() map[string]vectorFunc {
	return map[string]vectorFunc{
		"q_stats":             qStatsVector,
		"ewma_q":              ewmaVector,
		"arl_ewma":            arlEWMAVector,
		"arl_cusum_two_sided": arlCUSUMVector,
		"ewma_L_for_arl":      ewmaLimitVector,
		"conformal_sr":        conformalVector,
	}
}

// qStatistics gives the Q statistics of a series, the first on its third
// night.
func qStatistics(x []float64, floor float64) []float64 {
	var chart SelfStarting
	var out []float64
	for _, value := range x {
		if q, ok := chart.Q(value, floor); ok {
			out = append(out, q)
		}
		chart.Add(value)
	}
	return out
}

func qStatsVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ X []float64 }
	err := json.Unmarshal(raw, &in)
	return map[string]any{"q": list(qStatistics(in.X, 0))}, err
}

func ewmaVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		X      []float64
		Lam, L float64
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, err
	}
	chart, ok := NewEWMA(in.Lam, in.L)
	if !ok {
		return nil, errors.New("no chart")
	}
	var means, limits []float64
	var alarms []bool
	first := any(nil)
	for i, q := range qStatistics(in.X, 0) {
		step := chart.Next(q)
		means, limits = append(means, step.Statistic), append(limits, step.Limit)
		alarms = append(alarms, step.Low || step.High)
		if alarms[i] && first == nil {
			first = float64(i + 3) // nights count from 1, statistics begin on the third
		}
	}
	return map[string]any{"ewma": list(means), "limit": list(limits), "alarm": list(alarms), "first_alarm_night": first}, nil
}

func arlEWMAVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Lam, L float64 }
	err := json.Unmarshal(raw, &in)
	return existing("arl0", err)(ARLEWMA(in.Lam, in.L))
}

func arlCUSUMVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ K, H float64 }
	err := json.Unmarshal(raw, &in)
	return existing("arl0", err)(ARLCUSUM(in.K, in.H))
}

func ewmaLimitVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Lam, ARL0 float64 }
	err := json.Unmarshal(raw, &in)
	return existing("L", err)(EWMALimit(in.Lam, in.ARL0))
}

func conformalVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ X, Grid []float64 }
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, err
	}
	chart, ok := NewConformal(420)
	if !ok || len(in.Grid) != conformalPowers {
		return nil, errors.New("no chart of these powers")
	}
	var ranks, sums []float64
	for _, x := range in.X {
		ranks = append(ranks, chart.Rank(x))
		step, _ := chart.Next(x)
		sums = append(sums, step.Statistic)
		chart.Add(x)
	}
	return map[string]any{"p": list(ranks), "sr": list(sums)}, nil
}

// existing is the figure of that name, nil where there is none.
func existing(name string, err error) func(float64, bool) (map[string]any, error) {
	return func(v float64, ok bool) (map[string]any, error) {
		if !ok {
			return map[string]any{name: nil}, err
		}
		return map[string]any{name: v}, err
	}
}
