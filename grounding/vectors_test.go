package grounding_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/grounding"
)

// vector is a response, a context and a small repository with what should
// become of them.
type vector struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind"`
	Open   string      `json:"open"`
	Input  vectorInput `json:"input"`
	Expect outcome     `json:"expect"`
}

type vectorInput struct {
	Response      string             `json:"response"`
	ResponseArg   string             `json:"response_arg"`
	Context       string             `json:"context"`
	ContextArg    string             `json:"context_arg"`
	Files         map[string]string  `json:"files"`
	Args          []string           `json:"args"`
	Stdin         bool               `json:"stdin"`
	Missing       string             `json:"missing"`
	WeightsBefore map[string]float64 `json:"weights_before"`
	Age           int                `json:"context_age_seconds_before_newest_source"`
}

// outcome is what a vector compares.
type outcome struct {
	Exit       int                `json:"exit"`
	Error      string             `json:"error"`
	Score      float64            `json:"score"`
	Verdict    string             `json:"verdict"`
	Warnings   []string           `json:"warnings"`
	Claims     outcomeClaims      `json:"claims"`
	Confidence outcomeConfidence  `json:"confidence"`
	Reasons    int                `json:"reason_count"`
	Learning   *outcomeLearning   `json:"learning"`
	Weights    map[string]float64 `json:"weights"`
}

type outcomeClaims struct {
	Total      int              `json:"total"`
	Grounded   int              `json:"grounded"`
	Ungrounded []outcomeClaim   `json:"ungrounded"`
	Checked    []outcomeChecked `json:"checked"`
}

type outcomeClaim struct{ Kind, Value string }

type outcomeChecked struct {
	Kind, Value string
	Via         grounding.Via
}

type outcomeConfidence struct {
	Level string
	Basis []string
}

type outcomeLearning struct {
	Applied bool
	Action  string
	Files   []string
}

// kinds holds how each kind is run. A kind that is not here is a failure: a
// vector that nothing reads proves nothing.
func kinds(tool func() (string, error)) map[string]func(*testing.T, vector) outcome {
	return map[string]func(*testing.T, vector) outcome{
		"score": traced, "claim-symbol": traced, "claim-file": traced, "claim-import": traced,
		"verdict": traced, "confidence": traced, "warning": traced, "inconclusive": traced,
		"learn": traced, "cli": func(t *testing.T, v vector) outcome { return ran(t, v, tool) },
	}
}

// TestVectors runs the cases of testdata/vectors/grounding.json, or of the
// file that EVALRUN_VECTORS names.
func TestVectors(t *testing.T) {
	file := os.Getenv("EVALRUN_VECTORS")
	if file == "" {
		file = "../testdata/vectors/grounding.json"
	}
	dir := t.TempDir()
	known := kinds(sync.OnceValues(func() (string, error) { return build(dir) }))
	counts := map[string]int{}
	for _, v := range readVectors(t, file) {
		counts[v.Kind]++
		t.Run(v.ID, func(t *testing.T) {
			run, ok := known[v.Kind]
			if !ok {
				t.Fatalf("unknown kind %q", v.Kind)
			}
			want := v.wanted(t)
			if diff := cmp.Diff(want, likeWanted(run(t, v), want)); diff != "" {
				t.Error(diff)
			}
		})
	}
	total := 0
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-13s %d", kind, counts[kind])
		total += counts[kind]
	}
	t.Logf("%d vectors of %s", total, file)
}

func readVectors(t *testing.T, file string) []vector {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Cases []vector }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatalf("read %s: %v", file, err)
	}
	if len(all.Cases) == 0 {
		t.Fatalf("%s holds no vectors", file)
	}
	return all.Cases
}

// wanted is what the vector expects. Its exit 1 for what cannot be read is 3
// here, and what it leaves open is decided.
func (v vector) wanted(t *testing.T) outcome {
	t.Helper()
	want := v.Expect
	if want.Error != "" {
		want.Exit = 3
	}
	if v.Open == "" {
		return want
	}
	_, name, _ := strings.Cut(v.ID, "-")
	decide, known := decided[name]
	if !known {
		t.Fatalf("%s is open (%s) and nothing is decided about it", v.ID, v.Open)
	}
	decide(&want, v.Input)
	return want
}

// likeWanted leaves out what a vector does not compare: the wording behind the
// age of a stale context, and whether an empty list is null.
func likeWanted(got, want outcome) outcome {
	for i := range got.Warnings {
		const stale = " older than "
		if i < len(want.Warnings) && strings.Contains(want.Warnings[i], stale) {
			head, _, _ := strings.Cut(want.Warnings[i], stale)
			if strings.HasPrefix(got.Warnings[i], head+stale) {
				got.Warnings[i] = want.Warnings[i]
			}
		}
	}
	if strings.Contains(got.Error, want.Error) {
		got.Error = want.Error
	}
	if want.Error != "" {
		return outcome{Exit: got.Exit, Error: got.Error, Verdict: got.Verdict}
	}
	return got
}
