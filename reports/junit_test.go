package reports

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// junitFile is what a strict reader of JUnit takes from a file.
type junitFile struct {
	junitCounts
	Suites []struct {
		junitCounts
		Cases []junitCase `xml:"testcase"`
	} `xml:"testsuite"`
}

type junitCounts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

type junitCase struct {
	ClassName string     `xml:"classname,attr"`
	Name      string     `xml:"name,attr"`
	File      string     `xml:"file,attr"`
	Failure   *junitText `xml:"failure"`
	Error     *junitText `xml:"error"`
	Skipped   *junitText `xml:"skipped"`
	Out       string     `xml:"system-out"`
}

type junitText struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func readJUnit(t testing.TB, data []byte) junitFile {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(data))
	var f junitFile
	if err := dec.Decode(&f); err != nil {
		t.Fatalf("junit.xml cannot be read back: %v\n%s", err, data)
	}
	if _, err := dec.Token(); err != nil && err != io.EOF {
		if _, err = dec.Token(); err != io.EOF {
			t.Fatalf("junit.xml goes on after its end: %v", err)
		}
	}
	return f
}

func TestJUnitTotalsAreTheVerdicts(t *testing.T) {
	for name, v := range views(t) {
		t.Run(name, func(t *testing.T) {
			f := readJUnit(t, render(t, JUnit, v))
			totals := v.Doc.Totals
			want := junitCounts{totals.Planned, totals.Fail, totals.Error + totals.Inconclusive, totals.Skipped + totals.Quarantined + totals.Anchors}
			var cases junitCounts
			names := map[string]bool{}
			for _, c := range f.Suites[0].Cases {
				cases.Tests++
				if c.Failure != nil {
					cases.Failures++
				}
				if c.Error != nil {
					cases.Errors++
				}
				if c.Skipped != nil {
					cases.Skipped++
				}
				if names[c.Name] {
					t.Errorf("two cases are called %q, a reader would keep one", c.Name)
				}
				names[c.Name] = true
			}
			for of, got := range map[string]junitCounts{"cases": cases, "testsuites": f.junitCounts, "testsuite": f.Suites[0].junitCounts} {
				if got != want {
					t.Errorf("%s: %+v, want %+v", of, got, want)
				}
			}
		})
	}
}

func TestJUnitTellsFailuresFromErrors(t *testing.T) {
	cases := map[string]junitCase{}
	for _, c := range readJUnit(t, render(t, JUnit, views(t)["nightly"])).Suites[0].Cases {
		cases[c.Name] = c
	}
	type brief struct{ Kind, Type, Message string }
	briefOf := func(c junitCase) brief {
		switch {
		case c.Failure != nil:
			return brief{"failure", c.Failure.Type, c.Failure.Message}
		case c.Error != nil:
			return brief{"error", c.Error.Type, c.Error.Message}
		case c.Skipped != nil:
			return brief{"skipped", c.Skipped.Type, c.Skipped.Message}
		}
		return brief{}
	}
	for id, want := range map[string]brief{
		"refund-window":   {"failure", "mustMention", `mustMention: "30 days", missing required detail`},
		"warranty_length": {"failure", "floor", "positive/grounding 3.5 is below its floor 4"},
		"refund-abroad":   {"error", "judge_timeout", "judge_timeout: no reply within 60s"},
		"opening-hours":   {"error", "inconclusive", "no dimension could be assessed"},
		"parking":         {"skipped", "", "not run"},
		"ceo-salary":      {},
	} {
		if diff := cmp.Diff(want, briefOf(cases[id])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	window := cases["refund-window"]
	if window.ClassName != "refund-policy.positive" || window.File != "suites/refund-policy.yaml" {
		t.Errorf("class %q in file %q", window.ClassName, window.File)
	}
	if !strings.Contains(window.Out, `grounding 2: "60 days" is in no passage`) {
		t.Errorf("no reasoning line in system-out: %q", window.Out)
	}
}

func TestJUnitTextsAreCappedAndPassesLoseTheirsFirst(t *testing.T) {
	long := strings.Repeat("é", maxCaseText)
	entry := func(id string, verdict results.Verdict) results.Entry {
		return results.Entry{
			Question: results.Question{ID: id, Category: results.Positive},
			Records: []results.Record{{
				ID: id, Final: true, Verdict: verdict, Reasons: []string{long},
				Cells: map[results.Series]results.Cell{"positive/tone": {Status: results.CellScored, Score: new(4.0), Reasoning: long}},
			}},
		}
	}
	var b bytes.Buffer
	sink := ToJUnit(&b, nil).(*junitSink)
	doc := &results.ReportDoc{Run: results.RunInfo{Dimensions: map[results.Category][]results.Dimension{"positive": {results.Tone}}}}
	sink.begin(doc.Run)
	if err := sink.head(doc); err != nil {
		t.Fatal(err)
	}
	for _, e := range []results.Entry{entry("early", results.Pass), entry("failed", results.Fail)} {
		if err := sink.entry(draw(&doc.Run, e)); err != nil {
			t.Fatal(err)
		}
	}
	sink.size = maxDetail
	for _, e := range []results.Entry{entry("late", results.Pass), entry("late failure", results.Fail)} {
		if err := sink.entry(draw(&doc.Run, e)); err != nil {
			t.Fatal(err)
		}
	}
	if err := sink.end(); err != nil {
		t.Fatal(err)
	}
	for _, c := range readJUnit(t, b.Bytes()).Suites[0].Cases {
		if len(c.Out) > maxCaseText+100 || strings.ContainsRune(c.Out, '\ufffd') {
			t.Errorf("%s: %d bytes of system-out, or a character cut in half", c.Name, len(c.Out))
		}
		if (c.Out == "") != (c.Name == "late") {
			t.Errorf("%s: %d bytes of system-out", c.Name, len(c.Out))
		}
	}
}

func TestCaseNamesAreUniqueOverRepeats(t *testing.T) {
	const repeats = 12
	names := map[string]bool{}
	for _, id := range []string{"a", "a#1", "a#2", "a#2#2", "a#12", "a#", "#2", "b"} {
		for repeat := range repeats {
			name := caseName(id, repeat, repeats)
			if names[name] {
				t.Errorf("repeat %d of %q is called %q like another case", repeat, id, name)
			}
			names[name] = true
		}
		if got := caseName(id, 0, 1); got != id {
			t.Errorf("without repeats %q is called %q", id, got)
		}
	}
}

func FuzzJUnit(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := outsideText(s)
		data := render(t, JUnit, v)
		if i := bytes.IndexFunc(data, func(r rune) bool { return (r < 0x20 && r != '\n') || r == 0x7f || hidden(r) }); i >= 0 {
			t.Fatalf("%q leaves %q in the file", s, data[i:min(len(data), i+4)])
		}
		file := readJUnit(t, data)
		if n := len(file.Suites[0].Cases); n != 1 {
			t.Fatalf("%q made %d cases", s, n)
		}
	})
}

// outsideText is a run in which every text from outside is s.
func outsideText(s string) View {
	q := results.Question{ID: s, Query: s, Category: results.Positive, File: s, Group: s, Tags: []string{s}}
	r := results.Record{
		ID: s, Category: q.Category, Final: true, Verdict: results.Error, Reasons: []string{s},
		Error: &results.ErrorInfo{Code: s, Message: s, Attempts: 1},
		Findings: []results.Finding{
			{Check: s, Status: results.FindingFail, Phrase: s, Message: s, Excerpt: s},
			{Check: s, Status: results.FindingWarning, Message: s},
		},
		Cells: map[results.Series]results.Cell{"positive/tone": {Status: results.CellScored, Score: new(4.0), Reasoning: s, Note: s}},
		Judge: &results.JudgeCall{Truncated: []string{s}, Notes: []string{s}},
	}
	doc := results.ReportDoc{Totals: results.Totals{Planned: 1, Error: 1}, Warnings: []string{s}}
	doc.Run.Suite.Name, doc.Run.Judge.Model, doc.Run.ID = s, s, s
	doc.Run.Dimensions = map[results.Category][]results.Dimension{"positive": {results.Tone}}
	doc.Gate = results.GateResult{Verdict: results.Inconclusive, Reasons: []string{s, s}}
	return viewOf(doc, []results.Entry{{Question: q, Records: []results.Record{r}}})
}
