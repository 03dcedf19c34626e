package fleet

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// bound sets how many bytes the stream of results may have, -1 for any.
func bound(t *testing.T, c *Coordinator, most int64) {
	t.Helper()
	config := resultConfig(c.run)
	config.MaxBytes = most
	if _, err := c.conn.js.UpdateStream(context.Background(), config); err != nil {
		t.Error(err)
	}
}

// TestWhatTheServerDoesNotStoreIsNotPaidForAgain: it takes nothing, and later
// it does. Nothing is begun meanwhile.
func TestWhatTheServerDoesNotStoreIsNotPaidForAgain(t *testing.T) {
	for name, keep := range map[string]bool{"a result": false, "an answer": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := testServer(t, serverOptions{})
			job := testJob("run")
			c := testCoordinate(t, testDial(t, s, nil), job)
			var times [2]atomic.Int32
			var told spoken
			w := testWorker(testDial(t, s, nil), "ada", measuring{})
			w.Say = told.say
			w.Open = func(_ context.Context, o Opening) (Measuring, error) {
				return measuring{measure: func(_ context.Context, task runner.Task) (m runner.Measured, err error) {
					q := task.Question
					if times[q.Seq].Add(1) == 1 && q.Seq == 0 {
						bound(t, c, 1)
					}
					if m.Record = recordOf(task, "paid for"); keep {
						err = o.Keep(results.KeptAnswer{Seq: q.Seq, ID: q.ID, ContentHash: q.ContentHash, Answer: m.Record.Answer})
					}
					return m, err
				}}, nil
			}
			startWorker(t, w)
			first, second := make(chan runner.Measured, 1), make(chan runner.Measured, 1)
			go func() { first <- measureAll(t, c, testTask(0))[0] }()
			eventually(t, "it says so", says(&told, "the server stores nothing", "maximum bytes exceeded"))
			go func() { second <- measureAll(t, c, testTask(1))[0] }()
			pause(t.Context(), 2*job.AckWait) // longer than a lost worker's question waits
			if n := times[1].Load(); n != 0 {
				t.Error("a question was begun whose result cannot be stored")
			}
			bound(t, c, -1)
			for i, got := range []chan runner.Measured{first, second} {
				if m := <-got; m.Record == nil || m.Record.Error != nil || times[i].Load() != 1 {
					t.Errorf("question %d: got %+v after %d tries, want one try", i, m.Record, times[i].Load())
				}
			}
			if lines := told.all(); len(lines) != 2 || !strings.Contains(lines[1], "no longer") {
				t.Errorf("it said:\n%s", strings.Join(lines, "\n"))
			}
		})
	}
}
