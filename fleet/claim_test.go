package fleet

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/runner"
)

// TestAClaimEndsByEitherClock: the monotonic clock stands still while the
// machine sleeps, and the wall clock may be set back.
func TestAClaimEndsByEitherClock(t *testing.T) {
	start := moment{monotonic: time.Unix(100, 0), wall: time.Unix(5000, 0)}
	for name, c := range map[string]struct {
		monotonic, wall time.Duration
		holds           bool
	}{
		"in time":                {29 * time.Second, 29 * time.Second, true},
		"late":                   {30 * time.Second, 30 * time.Second, false},
		"the machine slept":      {time.Second, time.Hour, false},
		"the clock was set back": {31 * time.Second, -time.Hour, false},
		"set back and in time":   {29 * time.Second, -time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, giveUp := context.WithCancel(t.Context())
			now := moment{start.monotonic.Add(c.monotonic), start.wall.Add(c.wall)}
			held := newClaim(nil, start, 30*time.Second, func() moment { return now }, giveUp)
			if err := mayCall(claiming(ctx, held)); (err == nil) != c.holds || (ctx.Err() == nil) != c.holds {
				t.Errorf("a call may be made: %v, what it is measured with: %v", err, ctx.Err())
			}
			if held.again(nil, now) != c.holds {
				t.Errorf("it takes another delivery: %v", !c.holds)
			}
		})
	}
}

// TestAMachineThatSleptMakesNoNewCall for the question it had: another one may
// have it by then. It is measured as it is delivered again.
func TestAMachineThatSleptMakesNoNewCall(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	var slept atomic.Int64
	second := make(chan error, 1)
	w := testWorker(testDial(t, s, nil), "ada", measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
		if slept.Load() > 0 {
			return runner.Measured{Record: recordOf(task, "awake")}, nil
		}
		slept.Store(int64(time.Hour))
		second <- mayCall(ctx)
		return runner.Measured{}, nil
	}})
	w.Now = func() time.Time { return time.Now().Add(time.Duration(slept.Load())) }
	startWorker(t, w)
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil || m.Record.Error != nil {
		t.Errorf("got %+v", m.Record)
	}
	if err := <-second; !errors.Is(err, context.Canceled) {
		t.Errorf("the call after it: %v, want none", err)
	}
}
