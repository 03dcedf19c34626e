package reports

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/compare"
)

const comparisonDir = "../testdata/compare"

// comparison is one fixture: of two runs, or of three and more.
type comparison struct {
	two  *compare.Doc
	many *compare.RankDoc
}

// comparisons reads every fixture, strictly: a figure that no writer knows
// would be a figure that no reader sees.
func comparisons(t testing.TB) map[string]comparison {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(comparisonDir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures in %s: %v", comparisonDir, err)
	}
	out := map[string]comparison{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := comparison{two: &compare.Doc{}}
		into := any(c.two)
		if bytes.Contains(data, []byte(`"`+compare.RankSchema+`"`)) {
			c = comparison{many: &compare.RankDoc{}}
			into = c.many
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		if err := dec.Decode(into); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".json")] = c
	}
	return out
}

// comparisonWriters are the formats by the ending of their golden files.
var comparisonWriters = map[string]func(io.Writer, comparison) error{
	".md": func(w io.Writer, c comparison) error {
		if c.many != nil {
			return RankingMarkdown(w, *c.many)
		}
		return ComparisonMarkdown(w, *c.two)
	},
	".json": func(w io.Writer, c comparison) error {
		if c.many != nil {
			return RankingJSON(w, *c.many)
		}
		return ComparisonJSON(w, *c.two)
	},
	".html": pageOf,
	".txt":  func(w io.Writer, c comparison) error { return onTerminal(w, c, Options{Report: "runs/x/compare.md"}) },
	".wide": func(w io.Writer, c comparison) error { return onTerminal(w, c, Options{Width: 160}) },
	".line": func(w io.Writer, c comparison) error {
		if c.many != nil {
			return nil
		}
		return ComparisonSentence(w, *c.two, 0, c.two.Gate.ExitCode, Options{Report: "runs/x/compare.md"})
	},
}

func onTerminal(w io.Writer, c comparison, opt Options) error {
	if c.many != nil {
		return RankingTerminal(w, *c.many, opt)
	}
	return ComparisonTerminal(w, *c.two, opt)
}

func written(t testing.TB, ending string, c comparison) string {
	t.Helper()
	var b bytes.Buffer
	if err := comparisonWriters[ending](&b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestComparisonsMatchTheirGoldenFiles(t *testing.T) {
	for name, c := range comparisons(t) {
		for ending := range comparisonWriters {
			got := written(t, ending, c)
			if got == "" {
				continue
			}
			t.Run(name+ending, func(t *testing.T) {
				matchGolden(t, filepath.Join(comparisonDir, name+ending+".golden"), got)
			})
		}
	}
}

func TestComparisonWritersReturnWriteErrors(t *testing.T) {
	for name, c := range comparisons(t) {
		for ending, write := range comparisonWriters {
			if whole := len(written(t, ending, c)); whole > 0 {
				returnsWriteErrors(t, name+ending, whole, func(w io.Writer) error { return write(w, c) })
			}
		}
	}
}

// TestComparisonJSONReadsBackAsItWas holds the format to what its types say,
// and an empty list to being one.
func TestComparisonJSONReadsBackAsItWas(t *testing.T) {
	for name, c := range comparisons(t) {
		text := written(t, ".json", c)
		var again comparison
		var err error
		if c.many != nil {
			again.many = &compare.RankDoc{}
			err = json.Unmarshal([]byte(text), again.many)
		} else {
			again.two = &compare.Doc{}
			err = json.Unmarshal([]byte(text), again.two)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(text, written(t, ".json", again)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		for _, list := range []string{"notices", "allowed", "reasons", "rules", "series", "hard", "list", "rho", "slices", "notes", "pairs", "onlyBase"} {
			if strings.Contains(text, `"`+list+`": null`) {
				t.Errorf("%s: %s is null, want an empty list", name, list)
			}
		}
	}
}
