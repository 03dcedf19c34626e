package reports

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// TestLargeRunsAreShownInPartAndCountedInFull streams far more questions of
// every verdict than a report shows.
func TestLargeRunsAreShownInPartAndCountedInFull(t *testing.T) {
	const each = 1500
	text := string(render(t, Markdown, largeView(each)))
	for title, shown := range map[string]int{
		"Failures": maxDetailed, "Errors": maxDetailed, "Inconclusive": maxDetailed, "Skipped": maxListed, "Passes": maxListed,
	} {
		_, rest, found := strings.Cut(text, fmt.Sprintf("\n## %s (%d)\n", title, each))
		if !found {
			t.Errorf("%s: no heading with the full count", title)
			continue
		}
		part, _, _ := strings.Cut(rest, "\n## ")
		entries := strings.Count(part, "\n### `q") + strings.Count(part, "\n- `q")
		if entries != shown {
			t.Errorf("%s: %d shown, want %d", title, entries, shown)
		}
		if left := fmt.Sprintf("\n%d questions more not shown here; `report.json`", each-shown); !strings.Contains(part, left) {
			t.Errorf("%s: does not say how many are left and where", title)
		}
	}
}

func TestTerminalNamesTheFirstAndStopsReading(t *testing.T) {
	v := largeView(1500)
	read := 0
	entries := v.Entries
	v.Entries = func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) {
			for e, err := range entries() {
				if read++; !yield(e, err) {
					return
				}
			}
		}
	}
	var b bytes.Buffer
	if err := Terminal(&b, v, Options{}); err != nil {
		t.Fatal(err)
	}
	if read > 5*maxOnTerminal {
		t.Errorf("read %d questions to name %d", read, 2*maxOnTerminal)
	}
	if n := strings.Count(b.String(), "  and 1490 more\n"); n != 2 {
		t.Errorf("%d lists say how many are left:\n%s", n, b.String())
	}
}

func TestLongTextsAreCutAndCounted(t *testing.T) {
	long := strings.Repeat("word ", 10000)
	text := string(render(t, Markdown, outsideText(long)))
	if len(text) > 20000 {
		t.Errorf("one question takes %d bytes", len(text))
	}
	if !strings.Contains(text, "more characters)") {
		t.Error("does not say that text was cut")
	}
}

// largeView holds the given number of questions of each verdict, in turn.
func largeView(each int) View {
	verdicts := []results.Verdict{results.Fail, results.Error, results.Inconclusive, results.Skipped, results.Pass}
	doc := results.ReportDoc{Totals: results.Totals{
		Planned: 5 * each, Pass: each, Fail: each, Error: each, Inconclusive: each, Skipped: each,
	}}
	doc.Gate.Verdict = results.Fail
	return View{Doc: doc, Entries: func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) {
			for i := range 5 * each {
				e := results.Entry{Question: results.Question{Seq: i, ID: fmt.Sprint("q", i), Category: results.Positive}}
				if verdict := verdicts[i%len(verdicts)]; verdict != results.Skipped {
					e.Records = []results.Record{{Seq: i, ID: e.Question.ID, Verdict: verdict, Final: true, Category: results.Positive}}
				}
				if !yield(e, nil) {
					return
				}
			}
		}
	}}
}

// BenchmarkQuestion is the cost of one passing question in each report.
func BenchmarkQuestion(b *testing.B) {
	v := views(b)["offline"]
	doc := complete(v.Doc)
	for name, sink := range map[string]Sink{
		"markdown": ToMarkdown(io.Discard), "json": ToJSON(io.Discard, nil), "junit": ToJUnit(io.Discard, nil), "html": ToHTML(io.Discard, nil),
	} {
		b.Run(name, func(b *testing.B) {
			sink.begin(doc.Run)
			if err := sink.head(&doc); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				for e := range v.Entries() {
					if err := sink.entry(draw(&doc.Run, e)); err != nil {
						b.Fatal(err)
					}
					break
				}
			}
		})
	}
}
