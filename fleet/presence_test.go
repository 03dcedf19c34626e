package fleet

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/runner"
)

// governed asks for leave for a call, as a judge's or a target's question does.
func governed(times *atomic.Int32) func(context.Context, Opening) (Measuring, error) {
	return func(_ context.Context, o Opening) (Measuring, error) {
		g, err := o.Governors.Governor("judge", "https://host/v1", "m")
		return measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
			pass, err := g.Enter(ctx, 1)
			if err != nil {
				return runner.Measured{}, cutShort(ctx, err)
			}
			times.Add(1)
			pass.Done(llm.End{Sent: true})
			return runner.Measured{Record: recordOf(task, o.Info.ID)}, nil
		}}, err
	}
}

// cutShort is nil where ctx is why.
func cutShort(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// abandoned is a run with tasks in its queue and no coordinator any more.
func abandoned(t *testing.T, s *Server, job Job, tasks ...runner.Task) {
	t.Helper()
	conn := testDial(t, s, nil)
	c, err := Coordinate(t.Context(), conn, job, free{})
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		data, err := c.taskMessage(t.Context(), task)
		if err == nil {
			err = c.handOut(t.Context(), keyOfTask(task), data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	conn.nc.Close()
	c.leave(t.Context())
}

// TestARunWithoutACoordinatorKeepsNoPlaceFromAnother: it is the older one and
// has more work than there are places. It goes on when its coordinator is back.
func TestARunWithoutACoordinatorKeepsNoPlaceFromAnother(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	var tasks []runner.Task
	for seq := range 8 {
		tasks = append(tasks, testTask(seq))
	}
	abandoned(t, s, testJob("dead"), tasks...)
	var times atomic.Int32
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Open, w.Tell = governed(&times), told.say
	startWorker(t, w)
	eventually(t, "it takes part in it", says(&told, "takes part in run dead"))
	time.Sleep(3 * quick.look)
	alive := testJob("alive")
	alive.Info.Started = alive.Info.Started.Add(time.Hour)
	c := testCoordinate(t, testDial(t, s, nil), alive)
	for _, m := range measureAll(t, c, testTask(0), testTask(1)) {
		if m.Record == nil || m.Record.Error != nil {
			t.Errorf("got %+v", m.Record)
		}
	}
	queue, err := c.conn.js.Consumer(t.Context(), workStream("dead"), workConsumer)
	if err != nil {
		t.Fatal(err)
	}
	if n := queue.CachedInfo().Delivered.Consumer; n != 0 || times.Load() != 2 {
		t.Errorf("%d tasks of the run without a coordinator were taken, and %d calls made, want 2", n, times.Load())
	}
	again := testCoordinate(t, testDial(t, s, nil), testJob("dead"))
	for _, m := range measureAll(t, again, tasks...) {
		if m.Record == nil || m.Record.Error != nil {
			t.Errorf("got %+v", m.Record)
		}
	}
}

// TestATaskThatIsGivenUpCountsNothingAgainstIt however often nobody gives
// leave, and Measure's want of a record is no failure.
func TestATaskThatIsGivenUpCountsNothingAgainstIt(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	var times atomic.Int32
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
		if times.Add(1) <= maxBegun+1 {
			abandon(ctx, errors.New("nobody gives leave"))
			return runner.Measured{}, cutShort(ctx, errors.New("it goes on"))
		}
		return runner.Measured{Record: recordOf(task, "in the end")}, nil
	}})
	w.Concurrency, w.Say = 2, told.say
	startWorker(t, w)
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil || m.Record.Error != nil {
		t.Errorf("got %+v", m.Record)
	}
	if lines := told.all(); len(lines) > 0 {
		t.Errorf("the worker said:\n%s", strings.Join(lines, "\n"))
	}
}

// TestWhoMayNotAskForTheCoordinatorWorksAllTheSame.
func TestWhoMayNotAskForTheCoordinatorWorksAllTheSame(t *testing.T) {
	t.Parallel()
	few := workerPermissions
	allow := slices.DeleteFunc(slices.Clone(few.Publish.Allow), func(s string) bool { return strings.HasSuffix(s, ".alive") })
	few.Publish = &server.SubjectPermission{Allow: allow}
	at := natsServer(t, server.Options{JetStream: true, Users: []*server.User{
		{Username: "coordinator", Password: "p"}, {Username: "worker", Password: "p", Permissions: &few},
	}})
	dial := func(user string) *Conn {
		u := url.URL{Scheme: "nats", User: url.UserPassword(user, "p"), Host: at}
		conn, err := Dial(t.Context(), Address{URL: u.String()}, user, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
	c := testCoordinate(t, dial("coordinator"), testJob("run"))
	startWorker(t, testWorker(dial("worker"), "ada", measuring{}))
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil {
		t.Error("no record")
	}
}
