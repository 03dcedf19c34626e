package compare

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// wide is a report of n questions on five dimensions, about 3 kB each.
func wide(id string, n int) results.ReportDoc {
	dimensions := []results.Dimension{results.Grounding, results.Relevance, results.Calibration, results.Citations, results.Tone}
	line := strings.Repeat("the answer follows the passage and names its \"limit\"; ", 6)
	doc := reportOf(id, many(n, always(5))...)
	doc.Run.Dimensions[results.Positive] = dimensions
	for i := range doc.Questions {
		q := &doc.Questions[i]
		q.Tags = []string{fmt.Sprint("tag", i%20)}
		q.Checks = []results.Finding{{Check: "mustMention", Status: results.FindingPass, Phrase: "limit"}, {Check: "answered", Status: results.FindingPass}}
		for j, d := range dimensions {
			// Four in five keep their score from one run to the other.
			q.Scores[d] = float64(5 - (i*7+j)%3)
			if (i+j+len(id))%5 == 0 {
				q.Scores[d] = float64(2 + (i+j)%3)
			}
			q.Reasoning[d], q.Cells[results.SeriesOf(results.Positive, d)] = line, results.CellScored
		}
	}
	return doc
}

func BenchmarkRead(b *testing.B) {
	data := encoded(b, wide("a", 10_000))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read("report.json", bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	base, head := load(b, wide("a", 10_000)), load(b, wide("bb", 10_000))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compare(base, head, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRank(b *testing.B) {
	runs := []*Run{load(b, wide("a", 1000)), load(b, wide("bb", 1000)), load(b, wide("ccc", 1000)), load(b, wide("dddd", 1000))}
	for b.Loop() {
		if _, err := Rank(runs, RankOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
