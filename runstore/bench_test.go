package runstore

import (
	"runtime"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
)

// BenchmarkEntries reads runs of growing size; live-MB must grow by the index
// alone, 16 bytes per record and as much again while it is walked.
func BenchmarkEntries(b *testing.B) {
	for _, size := range []struct {
		name string
		n    int
	}{{"1k", 1_000}, {"10k", 10_000}, {"100k", 100_000}} {
		b.Run(size.name, func(b *testing.B) {
			r := newRun(b, size.n)
			text := &answers.Answer{Text: strings.Repeat("Refunds are possible for 30 days. ", 20)}
			for i := range size.n {
				rec := record(i^7, 0, 0) // arrival is slightly out of order
				if i|7 >= size.n {
					rec = record(i, 0, 0)
				}
				rec.Answer = text
				appendAll(b, r, rec)
			}
			b.ResetTimer()
			for b.Loop() {
				walkAll(b, r, size.n)
			}
		})
	}
}

func walkAll(b *testing.B, r *Run, want int) {
	var peak, memory runtime.MemStats
	n := 0
	for _, err := range r.Entries() {
		if err != nil {
			b.Fatal(err)
		}
		if n++; n%(want/4) == 0 {
			runtime.GC()
			if runtime.ReadMemStats(&memory); memory.HeapAlloc > peak.HeapAlloc {
				peak = memory
			}
		}
	}
	if n != want {
		b.Fatalf("%d entries, want %d", n, want)
	}
	b.ReportMetric(float64(peak.HeapAlloc)/(1<<20), "live-MB")
}
