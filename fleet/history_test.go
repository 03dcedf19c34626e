package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/runner"
)

func TestWhatCountsAsBegun(t *testing.T) {
	at := func(worker string, sequence, delivery uint64, events ...noteEvent) (out []note) {
		for _, e := range events {
			out = append(out, note{Worker: worker, Sequence: sequence, Delivery: delivery, Event: e})
		}
		return out
	}
	var often []note
	for i := range uint64(100) {
		often = append(often, at("ada", 1, i+1, noteBegan, noteReturned)...)
	}
	for name, c := range map[string]struct {
		notes []note
		want  int
	}{
		"nothing":                      {nil, 0},
		"lost with its worker":         {at("ada", 1, 1, noteBegan), 1},
		"failed":                       {at("ada", 1, 1, noteBegan, noteFailed), 1},
		"given back":                   {at("ada", 1, 1, noteBegan, noteReturned), 0},
		"a note that was stored twice": {at("ada", 1, 1, noteBegan, noteBegan), 1},
		"two workers":                  {append(at("ada", 1, 1, noteBegan), at("bo", 1, 2, noteBegan)...), 2},
		"a worker of the same name, published anew": {append(at("ada", 1, 1, noteBegan), at("ada", 7, 1, noteBegan)...), 2},
		"often given back, and then lost":           {append(often, append(at("ada", 1, 101, noteBegan), at("ada", 1, 102, noteBegan)...)...), 2},
		"lost, and then often given back":           {append(at("bo", 1, 1, noteBegan), often...), 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := history{counts: map[attempt]bool{}}
			for _, n := range c.notes {
				h.add(n)
			}
			if got := h.begun(); got != c.want || h.before+len(h.notes) != len(c.notes) || len(h.notes) > mostNotes {
				t.Errorf("begun %d times, want %d; it tells %d of %d notes", got, c.want, len(h.notes), len(c.notes))
			}
		})
	}
}

// TestAQuestionIsAloneOnItsLastTryThoughItIsPublishedAnew: the server counts
// the deliveries of a message from one, and the worker's name is a person's.
func TestAQuestionIsAloneOnItsLastTryThoughItIsPublishedAnew(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	began(t, c, taskKey{}, note{Worker: "ada", Sequence: 1001, Delivery: 1}, note{Worker: "ada", Sequence: 1002, Delivery: 1})
	var at, times, beside atomic.Int32
	beginning := make(chan struct{})
	w := testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		n := at.Add(1)
		defer at.Add(-1)
		if task.Question.Seq == 0 {
			times.Add(1)
			beside.Add(n - 1)
			return runner.Measured{}, errors.New("the third time")
		}
		if task.Question.Seq == 1 {
			close(beginning)
		}
		time.Sleep(quick.look) // has the other one come while this is in flight
		return runner.Measured{Record: recordOf(task, "beside it")}, nil
	}})
	moment := time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC)
	w.Now = func() time.Time { return moment }
	startWorker(t, w)
	got := make(chan []runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(1), testTask(2), testTask(3)) }()
	arrives(t, "another one is begun", beginning)
	m := measureAll(t, c, testTask(0))[0]
	<-got
	if m.Record == nil || m.Record.Error == nil || m.Record.Error.Code != CodePoison {
		t.Fatalf("got %+v, want %s", m.Record, CodePoison)
	}
	if times.Load() != 1 || beside.Load() != 0 {
		t.Errorf("begun %d times after two times before, beside %d others", times.Load(), beside.Load())
	}
	if want := "2031-02-03T04:05:06Z failed by ada: the third time"; !strings.Contains(m.Record.Error.Message, want) || !m.Record.Times.Ended.Equal(moment) {
		t.Errorf("its history has no %q or it ended at another time (%s): %s", want, m.Record.Times.Ended, m.Record.Error.Message)
	}
}

// TestAQuestionThatWasOftenGivenBackIsGivenUpAllTheSame after three tries that
// were not.
func TestAQuestionThatWasOftenGivenBackIsGivenUpAllTheSame(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	for i := range uint64(mostNotes) {
		began(t, c, taskKey{}, note{Worker: "ada", Delivery: i + 1}, note{Worker: "ada", Delivery: i + 1, Event: noteReturned})
	}
	for i := range maxBegun {
		began(t, c, taskKey{}, note{Worker: fmt.Sprintf("lost%d", i), Delivery: mostNotes})
	}
	var times atomic.Int32
	startWorker(t, testWorker(testDial(t, s, nil), "ada", counting(&times)))
	m := measureAll(t, c, testTask(0))[0]
	if m.Record == nil || m.Record.Error == nil || m.Record.Error.Code != CodePoison || times.Load() != 0 {
		t.Fatalf("got %+v after %d more tries, want %s", m.Record, times.Load(), CodePoison)
	}
	for i := range maxBegun {
		if want := fmt.Sprintf("began by lost%d", i); !strings.Contains(m.Record.Error.Message, want) {
			t.Errorf("the message has no %q: %s", want, m.Record.Error.Message)
		}
	}
}
