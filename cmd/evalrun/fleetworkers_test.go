package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// hire starts one more worker.
func (p *processes) hire(t *testing.T, more ...string) {
	t.Helper()
	p.begun++
	name := fmt.Sprintf("w%d", p.begun)
	args := append([]string{"worker", "--with-parent", "--concurrency", fmt.Sprint(p.places), "--name", name}, more...)
	w := p.startBy(t, p.far, args...)
	w.name = name
	p.workers = append(p.workers, w)
}

// replace kills some worker and starts another one.
func (p *processes) replace(t *testing.T) {
	t.Helper()
	p.lose(t, p.workers[rand.IntN(len(p.workers))])
}

// lose kills a worker and starts another one.
func (p *processes) lose(t *testing.T, w *process) {
	t.Helper()
	w.kill()
	p.workers = slices.DeleteFunc(p.workers, func(other *process) bool { return other == w })
	p.hire(t)
}

// dismiss has the workers leave: all that are left do, and without a fault.
func (p *processes) dismiss(t *testing.T) {
	t.Helper()
	for _, w := range p.workers {
		_ = w.life.Close()
	}
	for _, w := range p.workers {
		if err := w.wait(); err != nil {
			t.Errorf("a worker ended with %v:\n%s", err, w.said)
		}
	}
	p.workers = nil
}

// endWell waits for the end of a run whose gate passes and has the workers
// leave.
func (p *processes) endWell(t *testing.T, run *process) {
	t.Helper()
	p.called.letGo()
	if err := run.wait(); err != nil {
		t.Errorf("the run ended with %v:\n%s", err, run.said)
	}
	p.dismiss(t)
}

// quicken has the run's questions go to another worker soon after theirs was
// lost. Workers that come later take it from there.
func (p *processes) quicken(t *testing.T, wait time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	nc, err := nats.Connect(p.at.URL, nats.Timeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for !quickened(ctx, js, wait) {
		if ctx.Err() != nil {
			t.Fatal("the run has no queue")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func quickened(ctx context.Context, js jetstream.JetStream, wait time.Duration) bool {
	name, found := <-js.StreamNames(ctx, jetstream.WithStreamListSubject("evalrun.*.work.>")).Name()
	if !found {
		return false
	}
	queue, err := js.Consumer(ctx, name, "workers")
	if err != nil {
		return false
	}
	config := queue.CachedInfo().Config
	config.AckWait = wait
	_, err = js.UpdateConsumer(ctx, name, config)
	return err == nil
}

// check is what holds whatever was killed: each question has one final record
// without an error, and at most so many calls were made again.
func (p *processes) check(t *testing.T, again int) {
	t.Helper()
	recorded := readKilledRun(t, p.dir)
	run, err := runstore.Open(killedFolder(t, p.dir))
	if err != nil {
		t.Fatal(err)
	}
	if info := run.Info(); recorded != p.questions || info.Status != results.RunComplete || info.Stop != nil {
		t.Errorf("%d of %d questions recorded, status %s, stop %+v", recorded, p.questions, info.Status, info.Stop)
	}
	repeated := 0
	for _, model := range []string{"bot", "judge"} {
		asked, twice := p.called.of(model)
		if repeated += twice; asked != p.questions {
			t.Errorf("%s was asked %d questions of %d", model, asked, p.questions)
		}
	}
	if repeated > again {
		t.Errorf("%d calls were made again, want at most %d", repeated, again)
	}
	t.Logf("%d of %d calls were made again, at most %d may", repeated, 2*p.questions, again)
}
