package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

type vector struct {
	ID     string          `json:"id"`
	Fn     string          `json:"fn"`
	Input  json.RawMessage `json:"input"`
	Expect map[string]any  `json:"expect"`
	Tol    struct {
		Abs float64 `json:"abs"`
	} `json:"tol"`
}

// absent names the vector functions that this package does not have yet.
func absent() map[string]bool {
	return map[string]bool{
		"abstention": true, "alce": true, "arl_cusum_two_sided": true, "arl_ewma": true, "bias": true,
		"binary_agreement": true, "calibration": true, "claims": true, "conformal_sr": true,
		"evalue_flips": true, "ewma_L_for_arl": true, "ewma_q": true, "gate": true, "icc1": true,
		"kappa": true, "krippendorff": true, "mcnemar_exact": true, "mde_paired": true,
		"n_mcnemar": true, "n_noninf": true, "n_paired": true, "n_zero_failures": true,
		"p_adjust": true, "paired_mean": true, "paired_mean_cluster": true, "paired_prop_ci": true,
		"paired_repeats": true, "paired_sd_from_components": true, "panel": true,
		"power_mcnemar_exact": true, "ppi_mean": true, "q_stats": true, "rank_ci": true,
		"rank_corr": true, "rogan_gladen": true, "self_consistency": true, "signflip_cluster": true,
		"signflip_exact": true, "variance_components": true, "wilcoxon_exact": true,
	}
}

func present() map[string]func(json.RawMessage) (map[string]any, error) {
	return map[string]func(json.RawMessage) (map[string]any, error){
		"wilson":              wilsonVector,
		"clopper_pearson":     clopperVector,
		"wilson_cluster":      wilsonClusterVector,
		"mean_ci":             meanVector,
		"mean_ci_cluster":     meanVector,
		"mean_missing_bounds": meanMissingVector,
		"pass_missing_bounds": passMissingVector,
		"pass_k":              passKVector,
	}
}

func TestVectors(t *testing.T) {
	vectors := readVectors(t)
	missing, have, met := absent(), present(), map[string]bool{}
	for name := range have {
		if missing[name] {
			t.Errorf("%s exists and is still listed as absent", name)
		}
	}
	for _, v := range vectors {
		met[v.Fn] = true
		fn, ok := have[v.Fn]
		if !ok {
			if !missing[v.Fn] {
				t.Errorf("%s: function %s is neither here nor listed as absent", v.ID, v.Fn)
			}
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			got, err := fn(v.Input)
			if err != nil {
				t.Fatal(err)
			}
			compareVector(t, v, got)
		})
	}
	for name := range missing {
		if !met[name] {
			t.Errorf("%s is listed as absent and no vector names it", name)
		}
	}
	for name := range have {
		if !met[name] {
			t.Errorf("no vector exercises %s", name)
		}
	}
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	data, err := os.ReadFile("../testdata/vectors/statistics.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Count   int      `json:"count"`
		Vectors []vector `json:"vectors"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) == 0 || len(file.Vectors) != file.Count {
		t.Fatalf("%d vectors, %d announced", len(file.Vectors), file.Count)
	}
	return file.Vectors
}

func compareVector(t *testing.T, v vector, got map[string]any) {
	t.Helper()
	for key, want := range v.Expect {
		value, ok := got[key]
		if !ok {
			t.Errorf("%s: no figure", key)
			continue
		}
		number, isNumber := want.(float64)
		figure, isFigure := value.(float64)
		if isNumber != isFigure || isNumber && math.Abs(number-figure) > v.Tol.Abs || !isNumber && want != value {
			t.Errorf("%s = %v, want %v", key, value, want)
		}
	}
}

func wilsonVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		K, N int
		Conf float64
	}
	err := json.Unmarshal(raw, &in)
	got, ok := Wilson(in.K, in.N, in.Conf)
	if !ok {
		return map[string]any{"p": nil, "lo": nil, "hi": nil}, err
	}
	return map[string]any{"p": float64(in.K) / float64(in.N), "lo": got.Lo, "hi": got.Hi}, err
}

func clopperVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		K, N int
		Conf float64
	}
	err := json.Unmarshal(raw, &in)
	got, _ := ClopperPearson(in.K, in.N, in.Conf)
	return map[string]any{"lo": got.Lo, "hi": got.Hi}, err
}

func wilsonClusterVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Rows    []int
		Cluster []json.RawMessage
		Conf    float64
	}
	err := json.Unmarshal(raw, &in)
	rows := make([]bool, len(in.Rows))
	for i, r := range in.Rows {
		rows[i] = r == 1
	}
	got, _ := WilsonCluster(rows, labels(in.Cluster), in.Conf)
	return map[string]any{
		"p": got.Share, "se_cluster": got.SE, "n_eff": got.NEff, "crit": got.Critical,
		"lo": got.Interval.Lo, "hi": got.Interval.Hi,
	}, err
}

func meanVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Scores  []float64
		Cluster []json.RawMessage
		Conf    float64
	}
	err := json.Unmarshal(raw, &in)
	got, ok := MeanCI(in.Scores, in.Conf)
	if in.Cluster != nil {
		got, ok = MeanCICluster(in.Scores, labels(in.Cluster), in.Conf)
	}
	if !ok {
		return map[string]any{}, err
	}
	out := map[string]any{
		"n": float64(got.N), "clusters": float64(got.Clusters), "mean": got.Mean,
		"sd": figure(got.SD), "se": figure(got.SE), "se_naive": figure(got.SENaive),
		"se_cluster": figure(got.SE), "deff": figure(got.Deff), "n_eff": figure(got.NEff),
		"t_lo": nil, "t_hi": nil, "beta_lo": nil, "beta_hi": nil,
	}
	if got.T != nil {
		out["t_lo"], out["t_hi"] = got.T.Lo, got.T.Hi
	}
	if got.Beta != nil {
		out["beta_lo"], out["beta_hi"] = got.Beta.Lo, got.Beta.Hi
	}
	return out, err
}

func meanMissingVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Scores  []float64
		Errored int
		Lo, Hi  float64
	}
	err := json.Unmarshal(raw, &in)
	mean := 0.0
	for _, s := range in.Scores {
		mean += s / float64(len(in.Scores))
	}
	got, _ := MeanMissingBounds(mean, len(in.Scores), in.Errored, in.Lo, in.Hi)
	return map[string]any{
		"observed": figure(got.Observed), "worst": got.Worst, "best": got.Best, "coverage": got.Coverage,
	}, err
}

func passMissingVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Passed, Failed, Errored int }
	err := json.Unmarshal(raw, &in)
	got, _ := PassMissingBounds(in.Passed, in.Failed, in.Errored)
	return map[string]any{
		"judged_only": figure(got.Observed), "worst": got.Worst, "best": got.Best, "coverage": got.Coverage,
	}, err
}

func passKVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ N, C, K int }
	err := json.Unmarshal(raw, &in)
	every, some, _ := PassK(in.N, in.C, in.K)
	return map[string]any{"pass_hat_k": every, "pass_at_k": some}, err
}

// labels takes strings and numbers alike.
func labels(raw []json.RawMessage) []string {
	out := make([]string, len(raw))
	for i, r := range raw {
		out[i] = string(r)
	}
	return out
}

func figure(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}
