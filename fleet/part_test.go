package fleet

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/runner"
)

func says(s *spoken, parts ...string) func() bool {
	return func() bool {
		return slices.ContainsFunc(s.all(), func(line string) bool {
			return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) })
		})
	}
}

// TestWhoLacksWhatARunNeedsTakesNoneOfItsWork and the coordinator says who
// that is and what they lack.
func TestWhoLacksWhatARunNeedsTakesNoneOfItsWork(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	var told, poorSaid spoken
	job := testJob("run")
	job.Needs = Needs{Env: []string{"OPENAI_API_KEY"}}
	job.Tags = map[string]string{"region": "eu"}
	c := testCoordinate(t, testDial(t, s, told.say), job)
	got := make(chan []runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0), testTask(1)) }()
	eventually(t, "it says that nobody is there", says(&told, "run run waits", "no worker is there"))

	poor := testWorker(testDial(t, s, nil), "poor", measuring{measure: func(context.Context, runner.Task) (runner.Measured, error) {
		t.Error("the worker that lacks a key was given work")
		return runner.Measured{}, errors.New("no key")
	}})
	poor.Tags = map[string]string{"region": "eu"}
	poor.Lacks = func(n Needs) []string { return []string{"environment variable " + n.Env[0]} }
	poor.Say = poorSaid.say
	startWorker(t, poor)
	far := testWorker(testDial(t, s, nil), "far", measuring{})
	far.Tags = map[string]string{"region": "us"}
	startWorker(t, far)
	eventually(t, "both are known to lack something", func() bool {
		workers, err := c.conn.present(t.Context(), c.people)
		return err == nil && len(workers) == 2 && len(workers[0].Lacks["run"]) == 1 && len(workers[1].Lacks["run"]) == 1
	})
	workers, _ := c.conn.present(t.Context(), c.people)
	line := nobody("run", workers)
	for _, want := range []string{"far lacks tag region=eu", "poor lacks environment variable OPENAI_API_KEY"} {
		if !strings.Contains(line, want) {
			t.Errorf("%q does not say %q", line, want)
		}
	}
	if !says(&poorSaid, "takes no part in run run", "OPENAI_API_KEY")() {
		t.Errorf("the worker said %q", poorSaid.all())
	}

	able := testWorker(testDial(t, s, nil), "able", measuring{})
	able.Tags = map[string]string{"region": "eu", "size": "large"}
	startWorker(t, able)
	for _, m := range <-got {
		if m.Record == nil || m.Record.Worker != "able" {
			t.Errorf("got %+v, want the record of the worker that has all", m.Record)
		}
	}
}

// TestARunThatCannotBeOpenedIsTriedAgain: a target may be down for a while.
func TestARunThatCannotBeOpenedIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	var tries atomic.Int32
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Say = told.say
	w.Open = func(context.Context, Opening) (Measuring, error) {
		if tries.Add(1) < 3 {
			return nil, errors.New("the target does not answer")
		}
		return measuring{}, nil
	}
	startWorker(t, w)
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil {
		t.Error("no record")
	}
	n := 0
	for _, line := range told.all() {
		if strings.Contains(line, "the target does not answer") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("it said %d times why, want once:\n%s", n, strings.Join(told.all(), "\n"))
	}
}

// TestARunWhoseOpeningPanicsIsOneThatCannotBeOpened: it harms no other.
func TestARunWhoseOpeningPanicsIsOneThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	bad := testCoordinate(t, conn, testJob("bad"))
	good := testCoordinate(t, conn, testJob("good"))
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Say = told.say
	w.Open = func(_ context.Context, o Opening) (Measuring, error) {
		if o.Info.ID == "bad" {
			panic("index out of range")
		}
		return measuring{}, nil
	}
	startWorker(t, w)
	if m := measureAll(t, good, testTask(0))[0]; m.Record == nil {
		t.Error("no record of the other run")
	}
	eventually(t, "it says why", says(&told, "takes no part in run bad", "panic: index out of range"))
	eventually(t, "it is known to lack something", func() bool {
		workers, err := bad.conn.present(t.Context(), bad.people)
		return err == nil && len(workers) == 1 && len(workers[0].Lacks["bad"]) == 1
	})
}

// TestATaskWhoseRubricCannotBeReadIsRefused and not begun: it would fail each
// time, and have no record of that.
func TestATaskWhoseRubricCannotBeReadIsRefused(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	task := testTask(0)
	task.Question.Rubric = []byte(`{"shouldAnswer":"perhaps"}`)
	data, err := c.taskMessage(t.Context(), task)
	if err == nil {
		err = c.handOut(t.Context(), keyOfTask(task), data)
	}
	if err != nil {
		t.Fatal(err)
	}
	var times atomic.Int32
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", counting(&times))
	w.Say = told.say
	startWorker(t, w)
	eventually(t, "it is refused", says(&told, "evalrun.run.work.0.0.0 is refused", "rubric of question q0"))
	eventually(t, "it is out of the queue", func() bool { return queued(t, c) == 0 })
	if times.Load() != 0 {
		t.Error("it was begun")
	}
}

// TestTasksThatCannotBeFetchedAreToldOfOnce: somebody took the consumer away.
func TestTasksThatCannotBeFetchedAreToldOfOnce(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.times.mend = 10 * patience // nobody makes it anew
	c := testCoordinate(t, testDial(t, s, nil), job)
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Say = told.say
	startWorker(t, w)
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil {
		t.Error("no record")
	}
	if err := c.store.work.DeleteConsumer(t.Context(), workConsumer); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it says so", says(&told, "run run: its tasks cannot be fetched"))
	pause(t.Context(), 10*quick.look)
	if lines := told.all(); len(lines) != 1 {
		t.Errorf("it said:\n%s", strings.Join(lines, "\n"))
	}
}

// TestAShortRunNeedNotWaitForALongOne that came before it and has work for all
// places.
func TestAShortRunNeedNotWaitForALongOne(t *testing.T) {
	s := testServer(t, serverOptions{})
	long, short := testJob("long"), testJob("short")
	short.Info.Started = long.Info.Started.Add(time.Hour)
	conn := testDial(t, s, nil)
	runs := map[string]*Coordinator{"long": testCoordinate(t, conn, long), "short": testCoordinate(t, conn, short)}
	tasks := map[string]int{"long": 60, "short": 3}
	var all sync.WaitGroup
	for name, c := range runs {
		var out []runner.Task
		for seq := range tasks[name] {
			out = append(out, testTask(seq))
		}
		all.Go(func() { measureAll(t, c, out...) })
	}
	for name, c := range runs {
		eventually(t, "its work is there", func() bool { return queued(t, c) == uint64(tasks[name]) })
	}
	var mu sync.Mutex
	var order []string
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Concurrency = 1
	both := make(chan struct{})
	var opened atomic.Int32
	w.Open = func(_ context.Context, o Opening) (Measuring, error) {
		if opened.Add(1) == 2 {
			close(both)
		}
		return measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
			<-both
			mu.Lock()
			defer mu.Unlock()
			order = append(order, o.Info.ID)
			return runner.Measured{Record: recordOf(task, "in turn")}, nil
		}}, nil
	}
	startWorker(t, w)
	all.Wait()
	slices.Reverse(order)
	if after := slices.Index(order, "short"); len(order) != 63 || after < 20 {
		t.Errorf("the short run ended with %d of the long one to come: %v", after, order)
	}
}

// TestAWorkerTakesNoMoreThanItHasPlacesFor: the rest is another one's.
func TestAWorkerTakesNoMoreThanItHasPlacesFor(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	finish := make(chan struct{})
	var at, most atomic.Int32
	full := testWorker(testDial(t, s, nil), "full", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		most.Store(max(most.Load(), at.Add(1)))
		<-finish
		at.Add(-1)
		return runner.Measured{Record: recordOf(task, "held")}, nil
	}})
	full.Concurrency = 2
	startWorker(t, full)
	var tasks []runner.Task
	for seq := range 6 {
		tasks = append(tasks, testTask(seq))
	}
	got := make(chan []runner.Measured, 1)
	go func() { got <- measureAll(t, c, tasks...) }()
	end := sync.OnceFunc(func() { close(finish) })
	defer end()
	eventually(t, "its places are taken", func() bool { return at.Load() == 2 })
	var times atomic.Int32
	startWorker(t, testWorker(testDial(t, s, nil), "free", counting(&times)))
	eventually(t, "the other worker has measured the rest", func() bool { return times.Load() == 4 })
	end()
	<-got
	if most.Load() != 2 {
		t.Errorf("%d questions at once in two places", most.Load())
	}
}

// TestWorkersLeaveARunThatIsClosed: what nobody waits for is cut short. The
// run can be taken up again, with what was stored of it.
func TestWorkersLeaveARunThatIsClosed(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	begun := make(chan runner.Task, 1)
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", hang(begun))
	w.Tell = told.say
	startWorker(t, w)
	ctx, interrupt := context.WithCancel(t.Context())
	got := make(chan runner.Measured, 1)
	go func() {
		m, err := c.Measure(ctx, testTask(0))
		if err != nil {
			t.Error(err)
		}
		got <- m
	}()
	<-begun
	interrupt()
	if m := <-got; m.Record != nil || m.Stop != nil {
		t.Errorf("got %+v of a question that was cut short", m)
	}
	if err := c.Close(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the worker has left", says(&told, "left run run"))
	again := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	go func() { got <- measureAll(t, again, testTask(0))[0] }()
	if task := <-begun; task.Question.ID != "q0" {
		t.Errorf("it began %+v", task)
	}
	again.Withdraw()
	if err := again.Close(t.Context(), false); err != nil {
		t.Fatal(err)
	}
}
