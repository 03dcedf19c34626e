package main

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// echo publishes once more what others publish of a run, as anybody may who has
// their permissions: at once, and again when the task has ended, until a worker
// would begin it.
type echo struct {
	nc    *nats.Conn
	heard <-chan *nats.Msg

	mu     sync.Mutex
	tasks  map[string][]*nats.Msg // what was heard of each
	ended  map[string]bool        // those that were published again after their end
	taken  map[string]bool        // those of them that a worker would begin
	copied map[string]int         // by kind of message
}

// taskEnds is about what a worker takes from a result to the end of its task.
// Until then the task is not taken into the queue again.
const taskEnds = 200 * time.Millisecond

func (p *processes) echo(t *testing.T) *echo {
	t.Helper()
	nc, heard := p.overhear(t, "evalrun.*.work.>", "evalrun.*.start.>", "evalrun.*.answer.>", "evalrun.*.result.>")
	return &echo{
		nc: nc, heard: heard, tasks: map[string][]*nats.Msg{}, ended: map[string]bool{}, taken: map[string]bool{}, copied: map[string]int{},
	}
}

func (e *echo) run(ctx context.Context) {
	for {
		select {
		case msg := <-e.heard:
			e.hear(msg)
		case <-ctx.Done():
			return
		}
	}
}

func (e *echo) hear(msg *nats.Msg) {
	e.mu.Lock()
	defer e.mu.Unlock()
	kind, task := aboutTask(msg)
	if kind == "start" && e.ended[task] {
		e.taken[task] = true
	}
	again := bare(msg)
	e.tasks[task] = append(e.tasks[task], again)
	e.publish(again)
	if kind == "result" {
		time.AfterFunc(taskEnds, func() { e.repeat(task) })
	}
}

// repeat publishes all of a task.
func (e *echo) repeat(task string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.taken[task] || e.nc.IsClosed() {
		return
	}
	e.ended[task] = true
	for _, msg := range e.tasks[task] {
		e.publish(msg)
	}
	time.AfterFunc(5*taskEnds, func() { e.repeat(task) })
}

func (e *echo) publish(msg *nats.Msg) {
	if e.nc.PublishMsg(msg) == nil { // else the test has ended
		kind, _ := aboutTask(msg)
		e.copied[kind]++
	}
}

func (e *echo) takenAgain() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.taken)
}

// bare is a message without what its publisher asks of the server, such as to
// take it only where it is the first.
func bare(msg *nats.Msg) *nats.Msg {
	out := &nats.Msg{Subject: msg.Subject, Data: msg.Data, Header: nats.Header{}}
	for key, values := range msg.Header {
		if !strings.HasPrefix(key, "Nats-") {
			out.Header[key] = values
		}
	}
	return out
}

// TestWhatIsPublishedTwiceIsMeasuredOnce: a task that is in the queue is not
// taken into it again, and one that comes back after its end is found to have
// its result. No worker is lost, so that no call is made again.
func TestWhatIsPublishedTwiceIsMeasuredOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	p := startProcesses(t, fewQuestions, fleetPlaces, fleetLatency)
	want := p.alone(t)
	p.serve(t)
	e := p.echo(t)
	go e.run(t.Context())
	p.meets.Store(new(encounter(e.holdUp)))
	run := p.start(t, p.runArgs(t)...)
	for range fleetWorkers {
		p.hire(t)
	}
	p.endLike(t, run, want)
	p.check(t, 0)
	if n := e.takenAgain(); n < fewQuestions-1 {
		t.Errorf("of %d tasks that came back workers took %d", fewQuestions-1, n)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, kind := range []string{"work", "start", "answer", "result"} {
		if n := e.copied[kind]; n < 2*(fewQuestions-1) {
			t.Errorf("%d copies of %s were published, want two of each of %d", n, kind, fewQuestions-1)
		}
	}
}

// holdUp keeps the run from its end, by its first question, until workers have
// taken the copies of all others.
func (e *echo) holdUp(ctx context.Context, rule string) {
	const most = 5 * time.Minute // half of what a client waits for a reply
	for end := time.Now().Add(most); rule == "rule 0" && e.takenAgain() < fewQuestions-1 && time.Now().Before(end) && ctx.Err() == nil; {
		time.Sleep(taskEnds)
	}
}
