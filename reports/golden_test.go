package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

var update = flag.Bool("update", false, "rewrite the golden reports")

const goldenDir = "../testdata/reports"

// writers are the formats by the ending of their golden files.
var writers = map[string]func(io.Writer, View) error{
	".md":   Markdown,
	".json": JSON,
	".xml":  JUnit,
	".html": HTML,
	".txt": func(w io.Writer, v View) error {
		return Terminal(w, v, Options{Report: "runs/" + v.Doc.Run.ID + "/report.md"})
	},
}

func TestReportsMatchTheirGoldenFiles(t *testing.T) {
	for name, v := range views(t) {
		for ending, write := range writers {
			t.Run(name+ending, func(t *testing.T) {
				matchGolden(t, filepath.Join(goldenDir, name+ending+".golden"), string(render(t, write, v)))
			})
		}
	}
}

func TestEveryWriterReturnsWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	for name, v := range views(t) {
		for ending, write := range writers {
			whole := len(render(t, write, v))
			for _, room := range []int{0, whole / 2, whole - 1} {
				if err := write(&limitedWriter{left: room, err: full}, v); !errors.Is(err, full) {
					t.Errorf("%s%s with room for %d of %d bytes: error %v", name, ending, room, whole, err)
				}
			}
		}
	}
}

func TestEveryWriterReturnsReadErrors(t *testing.T) {
	broken := errors.New("line 7 is torn")
	v := views(t)["nightly"]
	v.Entries = func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) { yield(results.Entry{}, broken) }
	}
	for ending, write := range writers {
		if err := write(io.Discard, v); !errors.Is(err, broken) {
			t.Errorf("%s: error %v", ending, err)
		}
	}
}

func TestDraftGivesTheSameBytesWithTheFiguresLast(t *testing.T) {
	for name, v := range views(t) {
		var md, js, xml, page, jsSpool, xmlSpool, pageSpool bytes.Buffer
		atStart := v.Doc.Run
		atStart.Status, atStart.Ended, atStart.Stop = results.RunRunning, time.Time{}, nil
		draft := NewDraft(atStart, ToMarkdown(&md), ToJSON(&js, &jsSpool), ToJUnit(&xml, &xmlSpool), ToHTML(&page, &pageSpool))
		for _, err := range draft.Through(v.Entries()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := draft.Finish(v.Doc); err != nil {
			t.Fatal(err)
		}
		for ending, got := range map[string]*bytes.Buffer{".md": &md, ".json": &js, ".xml": &xml, ".html": &page} {
			if diff := cmp.Diff(string(render(t, writers[ending], v)), got.String()); diff != "" {
				t.Errorf("%s%s (-at once +drafted):\n%s", name, ending, diff)
			}
		}
	}
}

// TestNoReportActsOnATerminal holds every format to plain text: a report is
// often shown with cat.
func TestNoReportActsOnATerminal(t *testing.T) {
	for name, v := range views(t) {
		for ending, write := range writers {
			for _, r := range string(render(t, write, v)) {
				if r != '\n' && (r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0)) {
					t.Errorf("%s%s holds the control character %#x", name, ending, r)
				}
				if ending != ".json" && hidden(r) {
					t.Errorf("%s%s holds the invisible character %#x", name, ending, r)
				}
			}
		}
	}
}

func TestReportsWithoutAModelSayItInTheirFirstLines(t *testing.T) {
	for _, name := range []string{"offline", "nothing"} {
		for _, ending := range []string{".md", ".txt", ".xml"} {
			text := string(render(t, writers[ending], views(t)[name]))
			head := strings.Join(strings.SplitN(text, "\n", 12)[:min(11, strings.Count(text, "\n"))], "\n")
			if !strings.Contains(head, "No model judged") {
				t.Errorf("%s%s does not say that no model judged:\n%s", name, ending, head)
			}
		}
	}
}

// views reads every fixture: the figures of a run and its entries.
func views(t testing.TB) map[string]View {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(goldenDir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures in %s: %v", goldenDir, err)
	}
	out := map[string]View{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var fixture struct {
			Doc     results.ReportDoc
			Entries []results.Entry
		}
		if err := json.Unmarshal(data, &fixture); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".json")] = viewOf(fixture.Doc, fixture.Entries)
	}
	return out
}

func viewOf(doc results.ReportDoc, entries []results.Entry) View {
	return View{Doc: doc, Entries: func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) {
			for _, e := range entries {
				if !yield(results.Entry{Question: e.Question, Records: slices.Clone(e.Records)}, nil) {
					return
				}
			}
		}
	}}
}

func render(t testing.TB, write func(io.Writer, View) error, v View) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type limitedWriter struct {
	left int
	err  error
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		n := w.left
		w.left = 0
		return n, w.err
	}
	w.left -= len(p)
	return len(p), nil
}
