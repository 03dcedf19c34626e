package stats

import "encoding/json"

func planningVectors() map[string]vectorFunc {
	return map[string]vectorFunc{
		"n_paired":                  nPairedVector,
		"n_noninf":                  nNonInfVector,
		"mde_paired":                mdeVector,
		"n_mcnemar":                 nMcNemarVector,
		"power_mcnemar_exact":       powerMcNemarVector,
		"n_zero_failures":           nZeroFailuresVector,
		"paired_sd_from_components": pairedSDVector,
	}
}

type planInput struct {
	Delta, Margin, SD, Alpha, Power, Deff float64
	N                                     int
	PWorse                                float64 `json:"p_worse"`
	PBetter                               float64 `json:"p_better"`
}

// plannedSize is a sample size that may not exist.
func plannedSize(n int, ok bool) any {
	if !ok {
		return nil
	}
	return float64(n)
}

func plannedFigure(v float64, ok bool) any {
	if !ok {
		return nil
	}
	return v
}

func nPairedVector(raw json.RawMessage) (map[string]any, error) {
	var in planInput
	err := json.Unmarshal(raw, &in)
	n, normal, ok := NPaired(in.Delta, in.SD, in.Alpha, in.Power, in.Deff)
	return map[string]any{"n": plannedSize(n, ok), "n_normal": plannedSize(normal, ok)}, err
}

func nNonInfVector(raw json.RawMessage) (map[string]any, error) {
	var in planInput
	err := json.Unmarshal(raw, &in)
	return map[string]any{"n": plannedSize(NNonInf(in.Margin, in.SD, in.Alpha, in.Power, in.Deff))}, err
}

func mdeVector(raw json.RawMessage) (map[string]any, error) {
	var in planInput
	err := json.Unmarshal(raw, &in)
	return map[string]any{"mde": plannedFigure(MDEPaired(in.SD, in.N, in.Alpha, in.Power))}, err
}

func nMcNemarVector(raw json.RawMessage) (map[string]any, error) {
	var in planInput
	err := json.Unmarshal(raw, &in)
	return map[string]any{"n": plannedSize(NMcNemar(in.PWorse, in.PBetter, in.Alpha, in.Power))}, err
}

func powerMcNemarVector(raw json.RawMessage) (map[string]any, error) {
	var in planInput
	err := json.Unmarshal(raw, &in)
	return map[string]any{"power": plannedFigure(PowerMcNemarExact(in.N, in.PWorse, in.PBetter, in.Alpha))}, err
}

func nZeroFailuresVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		MaxRate float64 `json:"max_rate"`
		Conf    float64
	}
	err := json.Unmarshal(raw, &in)
	return map[string]any{"n": plannedSize(NZeroFailures(in.MaxRate, in.Conf))}, err
}

func pairedSDVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Omega2  float64
		WithinA float64 `json:"within_a"`
		WithinB float64 `json:"within_b"`
		KA, KB  int
	}
	err := json.Unmarshal(raw, &in)
	return map[string]any{"sd": plannedFigure(PairedSDFromComponents(in.Omega2, in.WithinA, in.WithinB, in.KA, in.KB))}, err
}
