package ranking

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func stored(t *testing.T, root string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, weightsFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func storeText(t *testing.T, root, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, Folder), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, weightsFile), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestLearnVectors holds Update to the recorded weights.
func TestLearnVectors(t *testing.T) {
	data, err := os.ReadFile("../../testdata/vectors/grounding.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Cases []struct {
			ID, Kind, Open string
			Input          struct {
				Before Weights `json:"weights_before"`
			}
			Expect struct {
				Learning struct {
					Action string
					Files  []string
				}
				Weights Weights
			}
		}
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	delta := map[string]float64{"boost": 0.05, "penalize": -0.03}
	checked := 0
	for _, c := range vectors.Cases {
		change, learns := delta[c.Expect.Learning.Action]
		if c.Kind != "learn" || !learns || c.Open != "" {
			continue
		}
		checked++
		t.Run(c.ID, func(t *testing.T) {
			root := t.TempDir()
			if c.Input.Before != nil {
				before, err := json.Marshal(c.Input.Before)
				if err != nil {
					t.Fatal(err)
				}
				storeText(t, root, string(before))
			}
			if err := Update(root, c.Expect.Learning.Files, change); err != nil {
				t.Fatal(err)
			}
			got, err := LoadWeights(root)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.Expect.Weights, got); diff != "" {
				t.Errorf("weights (-want +got):\n%s", diff)
			}
		})
	}
	if checked < 4 {
		t.Errorf("only %d learn vectors", checked)
	}
}

func TestUpdateWritesSortedKeysAndAFinalNewline(t *testing.T) {
	root := t.TempDir()
	if err := Update(root, []string{"src/z.go", "./src/a<b>&c.go", "src/z.go"}, 0.05); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"src/a<b>&c.go\": 1.05,\n  \"src/z.go\": 1.05\n}\n"
	if got := stored(t, root); got != want {
		t.Errorf("stored %q, want %q", got, want)
	}
}

func TestUpdateClamps(t *testing.T) {
	for _, c := range []struct {
		rule         string
		before       string
		delta, after float64
	}{
		{"at the top", `{"a.go": 3}`, 0.5, 3},
		{"at the bottom", `{"a.go": 0.3}`, -0.5, 0.3},
		{"six decimals", `{"a.go": 1.1234567}`, 0.05, 1.167284},
		{"what was stored out of bounds", `{"a.go": 900}`, 0, 2.9},
	} {
		t.Run(c.rule, func(t *testing.T) {
			root := t.TempDir()
			storeText(t, root, c.before)
			if err := Update(root, []string{"a.go"}, c.delta); err != nil {
				t.Fatal(err)
			}
			got, err := LoadWeights(root)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Weights{"a.go": c.after}, got); diff != "" {
				t.Errorf("weights (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUpdateForgetsWhatCameBackToOne(t *testing.T) {
	root := t.TempDir()
	storeText(t, root, `{"a.go": 1.0105}`)
	if err := Update(root, nil, 0.05); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, weightsFile)); !os.IsNotExist(err) {
		t.Errorf("the empty file is still there: %v", err)
	}
	if err := Update(root, nil, 0.05); err != nil {
		t.Errorf("nothing to remove: %v", err)
	}
}

func TestPathsOutsideTheRootWeighNothing(t *testing.T) {
	root := t.TempDir()
	storeText(t, root, `{"../up.go": 2, "/etc/passwd": 2, "a/../../b": 2, ".": 2, "": 2, "in.go": 2}`)
	got, err := LoadWeights(root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Weights{"in.go": 2}, got); diff != "" {
		t.Errorf("loaded (-want +got):\n%s", diff)
	}
	if err := Update(root, []string{"../up.go", "/etc/passwd", "a/../../b", "."}, 0.05); err != nil {
		t.Fatal(err)
	}
	if got, want := stored(t, root), "{\n  \"in.go\": 1.95\n}\n"; got != want {
		t.Errorf("stored %q, want %q", got, want)
	}
}

func TestBrokenWeightsAreNamedAndKept(t *testing.T) {
	for _, broken := range []string{
		``, `{`, `null`, `[]`, `{"a.go": null}`, `{"a.go": "1"}`, `{"a.go": 1e999}`, `{"a.go": 1, "a.go": 2}`, `{"a.go": 1} {}`,
	} {
		t.Run(broken, func(t *testing.T) {
			root := t.TempDir()
			storeText(t, root, broken)
			_, loading := LoadWeights(root)
			updating := Update(root, []string{"a.go"}, 0.05)
			for _, err := range []error{loading, updating} {
				if err == nil || !strings.Contains(err.Error(), filepath.Join(root, weightsFile)) {
					t.Errorf("error %v does not name the file", err)
				}
			}
			if got := stored(t, root); got != broken {
				t.Errorf("overwritten with %q", got)
			}
		})
	}
}

func TestALinkDoesNotLeadTheWritingOut(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(root, Folder)); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := Update(root, []string{"a.go"}, 0.05); err == nil {
		t.Error("updated through a link out of the root")
	}
	entries, err := os.ReadDir(outside)
	if err != nil || len(entries) > 0 {
		t.Errorf("outside the root: %v, %v", entries, err)
	}
}

func FuzzDecodeWeights(f *testing.F) {
	f.Add([]byte(`{"a.go": 1.5, "../b": 2}`))
	f.Add([]byte(`{"a": -1e300}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := decode(data)
		if err != nil {
			return
		}
		for name, weight := range w {
			if !inside(name) || weight < lightest || weight > heaviest {
				t.Fatalf("decoded %q: %v", name, weight)
			}
		}
	})
}
