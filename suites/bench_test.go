package suites

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// BenchmarkQuestionsFrom loads and reads a million streamed questions and
// reports the heap that is held between the two.
func BenchmarkQuestionsFrom(b *testing.B) {
	const questions = 1_000_000
	dir := b.TempDir()
	writeQuestions(b, filepath.Join(dir, "m.jsonl"), questions)
	path := filepath.Join(dir, "a.yaml")
	if err := os.WriteFile(path, []byte("questionsFrom: [m.jsonl]\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		loaded, err := Load([]string{path}, Options{})
		if err != nil {
			b.Fatal(err)
		}
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		b.ReportMetric(float64(stats.HeapSys-stats.HeapReleased)/(1<<20), "peak-heap-MiB")
		runtime.GC()
		runtime.ReadMemStats(&stats)
		b.ReportMetric(float64(stats.HeapAlloc)/(1<<20), "held-MiB")
		n := 0
		for _, err := range loaded[0].Questions() {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != questions {
			b.Fatalf("%d questions, want %d", n, questions)
		}
	}
}

func writeQuestions(b *testing.B, path string, n int) {
	b.Helper()
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i := range n {
		fmt.Fprintf(w, `{"id":"q-%d","query":"What does paragraph %d of the handbook say about refunds?","rubric":{"shouldAnswer":true,"mustMention":["paragraph %d"]},"group":"g%d","tags":["bulk"]}`+"\n", i, i, i, i%100)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}
