package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/grounding/support"
)

func TestAreaUnderTheCurve(t *testing.T) {
	for _, row := range []struct {
		rule      string
		scores    []float64
		supported []bool
		want      float64
	}{
		{"all above", []float64{1, 2, 3, 4}, []bool{false, false, true, true}, 1},
		{"all below", []float64{4, 3, 1, 2}, []bool{false, false, true, true}, 0},
		{"ties count half", []float64{1, 1, 1, 1}, []bool{false, true, false, true}, 0.5},
		{"one pair of four wrong", []float64{1, 3, 2, 4}, []bool{false, false, true, true}, 0.75},
	} {
		if got := auc(row.scores, row.supported); got != row.want {
			t.Errorf("%s: %v, want %v", row.rule, got, row.want)
		}
	}
	if got := auc([]float64{1, 2}, []bool{true, true}); !math.IsNaN(got) {
		t.Errorf("one kind only: %v, want NaN", got)
	}
}

// Rows of one document are drawn together: copies narrow no interval.
func TestIntervalKeepsDocumentsTogether(t *testing.T) {
	var scores []float64
	var supported []bool
	var clusters []string
	for i := range 40 {
		scores, supported = append(scores, float64((i*7)%10)), append(supported, i%2 == 0)
		clusters = append(clusters, string(rune('a'+i)))
	}
	lo, hi := interval(scores, supported, clusters)
	for range 9 {
		scores, supported, clusters = append(scores, scores[:40]...), append(supported, supported[:40]...), append(clusters, clusters[:40]...)
	}
	copiedLo, copiedHi := interval(scores, supported, clusters)
	if math.Abs(lo-copiedLo) > 0.05 || math.Abs(hi-copiedHi) > 0.05 {
		t.Errorf("%.3f to %.3f, with copies %.3f to %.3f", lo, hi, copiedLo, copiedHi)
	}
	if again, _ := interval(scores, supported, clusters); again != copiedLo {
		t.Error("two draws differ")
	}
}

func TestFitKeepsSigns(t *testing.T) {
	// a set in which everything is turned round
	turned := set{name: "turned"}
	for i := range 40 {
		var in support.Inputs
		in[0], in[support.Covers] = float64(i%10)/10, float64(i%3)
		turned.rows = append(turned.rows, row{claims: true, supported: i%10 < 5 && i%3 > 0, inputs: in})
	}
	m := fit([]set{turned})
	for i, w := range m.weights {
		if i < support.Covers && w < 0 || i >= support.Covers && w > 0 {
			t.Errorf("%s weighs %v", support.InputNames[i], w)
		}
	}
	if again := fit([]set{turned}); again.weights != m.weights {
		t.Error("two fits differ")
	}
}

func TestNoDataIsAnError(t *testing.T) {
	for _, args := range [][]string{nil, {"-data", ""}, {"-data", t.TempDir()}, {"-nosuch"}} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 3 || errs.Len() == 0 {
			t.Errorf("%q: exit %d, %q", args, code, errs.String())
		}
	}
}

// reached is what the score reached on each set while its labels were left
// out. It must not get worse by more than slack.
var reached = map[string]float64{
	"begin": 0.945, "wice": 0.910, "qags": 0.867, "expertqa": 0.619, "summedits": 0.656,
}

const slack = 0.01

func TestLabelledSets(t *testing.T) {
	sets := labelled(t)
	for _, l := range measure(sets) {
		if want, ok := reached[l.name]; ok && l.loso < want-slack {
			t.Errorf("%s: %.3f, reached %.3f before", l.name, l.loso, want)
		}
	}
}

// The shipped weights are what the fit makes of the sets.
func TestShippedWeightsAreFitted(t *testing.T) {
	data, err := os.ReadFile("../../grounding/support/weights.json")
	if err != nil {
		t.Fatal(err)
	}
	var shipped weightsFile
	if err := json.Unmarshal(data, &shipped); err != nil {
		t.Fatal(err)
	}
	m := fit(labelled(t))
	for i, name := range support.InputNames {
		if math.Abs(shipped.Weights[name]-m.weights[i]) > 0.02 {
			t.Errorf("%s weighs %v, the fit gives %.3f: run make fit-grounding", name, shipped.Weights[name], m.weights[i])
		}
	}
}

func labelled(t *testing.T) []set {
	t.Helper()
	folder := os.Getenv("EVALRUN_DATA")
	if folder == "" {
		t.Skip("EVALRUN_DATA is not set: no labelled answers to measure on")
	}
	sets, err := readSets(folder)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

func TestTableNamesWhatItCouldNotReach(t *testing.T) {
	var out strings.Builder
	table{{name: "made up", n: 2, loso: 0.5, aim: 0.9}, {name: "reached", n: 2, loso: 0.9, aim: 0.9}}.print(&out)
	if !strings.Contains(out.String(), "0.90 no") || !strings.Contains(out.String(), "0.90 yes") {
		t.Error(out.String())
	}
}
