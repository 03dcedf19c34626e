package fleet

import (
	"context"
	"sync"
	"testing"
)

// BenchmarkQuestion is what a question costs on its way to a worker and back
// that measures nothing, over an embedded server.
func BenchmarkQuestion(b *testing.B) {
	s, err := StartServer(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	dial := func() *Conn {
		c, err := Dial(b.Context(), s.Address(), "bench", nil)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(c.Close)
		return c
	}
	job := testJob("run")
	job.AckWait, job.times = DefaultAckWait, timing{}
	c, err := Coordinate(b.Context(), dial(), job, free{})
	if err != nil {
		b.Fatal(err)
	}
	ctx, end := context.WithCancel(b.Context())
	var worker sync.WaitGroup
	w := testWorker(dial(), "ada", measuring{})
	w.Concurrency = 8
	worker.Go(func() { _ = w.Run(ctx) })
	defer worker.Wait()
	defer end()
	defer func() { _ = c.Close(context.WithoutCancel(ctx), false) }()
	next := make(chan int)
	var out sync.WaitGroup
	for range 256 {
		out.Go(func() {
			for seq := range next {
				if m, err := c.Measure(ctx, testTask(seq)); err != nil || m.Record == nil {
					b.Error(m, err)
				}
			}
		})
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		next <- i
	}
	close(next)
	out.Wait()
	b.StopTimer()
}
