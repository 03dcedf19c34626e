package quotes_test

import (
	"encoding/json"
	"os"
	"sort"
	"testing"
)

// vector is a case that the reference implementation answered.
type vector struct {
	ID     string          `json:"id"`
	Kind   string          `json:"kind"`
	Input  json.RawMessage `json:"input"`
	Expect json.RawMessage `json:"expect"`
}

// kinds holds how each kind is checked. A kind that is not here is a failure:
// a vector that nothing reads proves nothing.
var kinds = map[string]func(*testing.T, vector){
	"normalize":     checkNormalize,
	"match_text":    checkMatchText,
	"match_source":  checkMatchSource,
	"appendix":      checkAppendix,
	"serialize":     checkSerialize,
	"claims":        checkClaims,
	"answer":        checkAnswer,
	"report":        checkReport,
	"report_judged": checkReportJudged,
	"judge_parse":   checkJudgeParse,
	"judge_request": checkJudgeRequest,
	"gate":          checkGate,
}

// TestVectors holds the compat profile to the reference's answers. The file
// is testdata/vectors/quotes.json of the module, or the one that
// EVALRUN_VECTORS names.
func TestVectors(t *testing.T) {
	file := os.Getenv("EVALRUN_VECTORS")
	if file == "" {
		file = "../testdata/vectors/quotes.json"
	}
	ran := map[string]int{}
	for _, v := range readVectors(t, file) {
		ran[v.Kind]++
		t.Run(v.ID, func(t *testing.T) {
			check, known := kinds[v.Kind]
			if !known {
				t.Fatalf("unknown kind %q", v.Kind)
			}
			check(t, v)
		})
	}
	logCounts(t, file, ran)
}

func readVectors(t *testing.T, file string) []vector {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatalf("read %s: %v", file, err)
	}
	if len(all) == 0 {
		t.Fatalf("%s holds no vectors", file)
	}
	return all
}

func logCounts(t *testing.T, file string, ran map[string]int) {
	t.Helper()
	names := make([]string, 0, len(ran))
	total := 0
	for kind, n := range ran {
		names = append(names, kind)
		total += n
	}
	sort.Strings(names)
	t.Logf("%d vectors of %s", total, file)
	for _, kind := range names {
		t.Logf("%-14s %d", kind, ran[kind])
	}
}

// decode reads one side of a vector.
func decode[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("read vector: %v", err)
	}
	return v
}
