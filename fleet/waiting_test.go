package fleet

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/runner"
)

// TestARunWaitsForWorkersSoLong and then says what those that are there lack.
func TestARunWaitsForWorkersSoLong(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.WorkerWait = 2 * quick.alone
	c := testCoordinate(t, testDial(t, s, nil), job)
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Lacks = func(Needs) []string { return []string{"environment variable KEY"} }
	startWorker(t, w)
	eventually(t, "it has told what it lacks", func() bool {
		workers, err := c.conn.present(t.Context(), c.people)
		return err == nil && len(workers) == 1 && len(workers[0].lacks("run")) > 0
	})
	for range 2 { // the second comes too late to wait
		m, err := c.Measure(t.Context(), testTask(0))
		if !errors.Is(err, ErrNoWorker) || m.Record != nil || !strings.Contains(err.Error(), "ada lacks environment variable KEY") {
			t.Errorf("got %+v, %v", m.Record, err)
		}
	}
	if n := queued(t, c); n > 0 {
		t.Errorf("%d tasks are in the queue", n)
	}
}

// TestWorkersThatARunMakesNoUseOfAreToldOf: four places, two calls at once.
func TestWorkersThatARunMakesNoUseOfAreToldOf(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: hang(make(chan runner.Task, 9)).measure}))
	for _, c := range []struct {
		run    string
		atOnce int
		says   bool
	}{{"few", 2, true}, {"enough", 4, false}} {
		var told spoken
		job := testJob(c.run)
		job.AtOnce, job.times.alone = c.atOnce, patience // the worker may be late to say that it is there
		at := testCoordinate(t, testDial(t, s, told.say), job)
		eventually(t, "the worker takes it", func() bool { _, places := at.crew(t.Context()); return places == 4 })
		if c.says {
			eventually(t, "it is said", says(&told, "run few makes 2 calls at once", "its workers (1) have 4 places"))
			continue
		}
		pause(t.Context(), crowdLook+time.Second) // a look
		if said := strings.Join(told.all(), "\n"); strings.Contains(said, "places") {
			t.Errorf("it says %q", said)
		}
	}
}
