package fleet

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/runner"
)

// begunHere waits until the coordinator knows that a task is begun.
func begunHere(t *testing.T, c *Coordinator, key taskKey) {
	t.Helper()
	eventually(t, "the note of it has come", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.waiters[key] != nil && c.waiters[key].begun
	})
}

// TestWhatIsBegunIsNotHandedOutAgain: it takes longer than the server waits
// for word of a task, and another worker is free.
func TestWhatIsBegunIsNotHandedOutAgain(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.times.alone = patience // the workers are there, however late they say it
	c := testCoordinate(t, testDial(t, s, nil), job)
	var times atomic.Int32
	slow := measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		times.Add(1)
		time.Sleep(2 * job.AckWait)
		return runner.Measured{Record: recordOf(task, "at last")}, nil
	}}
	for _, name := range []string{"ada", "bob"} {
		startWorker(t, testWorker(testDial(t, s, nil), name, slow))
	}
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	begunHere(t, c, taskKey{})
	c.Withdraw()
	if m := <-got; m.Record == nil || times.Load() != 1 {
		t.Errorf("got %+v after %d tries, want a record of the first", m.Record, times.Load())
	}
}

// TestWhatIsHandedOutAtThatMomentIsTakenBackToo: no task is left in the queue
// when every Measure has returned.
func TestWhatIsHandedOutAtThatMomentIsTakenBackToo(t *testing.T) {
	s := testServer(t, serverOptions{})
	for round := range 20 {
		c := testCoordinate(t, testDial(t, s, nil), quickJob("run"+string(rune('a'+round))))
		var all sync.WaitGroup
		for seq := range 50 {
			all.Go(func() {
				if m, err := c.Measure(t.Context(), testTask(seq)); err != nil || m.Record != nil {
					t.Errorf("got %+v, %v", m, err)
				}
			})
		}
		time.Sleep(time.Duration(round) * 500 * time.Microsecond)
		c.Withdraw()
		all.Wait()
		if n := queued(t, c); n > 0 {
			t.Fatalf("round %d: %d tasks are in the queue of a run that has ended", round, n)
		}
	}
}

// TestARunThatEndsDoesNotWaitForWhoIsLost: nobody is there who could bring what
// was begun.
func TestARunThatEndsDoesNotWaitForWhoIsLost(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	begun := make(chan runner.Task, 9)
	lost := testDial(t, s, nil)
	w := testWorker(lost, "lost", hang(begun))
	w.Grace = time.Millisecond
	startWorker(t, w)
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	begunHere(t, c, taskKey{})
	c.Withdraw()
	lost.nc.Close()
	for key := range presentHere(t, c) { // as the server does after heartbeatTTL
		if err := c.people.Purge(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	if m := <-got; m.Record != nil || m.Stop != nil {
		t.Errorf("got %+v", m)
	}
}

func presentHere(t *testing.T, c *Coordinator) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	if err := c.conn.each(t.Context(), c.people, func(*jetstream.StreamInfo) func(jetstream.KeyValueEntry) {
		return func(e jetstream.KeyValueEntry) {
			if isGone(e) {
				delete(keys, e.Key())
				return
			}
			keys[e.Key()] = true
		}
	}); err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestOneOfTwoCoordinatorsThatBeginAtOnce has the run: neither hears of the
// other.
func TestOneOfTwoCoordinatorsThatBeginAtOnce(t *testing.T) {
	s := testServer(t, serverOptions{})
	conns := []*Conn{testDial(t, s, nil), testDial(t, s, nil), testDial(t, s, nil)}
	for range 5 {
		var have atomic.Int32
		var all sync.WaitGroup
		kept := make(chan *Coordinator, len(conns))
		for _, conn := range conns {
			all.Go(func() {
				if c, err := Coordinate(t.Context(), conn, testJob("run"), free{}); err == nil {
					have.Add(1)
					kept <- c
				}
			})
		}
		all.Wait()
		if have.Load() != 1 {
			t.Fatalf("%d coordinators have the run", have.Load())
		}
		if err := (<-kept).Close(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
}

// TestACoordinatorThatWasAwayLeavesItsSuccessorAlone: it ends, and what stands
// at the server stays.
func TestACoordinatorThatWasAwayLeavesItsSuccessorAlone(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	first, err := Coordinate(t.Context(), testDial(t, s, nil), testJob("run"), free{})
	if err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	go func() {
		_, err := first.Measure(t.Context(), testTask(0))
		failed <- err
	}()
	if err := first.alive.Unsubscribe(); err != nil { // it is not heard of
		t.Fatal(err)
	}
	second := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	if err := <-failed; !errors.Is(err, errSuperseded) {
		t.Errorf("the first ends with %v", err)
	}
	if err := first.Close(t.Context(), false); !errors.Is(err, errOtherCoordinator) {
		t.Errorf("it is closed with %v", err)
	}
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	if m := measureAll(t, second, testTask(0))[0]; m.Record == nil {
		t.Error("the second measures nothing")
	}
}

// TestARefusedResultIsReplacedAtOnce, though its worker has not acknowledged
// the task yet.
func TestARefusedResultIsReplacedAtOnce(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.AckWait = time.Hour
	c := testCoordinate(t, testDial(t, s, nil), job)
	var times atomic.Int32
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		rec := recordOf(task, "counted")
		if times.Add(1) == 1 {
			rec.Cells = nil
		}
		return runner.Measured{Record: rec}, nil
	}}))
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil || m.Record.Error != nil || times.Load() != 2 {
		t.Errorf("got %+v after %d tries", m.Record, times.Load())
	}
}

// TestAResultIsRefusedOnce: it is heard of and found as well.
func TestAResultIsRefusedOnce(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	w, err := c.expect(taskKey{})
	if err != nil {
		t.Fatal(err)
	}
	publishResult(t, c, testTask(0), resultMessage{Worker: "old", Refused: "too new"})
	eventually(t, "the result is heard of", func() bool { return len(w.results) == 1 })
	h := handing{c: c, w: w, task: testTask(0), message: []byte("{}")}
	if _, ok, err := h.look(t.Context()); ok || err != nil {
		t.Fatalf("taken: %v, %v", ok, err)
	}
	if _, ok, err := h.await(t.Context()); ok || err != nil || len(h.refused) != 1 {
		t.Errorf("taken: %v, %v; refused %q", ok, err, h.refused)
	}
}

// TestAHaltedRunHasTheAnswersThatWerePaidFor: no call starts any more, and what
// is answered and not judged comes back.
func TestAHaltedRunHasTheAnswersThatWerePaidFor(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.times.alone = patience // the worker is there, however late it says it
	c := testCoordinate(t, testDial(t, s, nil), job)
	halted := make(chan struct{})
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Open = func(_ context.Context, o Opening) (Measuring, error) {
		g, err := o.Governors.Governor("judge", "https://host/v1", "m")
		return measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
			answered := recordOf(task, "had").KeptAnswer()
			if err := o.Keep(answered); err != nil {
				return runner.Measured{}, err
			}
			<-halted
			if pass, err := g.Enter(ctx, 1); err == nil {
				pass.Done(llm.End{Sent: true})
				return runner.Measured{Record: recordOf(task, "judged")}, nil
			}
			return runner.Measured{}, nil
		}}, err
	}
	startWorker(t, w)
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	begunHere(t, c, taskKey{})
	c.Halt()
	close(halted)
	if m := <-got; m.Record != nil || m.Kept == nil || m.Kept.Answer.Text != "had" {
		t.Errorf("got %+v, kept %+v", m.Record, m.Kept)
	}
}
