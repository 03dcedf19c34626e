package reports

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

const trendDir = "../testdata/trend"

var trendWriters = map[string]func(io.Writer, compare.TrendDoc) error{
	".json": TrendJSON,
	".svg":  TrendSVG,
	".html": TrendHTML,
	".md":   func(w io.Writer, doc compare.TrendDoc) error { return TrendMarkdown(w, doc, "trend.svg") },
	".txt": func(w io.Writer, doc compare.TrendDoc) error {
		return TrendTerminal(w, doc, Options{Report: "trend/trend.md"})
	},
}

// trends charts the nights of every fixture.
func trends(t testing.TB) map[string]compare.TrendDoc {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(trendDir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures in %s: %v", trendDir, err)
	}
	out := map[string]compare.TrendDoc{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var fixture struct {
			Options compare.TrendOptions
			Nights  []results.Night
		}
		if err := json.Unmarshal(data, &fixture); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		doc, err := compare.Trend(fixture.Nights, fixture.Options)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".json")] = doc
	}
	return out
}

func TestTrendsMatchTheirGoldenFiles(t *testing.T) {
	for name, doc := range trends(t) {
		for ending, write := range trendWriters {
			t.Run(name+ending, func(t *testing.T) {
				matchGolden(t, filepath.Join(trendDir, name+ending+".golden"), string(drawTrend(t, write, doc)))
			})
		}
	}
}

func TestTrendWritersReturnWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	for ending, write := range trendWriters {
		if err := write(&limitedWriter{left: 100, err: full}, trends(t)["fall"]); !errors.Is(err, full) {
			t.Errorf("%s: error %v", ending, err)
		}
	}
}

// TestTrendsKeepForeignTextInItsPlace: names of suites, models and runs come
// from outside.
func TestTrendsKeepForeignTextInItsPlace(t *testing.T) {
	doc := trends(t)["hostile"]
	for ending, write := range trendWriters {
		text := string(drawTrend(t, write, doc))
		for _, r := range text {
			if r != '\n' && (r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0)) || (ending != ".json" && hidden(r)) {
				t.Errorf("%s holds the character %#x", ending, r)
			}
		}
		if ending == ".svg" || ending == ".html" || ending == ".md" {
			for _, open := range []string{"<script", "<img", "<b>", "<i>", "<!-- "} {
				if strings.Contains(text, open) {
					t.Errorf("%s holds %s", ending, open)
				}
			}
		}
	}
}

// TestChartsAreWellFormed: one unescaped character and no picture shows.
func TestChartsAreWellFormed(t *testing.T) {
	for name, doc := range trends(t) {
		dec := xml.NewDecoder(bytes.NewReader(drawTrend(t, TrendSVG, doc)))
		for {
			token, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "a") {
				t.Errorf("%s: element %s", name, e.Name.Local)
			}
		}
		if text := string(drawTrend(t, TrendSVG, doc)); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%s: a place that is no number", name)
		}
	}
}

func TestSparklineKeepsTheNewestNights(t *testing.T) {
	doc := trends(t)["fall"]
	whole, _ := sparkline(&doc, &doc.Series[0], 200)
	part, alarms := sparkline(&doc, &doc.Series[0], 10)
	if got := []rune(part); len(got) != 10 || !strings.HasSuffix(whole, part) {
		t.Errorf("%q is not the end of %q", part, whole)
	}
	if len([]rune(alarms)) > 10 {
		t.Errorf("alarms %q", alarms)
	}
}

// TestTheTrendFitsTheScreen: no figure may be dropped, and longest of all are
// the anchors' names.
func TestTheTrendFitsTheScreen(t *testing.T) {
	for name, doc := range trends(t) {
		for i := range doc.Series {
			doc.Series[i].Name, doc.Series[i].Anchors = "negative/calibration", true
		}
		text := string(drawTrend(t, trendWriters[".txt"], doc))
		for line := range strings.Lines(text) {
			if n := columns(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		if len(doc.Series) > 0 && (strings.Contains(text, "want of room") || !strings.Contains(text, "sd ")) {
			t.Errorf("%s lacks columns:\n%s", name, text)
		}
	}
}

// TestNoAxisLeavesTheScale: a level above 5, or more than all, would be read
// as one that can be reached.
func TestNoAxisLeavesTheScale(t *testing.T) {
	for _, c := range []struct {
		kind              compare.Kind
		value, least, top float64
	}{
		{compare.Rate, 1, 0, 1}, {compare.Rate, 0, 0, 1}, {compare.Mean, 5, 1, 5}, {compare.Mean, 1, 1, 5},
	} {
		lo, hi := valueRange(c.kind, []compare.TrendPoint{{Value: &c.value}})
		lo, hi = withinScale(c.kind, lo-0.1, hi+0.1)
		if lo < c.least || hi > c.top || lo >= hi || lo > c.value || hi < c.value {
			t.Errorf("%s at %v: axis from %v to %v", c.kind, c.value, lo, hi)
		}
	}
}

func drawTrend(t testing.TB, write func(io.Writer, compare.TrendDoc) error, doc compare.TrendDoc) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
