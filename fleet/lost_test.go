package fleet

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// hang measures nothing until its worker is cut short, and says on begun that
// it is at it.
func hang(begun chan<- runner.Task) measuring {
	return measuring{measure: func(ctx context.Context, t runner.Task) (runner.Measured, error) {
		begun <- t
		<-ctx.Done()
		return runner.Measured{}, nil
	}}
}

// TestALostWorkersQuestionGoesToAnother: the connection is gone in the middle
// of the question, without a word.
func TestALostWorkersQuestionGoesToAnother(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	begun := make(chan runner.Task, 1)
	lost := testDial(t, s, nil)
	first := testWorker(lost, "first", hang(begun))
	first.Grace = time.Millisecond
	startWorker(t, first)
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	<-begun
	lost.nc.Close()
	startWorker(t, testWorker(testDial(t, s, nil), "second", measuring{}))
	if m := <-got; m.Record == nil || m.Record.Worker != "second" {
		t.Errorf("got %+v, want the record of the second worker", m.Record)
	}
}

// TestAnAnswerThatWasHadIsNotAskedForAgain: it was kept before the worker was
// lost.
func TestAnAnswerThatWasHadIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{maxPayload: 8 << 10})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	lost := testDial(t, s, nil)
	kept := make(chan struct{})
	first := testWorker(lost, "first", measuring{})
	first.Grace = time.Millisecond
	answer := answers.Answer{Text: strings.Repeat("Thirty days. ", 2000)} // more than a message holds
	first.Open = func(_ context.Context, o Opening) (Measuring, error) {
		return measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
			q := task.Question
			err := o.Keep(results.KeptAnswer{Seq: q.Seq, ID: q.ID, Repeat: task.Repeat, Generation: task.Generation, ContentHash: q.ContentHash, Answer: &answer})
			if err != nil {
				t.Error(err)
			}
			close(kept)
			<-ctx.Done()
			return runner.Measured{}, nil
		}}, nil
	}
	startWorker(t, first)
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	<-kept
	lost.nc.Close()
	startWorker(t, testWorker(testDial(t, s, nil), "second", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		if task.Kept == nil || !task.TakenOver {
			return runner.Measured{Record: recordOf(task, "asked again")}, nil
		}
		return runner.Measured{Record: recordOf(task, task.Kept.Answer.Text)}, nil
	}}))
	if m := <-got; m.Record == nil || m.Record.Answer.Text != answer.Text {
		t.Errorf("got %+v, want the answer that was kept", m.Record)
	}
}

// TestASlowQuestionStaysWithItsWorker: it takes twice as long as a worker may
// be silent.
func TestASlowQuestionStaysWithItsWorker(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	c := testCoordinate(t, testDial(t, s, nil), job)
	var times atomic.Int32
	slow := measuring{measure: func(_ context.Context, t runner.Task) (runner.Measured, error) {
		times.Add(1)
		time.Sleep(2 * job.AckWait)
		return runner.Measured{Record: recordOf(t, "at last")}, nil
	}}
	startWorker(t, testWorker(testDial(t, s, nil), "first", slow))
	startWorker(t, testWorker(testDial(t, s, nil), "second", slow))
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil || times.Load() != 1 {
		t.Errorf("got %+v after %d tries, want one try", m.Record, times.Load())
	}
}

func TestAQuestionThatFailsIsGivenUpWithItsHistory(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	var times atomic.Int32
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(context.Context, runner.Task) (runner.Measured, error) {
		if times.Add(1) == 2 {
			panic("index out of range")
		}
		return runner.Measured{}, errors.New("the index cannot be read")
	}}))
	m := measureAll(t, c, testTask(0))[0]
	if m.Record == nil || m.Record.Error == nil || m.Record.Error.Code != CodePoison {
		t.Fatalf("got %+v, want %s", m.Record, CodePoison)
	}
	for _, part := range []string{"begun 3 times", "failed by ada: the index cannot be read", "panic: index out of range"} {
		if !strings.Contains(m.Record.Error.Message, part) {
			t.Errorf("the message has no %q: %s", part, m.Record.Error.Message)
		}
	}
	if n := times.Load(); n != 3 {
		t.Errorf("begun %d times, want 3", n)
	}
}

// TestAQuestionThatTakesItsWorkersWithItIsGivenUp: each worker that begins it
// is gone without a word, and what is in flight beside it is lost as often. The
// question beside it is measured all the same.
func TestAQuestionThatTakesItsWorkersWithItIsGivenUp(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	got := make(chan []runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0), testTask(1)) }()
	for _, name := range []string{"first", "second", "third"} {
		conn := testDial(t, s, nil)
		fell := make(chan struct{})
		var at atomic.Int32
		both := make(chan struct{})
		w := testWorker(conn, name, measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
			if at.Add(1) == 2 {
				close(both)
			}
			select {
			case <-both:
			case <-time.After(quickAck):
				if task.Question.Seq == 1 {
					return runner.Measured{Record: recordOf(task, "well")}, nil
				}
			}
			if task.Question.Seq == 0 {
				conn.nc.Close()
				close(fell)
			}
			<-ctx.Done()
			return runner.Measured{}, nil
		}})
		w.Grace = time.Millisecond
		end := startWorker(t, w)
		arrives(t, "it takes "+name+" with it", fell)
		end()
	}
	startWorker(t, testWorker(testDial(t, s, nil), "fourth", measuring{}))
	all := <-got
	if r := all[0].Record; r == nil || r.Error == nil || r.Error.Code != CodePoison || !strings.Contains(r.Error.Message, "began by second") {
		t.Errorf("got %+v, want %s with its history", r, CodePoison)
	}
	if r := all[1].Record; r == nil || r.Error != nil {
		t.Errorf("got %+v for the question beside it", r)
	}
}

// TestAWorkerThatEndsLetsItsQuestionsEnd: within the grace they are measured.
func TestAWorkerThatEndsLetsItsQuestionsEnd(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	begun, finish := make(chan struct{}), make(chan struct{})
	end := startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		close(begun)
		<-finish
		return runner.Measured{Record: recordOf(task, "in time")}, nil
	}}))
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	<-begun
	go end()
	time.AfterFunc(50*time.Millisecond, func() { close(finish) })
	if m := <-got; m.Record == nil || m.Record.Worker != "ada" {
		t.Errorf("got %+v, want ada's record", m.Record)
	}
}

// TestWhatAWorkerCannotEndIsGivenBack: it counts as nothing against the
// question, however often it happens.
func TestWhatAWorkerCannotEndIsGivenBack(t *testing.T) {
	s := testServer(t, serverOptions{})
	job := quickJob("run")
	job.AckWait = time.Minute // nothing comes back by itself
	c := testCoordinate(t, testDial(t, s, nil), job)
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	for range maxBegun + 2 {
		begun := make(chan runner.Task, 1)
		w := testWorker(testDial(t, s, nil), "leaving", hang(begun))
		w.Grace = time.Millisecond
		end := startWorker(t, w)
		<-begun
		end()
	}
	startWorker(t, testWorker(testDial(t, s, nil), "staying", measuring{}))
	if m := <-got; m.Record == nil || m.Record.Error != nil || m.Record.Worker != "staying" {
		t.Errorf("got %+v, want the record of the worker that stayed", m.Record)
	}
}
