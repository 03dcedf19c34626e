package reports

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func decodeStrict(t *testing.T, data []byte, into any) {
	t.Helper()
	if !utf8.Valid(data) {
		t.Error("not valid UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		t.Fatalf("cannot be read back: %v", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		t.Errorf("goes on after its end: %v", err)
	}
}

func TestJSONHoldsTheFiguresAndEveryQuestionInSuiteOrder(t *testing.T) {
	for name, v := range views(t) {
		t.Run(name, func(t *testing.T) {
			var got results.ReportDoc
			decodeStrict(t, render(t, JSON, v), &got)
			want := complete(v.Doc)
			want.Questions = []results.QuestionReport{}
			for e := range v.Entries() {
				want.Questions = append(want.Questions, QuestionOf(v.Doc.Run, e))
			}
			// The stored form turns broken bytes into U+FFFD; fixtures have none.
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("report.json (-want +got):\n%s", diff)
			}
		})
	}
}

func TestJSONOfSeveralSuitesHoldsEachReport(t *testing.T) {
	all := views(t)
	for _, names := range [][]string{{}, {"nightly"}, {"repeats", "nothing", "hostile"}} {
		var list []View
		var want []results.ReportDoc
		for _, name := range names {
			var doc results.ReportDoc
			decodeStrict(t, render(t, JSON, all[name]), &doc)
			list, want = append(list, all[name]), append(want, doc)
		}
		var b bytes.Buffer
		if err := ReportsJSON(&b, list); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Schema  string              `json:"schema"`
			Reports []results.ReportDoc `json:"reports"`
		}
		decodeStrict(t, b.Bytes(), &got)
		if got.Schema != "evalrun.reports/1" || got.Reports == nil {
			t.Errorf("schema %q, reports %v", got.Schema, got.Reports)
		}
		if len(got.Reports) != len(want) {
			t.Fatalf("%d reports, want %d", len(got.Reports), len(want))
		}
		for i := range want {
			if diff := cmp.Diff(want[i], got.Reports[i]); diff != "" {
				t.Errorf("report %d (-want +got):\n%s", i, diff)
			}
		}
	}
}

func TestJSONRefusesAFigureThatIsNotANumber(t *testing.T) {
	v := views(t)["nightly"]
	v.Doc.PassRate.Rate = new(math.NaN())
	if err := JSON(io.Discard, v); err == nil {
		t.Error("NaN was written")
	}
}

func TestJSONLeavesPromptTextsToTheRun(t *testing.T) {
	v := views(t)["nightly"]
	v.Doc.Run.PromptTexts = map[results.Category]string{results.Positive: "system text"}
	if bytes.Contains(render(t, JSON, v), []byte("system text")) {
		t.Error("report.json holds the prompt text")
	}
}
