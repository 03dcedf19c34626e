package offline

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// labelled is one answer that people have judged: by a label, or by a mean
// rating from 1 to 4.
type labelled struct {
	Question, Answer, Label string
	Sources                 []struct{ ID, Title, Text string }
	Human                   struct{ Faithfulness float64 }
}

// TestGroundingAgainstPeople logs how well the grounding score orders answers
// as people did, over the prompt that a judge would see. The figures are for
// docs and reviewers; that the rules still work is for other tests to say.
func TestGroundingAgainstPeople(t *testing.T) {
	folder := os.Getenv("EVALRUN_DATA")
	if folder == "" {
		t.Skip("EVALRUN_DATA is not set: no labelled answers to measure on")
	}
	for _, set := range []string{"qags", "begin", "expertqa", "wice", "summedits"} {
		var supported, unsupported []float64
		for _, row := range readLabelled(t, filepath.Join(folder, "grounding", set+".jsonl")) {
			switch row.Label {
			case "supported":
				supported = append(supported, row.grounding(t))
			case "unsupported":
				unsupported = append(unsupported, row.grounding(t))
			}
		}
		t.Logf("%-9s %3d supported, %3d not: area under the curve %.3f, scores %s against %s",
			set, len(supported), len(unsupported), areaUnderCurve(supported, unsupported), spread(supported), spread(unsupported))
	}
	var scores, rated []float64
	for _, row := range readLabelled(t, filepath.Join(folder, "human", "mtrag.jsonl")) {
		scores = append(scores, row.grounding(t))
		rated = append(rated, row.Human.Faithfulness)
	}
	t.Logf("mtrag     %3d rated 1 to 4: rank correlation %.3f, scores %s", len(scores), rankCorrelation(scores, rated), spread(scores))
}

func readLabelled(t *testing.T, path string) []labelled {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows []labelled
	for line, err := range answers.Lines(file, answers.MaxLine) {
		if err != nil {
			t.Fatal(err)
		}
		var row labelled
		if err := json.Unmarshal(line.Raw, &row); err != nil {
			t.Fatalf("%s:%d: %v", path, line.Number, err)
		}
		if len(row.Sources) > 0 { // without them grounding is not assessable
			rows = append(rows, row)
		}
	}
	return rows
}

// grounding is the score of the row as the answer to a question that the
// sources cover.
func (row labelled) grounding(t *testing.T) float64 {
	t.Helper()
	r := judgeprompt.Request{Query: row.Question, Category: results.Positive, Answer: answers.Answer{Text: row.Answer}}
	if r.Query == "" {
		r.Query = "-" // some sets hold claims that nobody asked for
	}
	for _, s := range row.Sources {
		r.Evidence = append(r.Evidence, answers.Passage{ID: s.ID, Title: s.Title, Text: s.Text})
	}
	return float64(verdictOn(t, r).Scores["grounding"])
}

// areaUnderCurve is the chance that a supported answer scores above one that
// is not; a tie counts half.
func areaUnderCurve(supported, unsupported []float64) float64 {
	wins := 0.0
	for _, s := range supported {
		for _, u := range unsupported {
			wins += float64(cmp.Compare(s, u)+1) / 2
		}
	}
	return wins / float64(len(supported)*len(unsupported))
}

// rankCorrelation is Spearman's: the correlation of ranks, ties at their mean.
func rankCorrelation(x, y []float64) float64 {
	a, b := ranks(x), ranks(y)
	mean := float64(len(x)+1) / 2
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - mean) * (b[i] - mean)
		aa += (a[i] - mean) * (a[i] - mean)
		bb += (b[i] - mean) * (b[i] - mean)
	}
	return ab / math.Sqrt(aa*bb)
}

func ranks(x []float64) []float64 {
	sorted := slices.Sorted(slices.Values(x))
	out := make([]float64, len(x))
	for i, v := range x {
		first, _ := slices.BinarySearch(sorted, v)
		last := first
		for last < len(sorted) && sorted[last] == v {
			last++
		}
		out[i] = float64(first+1+last) / 2
	}
	return out
}

// spread shows how often each score from 1 to 5 was given.
func spread(scores []float64) string {
	var n [6]int
	for _, s := range scores {
		n[int(s)]++
	}
	return fmt.Sprint(n[1:])
}
