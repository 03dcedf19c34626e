package fleet

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// Measuring is a run as a worker has opened it.
type Measuring interface {
	// Measure is called by several goroutines at once. Neither a Record nor a
	// Stop means that ctx cut it short. An error, or a panic, is a defect on
	// this worker's side: the task is tried again and in the end given up.
	Measure(ctx context.Context, t runner.Task) (runner.Measured, error)
	// Scrub takes the values of secrets out of a JSON value that is about to be
	// published.
	Scrub(data []byte) []byte
	Close() error
}

// Opening is a run that a worker is about to take part in.
type Opening struct {
	Info      results.RunInfo
	Setup     Setup
	Governors Governors // of the limits and budgets that all workers share
	// Keep stores the answer of a live target before it is judged, so that a
	// worker that is lost does not cost it.
	Keep func(results.KeptAnswer) error
}

// Worker measures questions of the runs that a server has work of, each run in
// its turn.
type Worker struct {
	Conn        *Conn
	Name        string // shown in records and in the status; see ValidWorkerName
	Tool        string // version of evalrun
	Tags        map[string]string
	Concurrency int // questions at once, of all runs together
	// Lacks says what a run needs and this worker has not, in words such as
	// "environment variable OPENAI_API_KEY". Nil has everything.
	Lacks func(Needs) []string
	// Open makes ready to measure questions of a run. Its error keeps the
	// worker out of the run and is tried again after a while.
	Open  func(ctx context.Context, o Opening) (Measuring, error)
	Say   func(string)     // told what a person should know, one line each time
	Tell  func(string)     // told what goes as it should
	Grace time.Duration    // for what is in flight when Run's ctx ends; 0 is runner.DefaultGrace
	Now   func() time.Time // nil: time.Now

	times timing
}

// Run takes work until ctx ends. Then it begins nothing new, lets what is in
// flight end within the grace, gives the rest back and leaves. The error is
// one of the start, or that the connection has ended.
func (w *Worker) Run(ctx context.Context) error {
	if w.Concurrency < 1 || !ValidWorkerName(w.Name) {
		return fmt.Errorf("a worker needs a place for a question, and a name of letters, digits, ., _ and -: it has %d and %q", w.Concurrency, w.Name)
	}
	heard := *w
	for _, say := range []*func(string){&heard.Say, &heard.Tell} {
		if *say == nil {
			*say = func(string) {}
		}
	}
	if heard.Now == nil {
		heard.Now = time.Now
	}
	w = &heard
	hard, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	staying, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(w.Conn.ended, func() { stop(); cut() })()
	c := newCrew(w, staying, hard)
	if err := c.open(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("start worker %s: %w", w.Name, err)
	}
	c.beside.Go(func() { c.watchRuns(staying) })
	c.beside.Go(func() { c.beat(hard) })
	c.takeWork(staying)
	ended := ctx.Err() == nil
	c.drain(cmp.Or(w.Grace, runner.DefaultGrace), cut)
	if ended {
		return fmt.Errorf("worker %s: %w", w.Name, w.Conn.why())
	}
	return nil
}
