package compare

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// azureRuns are four runs of one application over the same questions, two of
// each of two prompts, with the scores that its own evaluation gave: mostly
// the highest one. Questions whose true answer stands in the same document
// share a group.
func azureRuns(t *testing.T) map[string]results.ReportDoc {
	t.Helper()
	folder := os.Getenv("EVALRUN_DATA")
	if folder == "" {
		t.Skip("EVALRUN_DATA is not set: the four runs of a real application are not compared")
	}
	file, err := os.Open(filepath.Join(folder, "runs", "azure_rag_answers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	questions := map[string][]results.QuestionReport{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			ID, Question, Answer, Truth, Run string
			Judge                            struct {
				Grounding *float64 `json:"gpt_groundedness"`
				Relevance *float64 `json:"gpt_relevance"`
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Judge.Grounding == nil || row.Judge.Relevance == nil {
			t.Fatalf("%s has no score", row.ID)
		}
		grounding, relevance := *row.Judge.Grounding, *row.Judge.Relevance
		q := question("q"+row.ID[strings.LastIndex(row.ID, "-")+1:], min(grounding, relevance))
		q.Query, q.ContentHash, q.InputHash = row.Question, "c "+row.Question, "i "+row.Question
		q.Scores[results.Grounding], q.Scores[results.Relevance] = grounding, relevance
		q.AnswerChars = new(len([]rune(row.Answer)))
		if found := document.FindStringSubmatch(row.Truth); found != nil {
			q.Group = found[1]
		}
		questions[row.Run] = append(questions[row.Run], q)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	out := map[string]results.ReportDoc{}
	for run, list := range questions {
		out[run] = reportOf(run, list...)
	}
	return out
}

var document = regexp.MustCompile(`\[([^\]#]+)`)

// TestAzureRunsSayLittleAndSoDoesCompare: with nearly every score at the top
// and at most seven questions that move, there is enough for the margin on the
// mean, mostly for that on the pass rate, and in no pair of runs for a claim
// that anything changed. Runs of one prompt differ as much as those of two.
func TestAzureRunsSayLittleAndSoDoesCompare(t *testing.T) {
	runs := azureRuns(t)
	open := map[string]bool{"baseline2, then baseline": true, "baseline2, then prompt_nomarkdownmention": true}
	for _, base := range slices.Sorted(maps.Keys(runs)) {
		for _, head := range slices.Sorted(maps.Keys(runs)) {
			if base == head {
				continue
			}
			name := base + ", then " + head
			doc := compared(t, runs[base], runs[head], Options{FlipRate: new(3.5 / 123)})
			t.Logf("%s: exit %d. %s", name, doc.Gate.ExitCode, doc.Headline)
			if doc.Gate.Verdict == results.Fail || (doc.Gate.Verdict == results.Inconclusive) != open[name] {
				t.Errorf("%s: %+v", name, doc.Gate)
			}
			for _, s := range doc.Series {
				if s.Claim != NoClaim || s.Changed > 7 || s.Test != nil && *s.Test.PHolm < 0.5 {
					t.Errorf("%s: %s: %s, %d changed", name, s.Name, s.Claim, s.Changed)
				}
			}
			grounding := get(t, doc, "positive/grounding")
			if grounding.N != 123 || grounding.Clusters != 38 || grounding.State != stats.StateEquivalent ||
				!strings.Contains(strings.Join(grounding.Notes, " "), "an improvement can hardly show") {
				t.Errorf("%s: %+v", name, grounding)
			}
			if relevance := get(t, doc, "positive/relevance"); relevance.Gated || !strings.Contains(relevance.Says, "no outcome of this size could be significant") {
				t.Errorf("%s: %s", name, relevance.Says)
			}
			if flips := doc.Flips; flips.PassToFail+flips.FailToPass > 7 || !strings.Contains(flips.Says, "about 3 flips are expected with no change") && !strings.Contains(flips.Says, "about 4 flips") {
				t.Errorf("%s: %s", name, flips.Says)
			}
		}
	}
}

func TestAzureRunsShareAllRanks(t *testing.T) {
	var docs []results.ReportDoc
	for _, doc := range azureRuns(t) {
		docs = append(docs, doc)
	}
	for _, s := range ranked(t, RankOptions{}, docs...).Series {
		for _, row := range s.Rows {
			if row.Best != 1 || row.Worst != 4 || row.Group != 1 {
				t.Errorf("%s: %+v", s.Name, row)
			}
		}
	}
}
