package reports

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/verdict"
)

// TestFiguresOfTheFixtureAreThoseOfItsQuestions keeps the fixture with every
// block honest: its figures are what a run of its records comes to. With
// -update they are reckoned anew, before the reports are drawn from them.
func TestFiguresOfTheFixtureAreThoseOfItsQuestions(t *testing.T) {
	path := filepath.Join(goldenDir, "panel.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var fixture struct {
		Doc     results.ReportDoc `json:"doc"`
		Entries []results.Entry   `json:"entries"`
	}
	if err := json.Unmarshal(data, &fixture); err != nil {
		t.Fatal(err)
	}
	run := fixture.Doc.Run
	want, err := verdict.Assess(func() results.RunInfo { return run }, viewOf(fixture.Doc, fixture.Entries).Entries())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		fixture.Doc = want
		if data, err = json.MarshalIndent(fixture, "", "  "); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(asText(t, want), asText(t, fixture.Doc)); diff != "" {
		t.Errorf("figures (-of the questions +in the fixture):\n%s", diff)
	}
}

func asText(t *testing.T, doc results.ReportDoc) string {
	t.Helper()
	data, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
