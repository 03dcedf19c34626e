package fleet

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/runner"
)

// arrives waits until something is closed, and not for ever where it fails.
func arrives(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("it never came about that %s", what)
	}
}

// began stores notes of attempts that went down with their workers.
func began(t *testing.T, c *Coordinator, key taskKey, notes ...note) {
	t.Helper()
	for _, n := range notes {
		n.Schema, n.Run = noteSchema, c.run
		if n.Event == "" {
			n.Event = noteBegan
		}
		data, err := encode(n)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.conn.js.Publish(t.Context(), startSubject(c.run, key), data); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAQuestionToBeMeasuredAloneLeavesTheOthersTheirPlaces while one that does
// not end keeps it from having them all, and it has them when that ends.
func TestAQuestionToBeMeasuredAloneLeavesTheOthersTheirPlaces(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	began(t, c, taskKey{}, note{Worker: "first", Delivery: 1}, note{Worker: "second", Delivery: 2})
	var at, beside, times atomic.Int32
	stuck, end := make(chan struct{}), make(chan struct{})
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		n := at.Add(1)
		defer at.Add(-1)
		switch task.Question.Seq {
		case 0:
			times.Add(1)
			beside.Add(n - 1)
			return runner.Measured{}, errors.New("the third time")
		case 1:
			close(stuck)
			<-end
		}
		return runner.Measured{Record: recordOf(task, "well")}, nil
	}}))
	long, alone := make(chan []runner.Measured, 1), make(chan []runner.Measured, 1)
	go func() { long <- measureAll(t, c, testTask(1)) }()
	arrives(t, "the long one is begun", stuck)
	go func() { alone <- measureAll(t, c, testTask(0)) }()
	var others []runner.Task
	for seq := range 40 {
		others = append(others, testTask(seq+2))
	}
	for range 3 { // some of them after it has waited in vain
		for i, m := range measureAll(t, c, others...) {
			if m.Record == nil || m.Record.Error != nil {
				t.Errorf("question %d: got %+v", i+2, m.Record)
			}
			others[i].Repeat++
		}
		time.Sleep(quick.gather / 2)
	}
	if n := times.Load(); n != 0 {
		t.Errorf("it was begun beside another one")
	}
	close(end)
	<-long
	if r := (<-alone)[0].Record; r == nil || r.Error == nil || r.Error.Code != CodePoison || !strings.Contains(r.Error.Message, "begun 3 times") {
		t.Errorf("got %+v, want %s", r, CodePoison)
	}
	if times.Load() != 1 || beside.Load() != 0 {
		t.Errorf("begun %d times more, beside %d others", times.Load(), beside.Load())
	}
}

func testCrew(t *testing.T, places int) (c *crew, leave context.CancelFunc) {
	t.Helper()
	w := testWorker(nil, "ada", measuring{})
	w.Concurrency, w.Now = places, time.Now
	staying, leave := context.WithCancel(t.Context())
	return newCrew(w, staying, t.Context()), leave
}

// TestQuestionsToBeMeasuredAloneGoOneAfterTheOther, though each of them has a
// place when it begins to wait.
func TestQuestionsToBeMeasuredAloneGoOneAfterTheOther(t *testing.T) {
	c, _ := testCrew(t, 4)
	if n := c.freePlaces(t.Context()); n != 4 {
		t.Fatalf("%d places are free, want 4", n)
	}
	var all sync.WaitGroup
	var at atomic.Int32
	for range 4 {
		s := c.occupy()
		all.Go(func() {
			defer s.free()
			if err := s.takeAll(t.Context(), patience); err != nil {
				t.Error(err)
			}
			if at.Add(1) != 1 {
				t.Error("two at once")
			}
			time.Sleep(time.Millisecond)
			at.Add(-1)
		})
	}
	all.Wait()
	if n := c.freePlaces(t.Context()); n != 4 {
		t.Errorf("%d places are free after it, want 4", n)
	}
}

// TestWhoWaitsForAllPlacesHasThemBeforeNewWork: what becomes free is not given
// away under it.
func TestWhoWaitsForAllPlacesHasThemBeforeNewWork(t *testing.T) {
	c, _ := testCrew(t, 3)
	c.freePlaces(t.Context())
	slots := []*slot{c.occupy(), c.occupy(), c.occupy()}
	has := make(chan error, 1)
	go func() { has <- slots[0].takeAll(t.Context(), patience) }()
	eventually(t, "it waits", func() bool { return !c.places.TryAcquire(0) })
	slots[1].free()
	if c.places.TryAcquire(1) {
		t.Error("a place was free for new work")
	}
	slots[2].free()
	if err := <-has; err != nil {
		t.Error(err)
	}
}

func TestWaitingForAllPlacesEnds(t *testing.T) {
	cut, cancel := context.WithCancel(t.Context())
	for name, c := range map[string]struct {
		ctx   context.Context
		end   func(leave context.CancelFunc)
		after time.Duration
		want  error
	}{
		"in vain":              {t.Context(), func(context.CancelFunc) {}, time.Millisecond, errCrowded},
		"as the worker leaves": {t.Context(), func(leave context.CancelFunc) { leave() }, patience, errLeaving},
		"cut short":            {cut, func(context.CancelFunc) { cancel() }, patience, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			crew, leave := testCrew(t, 2)
			defer leave()
			crew.freePlaces(t.Context())
			waits, busy := crew.occupy(), crew.occupy()
			go c.end(leave)
			if err := waits.takeAll(c.ctx, c.after); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			waits.free()
			busy.free()
			if n := crew.freePlaces(t.Context()); n != 2 {
				t.Errorf("%d places are free after it, want 2", n)
			}
		})
	}
}
