package runstore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// BenchmarkHistory is a year of nights of 500 questions: made anew, brought up
// to date where nothing has changed, and read with every question. A trend
// over it is to take less than a second.
func BenchmarkHistory(b *testing.B) {
	dir := b.TempDir()
	addYear(b, dir)
	index := filepath.Join(dir, HistoryFile)
	b.Run("anew", func(b *testing.B) {
		for b.Loop() {
			_ = os.Remove(index)
			history(b, dir)
		}
	})
	b.Run("opened", func(b *testing.B) {
		for b.Loop() {
			history(b, dir)
		}
	})
	h, _ := history(b, dir)
	b.Run("listed", func(b *testing.B) {
		for b.Loop() {
			nights(b, h, HistoryFilter{Last: 10})
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if got := nights(b, h, HistoryFilter{Questions: true}); len(got) != 365 || len(got[0].Questions) != 500 {
				b.Fatalf("%d nights", len(got))
			}
		}
	})
	b.Run("question", func(b *testing.B) {
		for b.Loop() {
			if _, err := h.Question("s", "q0000250"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// addYear writes 365 reports of some 2 kB for each question.
func addYear(b *testing.B, dir string) {
	info := complete("s", "RUN-ID", testTime)
	doc := reportOf(info, 4)
	q := doc.Questions[0]
	q.Reasoning = map[results.Dimension]string{}
	for _, d := range []results.Dimension{results.Grounding, results.Relevance, results.Calibration, results.Citations, results.Tone} {
		q.Scores[d], q.Reasoning[d] = 5, strings.Repeat("the passage says so; ", 6)
	}
	q.Query = strings.Repeat("How long may I? ", 8)
	q.Repeats = []results.RepeatReport{{Verdict: results.Pass, Scores: q.Scores}}
	q.Checks = make([]results.Finding, 4)
	doc.Questions = nil
	for i := range 500 {
		q.ID, q.ContentHash = fmt.Sprintf("q%07d", i), fmt.Sprintf("%064x", i*7919)
		doc.Questions = append(doc.Questions, q)
	}
	report, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		b.Fatal(err)
	}
	for i := range 365 {
		night := info
		night.ID = fmt.Sprintf("night-%03d", i)
		path := addRun(b, dir, night.ID, night, nil)
		if err := os.WriteFile(filepath.Join(path, ReportFile), bytes.Replace(report, []byte("RUN-ID"), []byte(night.ID), 1), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("reports of %d kB", len(report)/1000)
}
