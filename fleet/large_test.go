package fleet

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// TestWhatIsTooLargeForAMessageTravelsAsAnObject: the job, the question, its
// passages, the given answer and the record, with a server that takes little.
func TestWhatIsTooLargeForAMessageTravelsAsAnObject(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{maxPayload: 4 << 10})
	job := testJob("run")
	job.Info.PromptTexts = map[results.Category]string{"positive": strings.Repeat("Score it. ", 1000)}
	c := testCoordinate(t, testDial(t, s, nil), job)
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Open = func(_ context.Context, o Opening) (Measuring, error) {
		if diff := cmp.Diff(job.Info, o.Info); diff != "" {
			t.Errorf("the run it opens (-want +got):\n%s", diff)
		}
		return measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
			rec := recordOf(task, task.Given.Text)
			rec.Answer.Retrieved = task.Question.Context
			return runner.Measured{Record: rec}, nil
		}}, nil
	}
	startWorker(t, w)
	passages := []answers.Passage{{ID: "P1", Text: strings.Repeat("Thirty days. ", 20_000)}, {ID: "P2", Text: "No."}}
	var tasks []runner.Task
	for seq := range 5 {
		task := testTask(seq)
		task.Question.Query = strings.Repeat("Why? ", 2000)
		task.Question.Context = passages
		task.Given = &answers.Answer{Text: strings.Repeat("Because. ", 3000)}
		tasks = append(tasks, task)
	}
	for i, m := range measureAll(t, c, tasks...) {
		want := recordOf(tasks[i], tasks[i].Given.Text)
		want.Worker, want.Answer.Retrieved = "ada", passages
		if diff := cmp.Diff(runner.Measured{Record: want}, m); diff != "" {
			t.Errorf("question %d (-want +got):\n%s", i, diff)
		}
	}
	info, err := c.store.objects.store.GetInfo(t.Context(), hashBytes(mustEncode(passages)))
	if err != nil || info.Size < 200_000 {
		t.Errorf("the passages that all questions share: %v (%v)", info, err)
	}
}

// TestAnObjectThatHoldsSomethingElseIsRefused: its name is the hash of what it
// is to hold.
func TestAnObjectThatHoldsSomethingElseIsRefused(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	c := testCoordinate(t, conn, testJob("run"))
	hash, err := c.store.objects.put(t.Context(), []byte("true"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.store.objects.store.PutString(t.Context(), hash, "false"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.store.objects.get(t.Context(), hash); err == nil || !strings.Contains(err.Error(), "holds something else") {
		t.Errorf("got %v", err)
	}
	if _, err := c.store.objects.get(t.Context(), strings.Repeat("0", 64)); err == nil || !strings.Contains(err.Error(), "fetch object 0000") {
		t.Errorf("an object that is not there: %v", err)
	}
	if _, err := c.store.objects.get(t.Context(), "../../etc"); err == nil || !strings.Contains(err.Error(), "no hash") {
		t.Errorf("a name that is no hash: %v", err)
	}
	within, cancel := context.WithTimeout(t.Context(), patience) // without an end each part has five seconds
	defer cancel()
	if _, err := c.store.objects.store.Put(within, jetstream.ObjectMeta{Name: hash}, &endless{left: maxObject + 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.store.objects.get(t.Context(), hash); err == nil || !strings.Contains(err.Error(), "more than an object may have") {
		t.Errorf("an object without end: %v", err)
	}
}

// endless reads as many zeros as are left.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	n := min(len(p), e.left)
	e.left -= n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestTheKeeperForgetsTheOldest(t *testing.T) {
	k := keeper{most: 10, values: map[string][]byte{}}
	k.keep("a", make([]byte, 4))
	k.keep("b", make([]byte, 4))
	k.keep("a", make([]byte, 4))
	k.keep("c", make([]byte, 6))
	k.keep("large", make([]byte, 11))
	if _, a := k.values["a"]; a || len(k.values) != 2 || k.size != 10 || len(k.order) != 2 {
		t.Errorf("it keeps %d values, %d bytes, in order %v", len(k.values), k.size, k.order)
	}
}
