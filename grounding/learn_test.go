package grounding

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/grounding/ranking"
	"github.com/evalrun/evalrun/results"
)

func lay(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestLearn(t *testing.T) {
	const quoting = "# head\n## src/a.go\n### `src/b.go`\n#### src/c.go\n##src/c.go\n## ./src/a.go\n## ../out.go\n## src\n## Usage\n"
	both := []string{"src/a.go", "src/b.go"}
	for _, c := range []struct {
		name    string
		report  Report
		context string
		want    Learning
		weight  float64
	}{
		{"a strong pass boosts", Report{Verdict: results.Pass, Score: 0.751}, quoting, Learning{true, "boost", both, ""}, 1.05},
		{"at the bound nothing is learnt", Report{Verdict: results.Pass, Score: 0.75}, quoting, Learning{false, "none", both, "the score is between the bounds"}, 0},
		{"at the lower bound neither", Report{Verdict: results.Pass, Score: 0.4}, quoting, Learning{false, "none", both, "the score is between the bounds"}, 0},
		{"a weak score penalizes", Report{Verdict: results.Fail, Score: 0.399}, quoting, Learning{true, "penalize", both, ""}, 0.97},
		{"a strong fail boosts nothing", Report{Verdict: results.Fail, Score: 0.9}, quoting, Learning{false, "none", both, "the verdict is fail"}, 0},
		{"inconclusive teaches nothing", Report{Verdict: results.Inconclusive}, quoting, Learning{false, "none", []string{}, "an inconclusive answer teaches nothing"}, 0},
		{"no file is quoted", Report{Verdict: results.Pass, Score: 1}, "## Usage\n", Learning{false, "none", []string{}, "no heading of the context names a file of the repository"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for _, name := range []string{"src/a.go", "src/b.go", "src/c.go", "../out.go"} {
				lay(t, root, name, "package x\n")
			}
			got, err := Learn(root, c.report, Prepare(c.context, Source{}), DefaultBands())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			weights, err := ranking.LoadWeights(root)
			if err != nil || weights["src/a.go"] != c.weight {
				t.Errorf("weights %v, %v", weights, err)
			}
		})
	}
}

func readFile(t *testing.T, root, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
