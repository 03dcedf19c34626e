//go:build unix

package fleet

import (
	"fmt"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// BenchmarkGrants makes calls that take no time, so that what is left is the
// way to the coordinator and back, twice for the leave and once beside for the
// end. All of it runs in this process: cpu-µs/op is what a call costs the
// worker, the server and the coordinator together. With one call after the
// other ns/op is what a call waits longer than with its limits at home.
func BenchmarkGrants(b *testing.B) {
	for _, lines := range []int{1, 8, 64, 512} {
		b.Run(fmt.Sprint("lines=", lines), func(b *testing.B) {
			server := plainServer(b, -1)
			served, _ := grants(b, server, grantTimes, governorsOf(llm.NewLimiter(llm.LimiterOptions{Concurrency: lines}), llm.NewBudget(llm.BudgetOptions{})))
			defer closed(served)
			var workers []llm.Governor
			for i := range min(8, lines) {
				g, _ := grantedTo(b, server, grantTimes, fmt.Sprint("w", i), silent)
				workers = append(workers, g)
			}
			turns := make(chan int)
			var all sync.WaitGroup
			for i := range lines {
				all.Go(func() {
					for range turns {
						passOf(b, workers[i%len(workers)]).Done(goodEnd)
					}
				})
			}
			before := cpuTime()
			for b.Loop() {
				turns <- 1
			}
			close(turns)
			all.Wait()
			b.ReportMetric(float64((cpuTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "grants/s")
		})
	}
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
