package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/verdict"
)

// quick is a fleet that a test can wait for.
var quick = timing{
	heartbeat: 100 * time.Millisecond, look: 50 * time.Millisecond, reopen: 100 * time.Millisecond,
	hint: 5 * time.Millisecond, alone: 200 * time.Millisecond, again: time.Minute, mend: 200 * time.Millisecond,
	attended: 100 * time.Millisecond, gather: 400 * time.Millisecond,
}

// quickAck is how long a lost worker's questions wait in a test.
const quickAck = 400 * time.Millisecond

// patience bounds what should come at once.
const patience = 90 * time.Second

func testServer(t *testing.T, opt serverOptions) *Server {
	t.Helper()
	s, err := startServer(t.TempDir(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// spoken collects what a person is told.
type spoken struct {
	mu    sync.Mutex
	lines []string
}

func (s *spoken) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
}

func (s *spoken) all() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.lines)
}

func testDial(t *testing.T, s *Server, warn func(string)) *Conn {
	t.Helper()
	c, err := Dial(t.Context(), s.Address(), t.Name(), warn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// free are governors that hold nobody back.
type free struct{}

func (free) Governor(_, _, _ string) (llm.Governor, error) { return free{}, nil }

func (free) Enter(context.Context, int) (llm.Pass, error) { return free{}, nil }

func (free) Done(llm.End) {}

func testJob(run string) Job {
	return Job{
		Info: results.RunInfo{
			ID: run, Tool: "v1", Suite: results.SuiteRef{Name: "refunds"}, Planned: 3,
			Started: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Status: results.RunRunning,
		},
		AckWait: 3 * time.Second, times: quick,
	}
}

// quickJob is one whose lost questions come back soon. On a machine that is
// busy others may too: it is not for tests that count how often one is begun.
func quickJob(run string) Job {
	job := testJob(run)
	job.AckWait = quickAck
	return job
}

func testCoordinate(t *testing.T, c *Conn, job Job) *Coordinator {
	t.Helper()
	out, err := Coordinate(t.Context(), c, job, free{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = out.Close(ctx, false)
	})
	return out
}

func testTask(seq int) runner.Task {
	return runner.Task{Question: results.Question{
		Seq: seq, ID: fmt.Sprintf("q%d", seq), Query: "Why?", Category: results.Positive,
		Rubric: json.RawMessage(`{"shouldAnswer":true}`), ContentHash: fmt.Sprintf("hash%d", seq),
	}}
}

// recordOf is a record that a run would take.
func recordOf(t runner.Task, text string) *results.Record {
	q := t.Question
	return &results.Record{
		Seq: q.Seq, ID: q.ID, Category: q.Category, Repeat: t.Repeat, Generation: t.Generation, ContentHash: q.ContentHash,
		Query: q.Query, Answer: &answers.Answer{Text: text}, Final: true, Verdict: results.Inconclusive,
		Cells: verdict.Cells(verdict.CellsInput{Category: q.Category, Dimensions: rubric.Dimensions(q.Category), NotAsked: verdict.NoJudge}),
		Times: results.Times{Started: time.Date(2026, 11, 30, 12, 0, 1, 500, time.UTC), Ended: time.Date(2026, 11, 30, 12, 0, 2, 0, time.UTC)},
	}
}

// measuring is a run as a test wants it measured.
type measuring struct {
	measure func(ctx context.Context, t runner.Task) (runner.Measured, error)
	scrub   func([]byte) []byte
}

func (m measuring) Measure(ctx context.Context, t runner.Task) (runner.Measured, error) {
	if m.measure == nil {
		return runner.Measured{Record: recordOf(t, "as asked")}, nil
	}
	return m.measure(ctx, t)
}

func (m measuring) Scrub(data []byte) []byte {
	if m.scrub == nil {
		return data
	}
	return m.scrub(data)
}

func (measuring) Close() error { return nil }

func testWorker(c *Conn, name string, m measuring) *Worker {
	return &Worker{
		Conn: c, Name: name, Tool: "v1", Concurrency: 4, Say: func(string) {}, times: quick,
		Open: func(context.Context, Opening) (Measuring, error) { return m, nil },
	}
}

// startWorker runs a worker; what it returns ends it as a signal does and
// waits.
func startWorker(t *testing.T, w *Worker) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil && !w.Conn.nc.IsClosed() {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return end
}

// measureAll has tasks measured all at once and returns what came, by task.
func measureAll(t *testing.T, c *Coordinator, tasks ...runner.Task) []runner.Measured {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	out := make([]runner.Measured, len(tasks))
	var all sync.WaitGroup
	for i, task := range tasks {
		all.Go(func() {
			var err error
			if out[i], err = c.Measure(ctx, task); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return out
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("it never came about that %s", what)
}
