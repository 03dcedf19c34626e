package fleet

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/runner"
)

func TestStatusShowsRunsAndWorkers(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	if runs, workers, err := Status(t.Context(), conn); err != nil || len(runs) != 0 || len(workers) != 0 || runs == nil || workers == nil {
		t.Errorf("of an empty server: %v, %v, %v", runs, workers, err)
	}
	c := testCoordinate(t, conn, testJob("run"))
	begun := make(chan runner.Task, 3)
	w := testWorker(testDial(t, s, nil), "ada", measuring{measure: hang(begun).measure})
	w.Concurrency, w.Tags, w.Grace = 1, map[string]string{"region": "eu"}, time.Millisecond
	end := startWorker(t, w)
	publishResult(t, c, testTask(9), resultMessage{Worker: "bo", Record: recordOf(testTask(9), "so")})
	go measureAll(t, c, testTask(0), testTask(1), testTask(2))
	<-begun
	eventually(t, "all is handed out", func() bool { return queued(t, c) == 3 })
	var runs []RunStatus
	var workers []WorkerStatus
	eventually(t, "the worker has told that it is at it", func() (ok bool) {
		var err error
		if runs, workers, err = Status(t.Context(), conn); err != nil {
			t.Fatal(err)
		}
		return len(workers) == 1 && workers[0].InFlight == 1 && runs[0].Coordinator // on a busy machine it answers late
	})
	runs[0].Bytes, workers[0].Started = 0, time.Time{}
	want := []RunStatus{{
		Run: "run", Suite: "refunds", Tool: "v1", State: "running", Coordinator: true, Started: testJob("").Info.Started, Planned: 3,
		Results: 1, Waiting: 2, InFlight: 1, Workers: []string{"ada"},
	}}
	if diff := cmp.Diff(want, runs); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
	wantWorkers := []WorkerStatus{{Name: "ada", Tool: "v1", Tags: w.Tags, Places: 1, InFlight: 1, Runs: []string{"run"}}}
	if diff := cmp.Diff(wantWorkers, workers); diff != "" {
		t.Errorf("workers (-want +got):\n%s", diff)
	}
	c.Withdraw()
	end()
	if _, workers, err := Status(t.Context(), conn); err != nil || len(workers) != 0 {
		t.Errorf("a worker that has left is still there: %v (%v)", workers, err)
	}
}

// TestARunIsRemovedWithAllThatTheServerHasOfIt, but not from under its
// coordinator.
func TestARunIsRemovedWithAllThatTheServerHasOfIt(t *testing.T) {
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	c := testCoordinate(t, conn, testJob("run"))
	if err := Remove(t.Context(), conn, "run"); err == nil || !strings.Contains(err.Error(), "has a coordinator") {
		t.Errorf("with a coordinator: %v", err)
	}
	if err := c.Close(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if runs, _, err := Status(t.Context(), conn); err != nil || len(runs) != 1 || runs[0].State != "kept" || runs[0].Coordinator {
		t.Errorf("a run that is kept: %+v (%v)", runs, err)
	}
	if err := Remove(t.Context(), conn, "run"); err != nil {
		t.Error(err)
	}
	if runs, _, err := Status(t.Context(), conn); err != nil || len(runs) != 0 {
		t.Errorf("a run that is removed: %+v (%v)", runs, err)
	}
	names := conn.js.StreamNames(t.Context())
	for name := range names.Name() {
		if strings.Contains(name, "EVALRUN-") {
			t.Errorf("stream %s is left", name)
		}
	}
	if err := Remove(t.Context(), conn, "run"); err == nil || !strings.Contains(err.Error(), "the server has no run run") {
		t.Errorf("a second time: %v", err)
	}
}

// TestARunThatIsRemovedUnderItsCoordinatorEnds: waiting for it would never
// end.
func TestARunThatIsRemovedUnderItsCoordinatorEnds(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	c := testCoordinate(t, conn, quickJob("run"))
	got := make(chan error, 1)
	go func() {
		_, err := c.Measure(t.Context(), testTask(0))
		got <- err
	}()
	eventually(t, "it is handed out", func() bool { return queued(t, c) == 1 })
	if err := remove(t.Context(), conn, c.runs, "run"); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err == nil || !strings.Contains(err.Error(), "the run was removed from the server") {
		t.Errorf("got %v", err)
	}
}

// faltering is a server that has not the leader of one stream for one request.
type faltering struct {
	jetstream.JetStream
	stream string
	failed bool
}

func (f *faltering) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	if name == f.stream && !f.failed {
		f.failed = true
		return nil, nats.ErrNoResponders
	}
	return f.JetStream.Stream(ctx, name)
}

// TestWhatIsAskedTwiceCountsOnce: the status of a run is more than one request.
func TestWhatIsAskedTwiceCountsOnce(t *testing.T) {
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	store, err := makeStore(t.Context(), conn, "run", DefaultAckWait)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.publish(t.Context(), messageTo(workSubject("run", taskKey{}))); err != nil {
		t.Fatal(err)
	}
	work, err := store.work.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn.js = &faltering{JetStream: conn.js, stream: resultStream("run")}
	s, err := conn.runStatus(t.Context(), jobEntry{Run: "run"})
	if err != nil || s.Bytes != work.State.Bytes {
		t.Errorf("%d bytes are stored, want %d (%v)", s.Bytes, work.State.Bytes, err)
	}
}
