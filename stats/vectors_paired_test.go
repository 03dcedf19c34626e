package stats

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
)

func pairedVectors() map[string]vectorFunc {
	return map[string]vectorFunc{
		"paired_mean":         pairedMeanVector,
		"paired_mean_cluster": pairedMeanVector,
		"paired_repeats":      pairedRepeatsVector,
		"signflip_exact":      signFlipVector,
		"signflip_cluster":    signFlipVector,
		"wilcoxon_exact":      wilcoxonVector,
		"mcnemar_exact":       mcnemarVector,
		"paired_prop_ci":      pairedPropVector,
		"p_adjust":            adjustVector,
		"gate":                gateVector,
		"evalue_flips":        evalueVector,
		"rank_ci":             rankVector,
		"friedman":            friedmanVector,
	}
}

func pairedMeanVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		A, B    []float64
		Cluster []json.RawMessage
		Conf    float64
	}
	err := json.Unmarshal(raw, &in)
	got, ok := PairedMeanCI(differences(in.B, in.A), in.Conf)
	if in.Cluster != nil {
		got, ok = PairedMeanClusterCI(differences(in.B, in.A), labels(in.Cluster), in.Conf)
	}
	if !ok {
		return map[string]any{"n": float64(len(in.A)), "mean": nil}, err
	}
	return map[string]any{
		"n": float64(got.N), "clusters": float64(got.Clusters), "mean": got.Mean, "sd": figure(got.SD),
		"se": figure(got.SE), "se_cluster": figure(got.SE), "lo": figure(got.PlainLo), "hi": figure(got.PlainHi),
		"t": figure(got.T), "p": figure(got.P),
		"se_floor": figure(got.SEFloor), "lo_floor": figure(got.Lo), "hi_floor": figure(got.Hi),
	}, err
}

func pairedRepeatsVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ A, B [][]float64 }
	err := json.Unmarshal(raw, &in)
	means := func(repeats [][]float64) []float64 {
		out := make([]float64, len(repeats))
		for i, r := range repeats {
			out[i] = sum(r) / float64(len(r))
		}
		return out
	}
	d := differences(means(in.B), means(in.A))
	mean, _ := PairedMeanCI(d, 0.95)
	out := signFlipFigures(SignFlipExact(d))
	out["mean"] = mean.Mean
	return out, err
}

func signFlipVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		D       []float64
		Cluster []json.RawMessage
	}
	err := json.Unmarshal(raw, &in)
	if in.Cluster != nil {
		return signFlipFigures(SignFlipCluster(in.D, labels(in.Cluster))), err
	}
	return signFlipFigures(SignFlipExact(in.D)), err
}

func signFlipFigures(got SignFlip) map[string]any {
	return map[string]any{
		"m": float64(got.M), "sum": got.Sum, "clusters": float64(got.Clusters),
		"p_two": got.PTwo, "p_less": got.PLess, "p_greater": got.PGreater, "p_min": got.PMin,
	}
}

func wilcoxonVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		D    []float64
		Zero string
	}
	err := json.Unmarshal(raw, &in)
	got, _ := WilcoxonExact(in.D, in.Zero)
	return map[string]any{"m": float64(got.M), "w_plus": got.WPlus, "p_two": got.PTwo}, err
}

func mcnemarVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Worse  int `json:"pass_to_fail"`
		Better int `json:"fail_to_pass"`
	}
	err := json.Unmarshal(raw, &in)
	got := McNemarExact(in.Worse, in.Better)
	return map[string]any{"p_two": got.PTwo, "p_mid": got.PMid, "p_worse": got.PWorse}, err
}

func pairedPropVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		N      int
		Worse  int `json:"pass_to_fail"`
		Better int `json:"fail_to_pass"`
		Conf   float64
	}
	err := json.Unmarshal(raw, &in)
	got, ok := PairedPropCI(in.N, in.Worse, in.Better, in.Conf)
	if !ok {
		return map[string]any{"diff": nil, "adj": nil, "lo": nil, "hi": nil}, err
	}
	return map[string]any{"diff": got.Diff, "adj": got.Adjusted, "se": got.SE, "lo": got.Lo, "hi": got.Hi}, err
}

func adjustVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		P      []float64
		Method string
	}
	err := json.Unmarshal(raw, &in)
	if in.Method == "holm" {
		return map[string]any{"adjusted": list(AdjustHolm(in.P))}, err
	}
	return map[string]any{"adjusted": list(AdjustBH(in.P))}, err
}

// gateVector gives the standard deviation, not the differences; the error is
// the plain one.
func gateVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Mean, SD, Margin, Alpha float64
		N                       int
	}
	err := json.Unmarshal(raw, &in)
	se := in.SD / math.Sqrt(float64(in.N))
	p := PairedMean{Mean: in.Mean, SEFloor: &se, DF: in.N - 1}
	lower, upper, _ := p.Bound(1 - in.Alpha)
	lo, hi, _ := p.Bound(1 - in.Alpha/2)
	state := NonInferiority(lo, hi, lower, upper, in.Margin)
	return map[string]any{
		"lower_1s": lower, "upper_1s": upper, "lo": lo, "hi": hi, "state": string(state), "gate": state.Verdict(),
	}, err
}

func evalueVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Worse, Better int }
	err := json.Unmarshal(raw, &in)
	return map[string]any{"e": EValueFlips(in.Worse, in.Better)}, err
}

func rankVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Runs  map[string][]float64
		Alpha float64
	}
	err := json.Unmarshal(raw, &in)
	names := slices.Sorted(maps.Keys(in.Runs))
	var runs [][]float64
	for _, name := range names {
		runs = append(runs, in.Runs[name])
	}
	got, ok := RankCI(runs, in.Alpha)
	if !ok {
		return map[string]any{"p": nil, "p_holm": nil, "rank": nil}, err
	}
	p, holm, ranks := map[string]any{}, map[string]any{}, map[string]any{}
	for i, one := range names {
		ranks[one] = []any{float64(got.Rank[i][0]), float64(got.Rank[i][1])}
		for j, other := range names {
			p[one+"|"+other], holm[one+"|"+other] = got.P[i][j], got.PHolm[i][j]
		}
	}
	return map[string]any{"p": p, "p_holm": holm, "rank": ranks, "friedman": figure(got.Friedman)}, err
}

// friedmanVector takes runs by name or as a list.
func friedmanVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Runs json.RawMessage }
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, err
	}
	var runs [][]float64
	var named map[string][]float64
	err := json.Unmarshal(in.Runs, &runs)
	if json.Unmarshal(in.Runs, &named) == nil {
		runs, err = slices.Collect(maps.Values(named)), nil
	}
	statistic, p, ok := Friedman(runs)
	if !ok {
		return map[string]any{"statistic": nil, "chi2": nil, "p": nil}, err
	}
	return map[string]any{"statistic": statistic, "chi2": statistic, "p": p, "df": float64(len(runs) - 1)}, err
}
