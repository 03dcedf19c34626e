package stats

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
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
		Rel float64 `json:"rel"`
	} `json:"tol"`
}

// vectorFunc turns the input of a vector into figures by the names that its
// expectation uses; nil is a figure that does not exist.
type vectorFunc func(json.RawMessage) (map[string]any, error)

// vectorFuncs is every function that a vector may name, by topic.
func vectorFuncs() map[string]vectorFunc {
	all := map[string]vectorFunc{}
	for _, topic := range []map[string]vectorFunc{
		intervalVectors(), pairedVectors(), planningVectors(), agreementVectors(), consistencyVectors(), answeringVectors(), chartVectors(),
	} {
		maps.Copy(all, topic)
	}
	return all
}

func intervalVectors() map[string]vectorFunc {
	return map[string]vectorFunc{
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

// vectorsEnv names another file of vectors than the committed one.
const vectorsEnv = "EVALRUN_VECTORS"

// testedElsewhere are functions that no committed vector names and another
// file may; each has a test of its own.
var testedElsewhere = map[string]bool{
	"bca_given_replicates": true, "friedman": true, "gwet_ac1": true, "kappa_jackknife": true, "ppi_pp_mean": true,
}

func TestVectors(t *testing.T) {
	path := cmp.Or(os.Getenv(vectorsEnv), "../testdata/vectors/statistics.json")
	vectors, funcs, met := readVectors(t, path), vectorFuncs(), map[string]int{}
	for _, v := range vectors {
		met[v.Fn]++
		t.Run(v.ID, func(t *testing.T) {
			fn, ok := funcs[v.Fn]
			if !ok {
				t.Fatalf("no function %s", v.Fn)
			}
			got, err := fn(v.Input)
			if err != nil {
				t.Fatal(err)
			}
			v.compare(t, "", v.Expect, got)
		})
	}
	for name := range funcs {
		if met[name] == 0 && os.Getenv(vectorsEnv) == "" && !testedElsewhere[name] {
			t.Errorf("no vector exercises %s", name)
		}
	}
	t.Logf("%d vectors of %d functions from %s", len(vectors), len(met), path)
}

func readVectors(t *testing.T, path string) []vector {
	t.Helper()
	data, err := os.ReadFile(path)
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

// compare holds got against want, which is what encoding/json makes of an
// expectation: mappings hold at least its keys, lists have its length.
func (v vector) compare(t *testing.T, path string, want, got any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		figures, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s = %v, want a mapping", path, got)
			return
		}
		for key, value := range want {
			figure, ok := figures[key]
			if !ok {
				t.Errorf("%s.%s: no figure", path, key)
				continue
			}
			v.compare(t, path+"."+key, value, figure)
		}
	case []any:
		figures, ok := got.([]any)
		if !ok || len(figures) != len(want) {
			t.Errorf("%s = %v, want %d figures", path, got, len(want))
			return
		}
		for i := range want {
			v.compare(t, fmt.Sprintf("%s[%d]", path, i), want[i], figures[i])
		}
	case float64:
		figure, ok := got.(float64)
		if !ok || !(math.Abs(want-figure) <= v.Tol.Abs+v.Tol.Rel*math.Abs(want)) {
			t.Errorf("%s = %v, want %v", path, got, want)
		}
	default:
		if want != got {
			t.Errorf("%s = %v, want %v", path, got, want)
		}
	}
}

// list is what compare takes for a list of figures.
func list[T any](values []T) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
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
