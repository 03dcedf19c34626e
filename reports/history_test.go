package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

const historyDir = "../testdata/history"

// historyWriters are the formats by the ending of their golden files.
func historyWriters() map[string]func(io.Writer, []results.Night) error {
	question := func(nights []results.Night) QuestionHistory {
		return QuestionHistoryOf("refund-policy", "refund-window", nights)
	}
	return map[string]func(io.Writer, []results.Night) error{
		".txt":  func(w io.Writer, n []results.Night) error { return HistoryText(w, n, Options{}) },
		".120":  func(w io.Writer, n []results.Night) error { return HistoryText(w, n, Options{Width: 120}) },
		".json": HistoryJSON,
		".question.txt": func(w io.Writer, n []results.Night) error {
			return QuestionHistoryText(w, question(n), Options{})
		},
		".question.json": func(w io.Writer, n []results.Night) error { return QuestionHistoryJSON(w, question(n)) },
	}
}

func storedNights(t *testing.T) map[string][]results.Night {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(historyDir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no nights", err)
	}
	stored := map[string][]results.Night{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var nights []results.Night
		if err := json.Unmarshal(data, &nights); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		stored[strings.TrimSuffix(filepath.Base(path), ".json")] = nights
	}
	return stored
}

func TestHistoriesMatchTheirGoldenFiles(t *testing.T) {
	for name, nights := range storedNights(t) {
		for ending, write := range historyWriters() {
			t.Run(name+ending, func(t *testing.T) {
				var got bytes.Buffer
				if err := write(&got, nights); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(historyDir, name+ending+".golden")
				if *update {
					if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got.String()); diff != "" {
					t.Errorf("changed (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestNoHistoryActsOnATerminal(t *testing.T) {
	nights := storedNights(t)["hostile"]
	for _, ending := range []string{".txt", ".120", ".question.txt"} {
		var got bytes.Buffer
		if err := historyWriters()[ending](&got, nights); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(got.String(), "\x1b\u202e\t") || strings.Contains(got.String(), "\nGATE") {
			t.Errorf("%s acts:\n%q", ending, got.String())
		}
	}
}

func TestTheHistoryFitsTheScreen(t *testing.T) {
	nights := storedNights(t)["nightly"]
	for _, width := range []int{80, 100, 160} {
		var got bytes.Buffer
		if err := HistoryText(&got, nights, Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		for _, series := range []string{"grounding", "tone", "neg. calibration"} {
			if !strings.Contains(got.String(), "  "+series) {
				t.Errorf("a screen of %d columns lacks %s", width, series)
			}
		}
		for line := range strings.Lines(got.String()) {
			if n := columns(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d columns on a screen of %d: %s", n, width, line)
			}
		}
	}
}

func TestHistoryWritersReturnWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	for ending, write := range historyWriters() {
		if err := write(&limitedWriter{left: 10, err: full}, storedNights(t)["nightly"]); !errors.Is(err, full) {
			t.Errorf("%s: error %v", ending, err)
		}
	}
}

func TestAQuestionIsCountedOverTheRunsThatAskedIt(t *testing.T) {
	night := func(verdicts ...results.Verdict) (n results.Night) {
		for _, v := range verdicts {
			n.Questions = append(n.Questions, results.NightQuestion{ID: "q", Verdict: v})
		}
		return n
	}
	again := night(results.Fail)
	again.From = "r1"
	broken := night()
	broken.Problem = "it has no report.json"
	for want, nights := range map[string][]results.Night{
		"q failed 2 of the last 3.":                        {night(results.Fail), night(results.Pass), night(results.Fail)},
		"q failed 0 of the last 1; 1 run more without it.": {night(results.Pass), broken},
		"q failed 1 of the last 3 (1 error, 1 skipped); 2 runs more without it.": {
			night(results.Error), night(), night(results.Fail), night(results.Skipped), broken},
		"q failed 1 of the last 2.":               {night(results.Fail), again, night(results.Pass), again}, // judged again is no further failure
		"q was asked in none of the last 2 runs.": {night(), broken},
	} {
		if got := QuestionHistoryOf("s", "q", nights).Says; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
