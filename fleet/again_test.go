package fleet

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// counting counts what it measures.
func counting(times *atomic.Int32) measuring {
	return measuring{measure: func(_ context.Context, t runner.Task) (runner.Measured, error) {
		times.Add(1)
		return runner.Measured{Record: recordOf(t, "counted")}, nil
	}}
}

func TestATaskIsInTheQueueOnceHoweverOftenItIsHandedOut(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	task := testTask(0)
	data, err := c.taskMessage(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := c.handOut(t.Context(), keyOfTask(task), data); err != nil {
			t.Fatal(err)
		}
	}
	info, err := c.store.work.Info(t.Context())
	if err != nil || info.State.Msgs != 1 || info.State.LastSeq != 1 {
		t.Errorf("%+v (%v), want the first message alone: a worker may be at it", info.State, err)
	}
}

// TestTheFirstResultCounts: a worker that was taken for lost ends its question
// after another one has.
func TestTheFirstResultCounts(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	task := testTask(0)
	startWorker(t, testWorker(testDial(t, s, nil), "late", measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
		publishResult(t, c, task, resultMessage{Worker: "early", Record: recordOf(task, "first")})
		return runner.Measured{Record: recordOf(task, "second")}, nil
	}}))
	if m := measureAll(t, c, task)[0]; m.Record == nil || m.Record.Answer.Text != "first" {
		t.Errorf("got %+v, want the first result", m.Record)
	}
	eventually(t, "the task is acknowledged", func() bool { return queued(t, c) == 0 })
	found, err := c.conn.lastOf(t.Context(), c.store.results, resultSubject("run", keyOfTask(task)))
	if err != nil || !strings.Contains(string(found.data), "first") {
		t.Errorf("%v stands in the stream (%v), want the first result", found, err)
	}
}

// TestATaskThatHasAResultIsNotBegun: it was handed out once more, before the
// coordinator knew.
func TestATaskThatHasAResultIsNotBegun(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	task := testTask(0)
	publishResult(t, c, task, resultMessage{Worker: "early", Record: recordOf(task, "first")})
	data, err := c.taskMessage(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.handOut(t.Context(), keyOfTask(task), data); err != nil {
		t.Fatal(err)
	}
	var times atomic.Int32
	startWorker(t, testWorker(testDial(t, s, nil), "ada", counting(&times)))
	eventually(t, "the task is acknowledged", func() bool { return queued(t, c) == 0 })
	if n := times.Load(); n != 0 {
		t.Errorf("it was measured %d times more", n)
	}
}

// publishResult stores a result as a worker does.
func publishResult(t *testing.T, c *Coordinator, task runner.Task, m resultMessage) {
	t.Helper()
	m.Schema, m.Run = resultSchema, c.run
	data, err := encode(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.conn.js.Publish(context.Background(), resultSubject(c.run, keyOfTask(task)), data, jetstream.WithExpectLastSequencePerSubject(0)); err != nil {
		t.Error(err)
	}
}

func queued(t *testing.T, c *Coordinator) uint64 {
	t.Helper()
	info, err := c.store.work.Info(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Msgs
}

// TestACoordinatorThatComesBackTakesWhatCameMeanwhile and pays nothing twice.
func TestACoordinatorThatComesBackTakesWhatCameMeanwhile(t *testing.T) {
	s := testServer(t, serverOptions{})
	var times atomic.Int32
	dying := testDial(t, s, nil)
	first, err := Coordinate(t.Context(), dying, testJob("run"), free{})
	if err != nil {
		t.Fatal(err)
	}
	tasks := []runner.Task{testTask(0), testTask(1), testTask(2)}
	for _, task := range tasks {
		data, err := first.taskMessage(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.handOut(t.Context(), keyOfTask(task), data); err != nil {
			t.Fatal(err)
		}
	}
	dead := make(chan struct{})
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, t runner.Task) (runner.Measured, error) {
		times.Add(1)
		<-dead
		return runner.Measured{Record: recordOf(t, "meanwhile")}, nil
	}}))
	eventually(t, "all are begun", func() bool { return times.Load() == 3 })
	dying.nc.Close()
	first.leave(t.Context())
	close(dead)
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	for i, m := range measureAll(t, c, tasks...) {
		if m.Record == nil || m.Record.Seq != i {
			t.Errorf("question %d: got %+v", i, m.Record)
		}
	}
	if n := times.Load(); n != 3 {
		t.Errorf("%d questions were measured, want 3", n)
	}
}

// TestWhatStoppedARunIsAskedAgain: a stop is of its time, a record is not.
func TestWhatStoppedARunIsAskedAgain(t *testing.T) {
	s := testServer(t, serverOptions{})
	spent := &results.Stop{Kind: results.StopBudget, Message: "the budget is spent"}
	refused := &results.Stop{Kind: results.StopFatal, Message: "the key is refused"}
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	end := startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		if task.Question.Seq == 0 {
			return runner.Measured{Stop: spent}, nil
		}
		return runner.Measured{Record: recordOf(task, "before"), Stop: refused}, nil
	}}))
	got := measureAll(t, c, testTask(0), testTask(1))
	if got[0].Record != nil || got[0].Stop == nil || *got[0].Stop != *spent || got[1].Record == nil || *got[1].Stop != *refused {
		t.Fatalf("got %+v", got)
	}
	end()
	if err := c.Close(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	again := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	got = measureAll(t, again, testTask(0), testTask(1))
	if got[0].Record == nil || got[0].Stop != nil || got[1].Record == nil || got[1].Record.Answer.Text != "before" || got[1].Stop != nil {
		t.Errorf("got %+v after it was taken up again", got)
	}
}

func TestARunHasOneCoordinator(t *testing.T) {
	s := testServer(t, serverOptions{})
	testCoordinate(t, testDial(t, s, nil), testJob("run"))
	_, err := Coordinate(t.Context(), testDial(t, s, nil), testJob("run"), free{})
	if err == nil || !strings.Contains(err.Error(), "run run: it has a coordinator already") {
		t.Errorf("got %v", err)
	}
}

// TestTheServerMayBeStartedAgain while questions are out: what was handed out,
// begun and measured is all there.
func TestTheServerMayBeStartedAgain(t *testing.T) {
	t.Parallel()
	store, user := t.TempDir(), url.UserPassword("evalrun", "known")
	s, err := startServer(store, serverOptions{user: user})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	at, _ := url.Parse(s.Address().URL)
	port, _ := strconv.Atoi(at.Port())
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	var times atomic.Int32
	release := make(chan struct{})
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		if times.Add(1) > 20 {
			<-release
		}
		return runner.Measured{Record: recordOf(task, "through it")}, nil
	}}))
	var tasks []runner.Task
	for seq := range 60 {
		tasks = append(tasks, testTask(seq))
	}
	got := make(chan []runner.Measured, 1)
	go func() { got <- measureAll(t, c, tasks...) }()
	eventually(t, "some are measured", func() bool { return times.Load() > 20 })
	s.Close()
	close(release)
	time.Sleep(quickAck / 2)
	if s, err = startServer(store, serverOptions{user: user, port: port}); err != nil {
		t.Fatal(err)
	}
	for i, m := range <-got {
		if m.Record == nil || m.Record.Seq != i || m.Record.Error != nil {
			t.Errorf("question %d: got %+v", i, m.Record)
		}
	}
	if n := times.Load(); n > 60+4 {
		t.Errorf("%d questions were measured, want at most those in flight again", n)
	}
	next := testCoordinate(t, testDial(t, s, nil), testJob("next"))
	if m := measureAll(t, next, testTask(0))[0]; m.Record == nil || m.Record.Worker != "ada" {
		t.Errorf("the run after it: got %+v", m.Record)
	}
}

func TestWhatNobodyHasBegunIsTakenBack(t *testing.T) {
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.times.alone = patience // the worker is there, however late it says it
	c := testCoordinate(t, testDial(t, s, nil), job)
	begun, finish := make(chan struct{}, 4), make(chan struct{})
	w := testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		begun <- struct{}{}
		<-finish
		return runner.Measured{Record: recordOf(task, "begun before")}, nil
	}})
	w.Concurrency = 1
	startWorker(t, w)
	got := make(chan []runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0), testTask(1), testTask(2)) }()
	<-begun
	eventually(t, "the note of it has come", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		n := 0
		for _, w := range c.waiters {
			if w.begun {
				n++
			}
		}
		return n == 1 && len(c.waiters) == 3
	})
	c.Withdraw()
	eventually(t, "the others are back", func() bool { return c.out() == 1 })
	close(finish)
	measured := 0
	for _, m := range <-got {
		if m.Record != nil {
			measured++
		}
	}
	if late, err := c.Measure(t.Context(), testTask(3)); err != nil || late.Record != nil || measured != 1 {
		t.Errorf("%d were measured and later %+v (%v), want only what was begun", measured, late.Record, err)
	}
}

// TestWhatIsGivenBackAfterAllWasTakenBackEndsAtOnce: nobody will begin it.
func TestWhatIsGivenBackAfterAllWasTakenBackEndsAtOnce(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	begun := make(chan runner.Task, 1)
	w := testWorker(testDial(t, s, nil), "ada", hang(begun))
	w.Grace = time.Millisecond
	end := startWorker(t, w)
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	<-begun
	eventually(t, "the note of it has come", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.waiters[taskKey{}].begun
	})
	c.Withdraw()
	end()
	select {
	case m := <-got:
		if m.Record != nil || m.Stop != nil {
			t.Errorf("got %+v", m)
		}
	case <-time.After(patience / 2):
		t.Error("it still waits")
	}
}
