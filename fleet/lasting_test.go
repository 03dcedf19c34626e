package fleet

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestWhatIsWaitedForLongIsToldOfOnce, however many wait for it, and so is its
// end.
func TestWhatIsWaitedForLongIsToldOfOnce(t *testing.T) {
	s := testServer(t, serverOptions{})
	var told spoken
	conn, err := dial(t.Context(), s.Address(), "test", told.say, delays{request: requestTimeout, long: 3 * firstPause})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answered := make(chan struct{})
	ask := func(context.Context) error {
		select {
		case <-answered:
			return nil
		default:
			return jetstream.ErrNoStreamResponse
		}
	}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := conn.persist(t.Context(), ask); err != nil {
				t.Error(err)
			}
		})
	}
	eventually(t, "it is told", func() bool { return len(told.all()) > 0 })
	pause(t.Context(), 4*firstPause)
	close(answered)
	all.Wait()
	lines := told.all()
	if len(lines) != 2 || !strings.Contains(lines[0], "no response from stream") || !strings.Contains(lines[1], "does again what is asked") {
		t.Errorf("it was told:\n%s", strings.Join(lines, "\n"))
	}
}

// TestWhatIsAnsweredSoonIsNotToldOf: a stream may have lost its leader.
func TestWhatIsAnsweredSoonIsNotToldOf(t *testing.T) {
	var told spoken
	conn := testDial(t, testServer(t, serverOptions{}), told.say)
	conn.delays.long = time.Hour
	tries := 0
	err := conn.persist(t.Context(), func(context.Context) error {
		if tries++; tries < 3 {
			return jetstream.ErrNoStreamResponse
		}
		return nil
	})
	if err != nil || len(told.all()) != 0 {
		t.Errorf("%v; it was told %q", err, told.all())
	}
}

// TestManyRefusedMessagesAreCounted: who sends one may send a hundred thousand.
func TestManyRefusedMessagesAreCounted(t *testing.T) {
	var told spoken
	var r refusals
	for range 100_000 {
		r.tell(told.say, "it is refused")
	}
	lines := told.all()
	if len(lines) != mostTold+3 || !strings.Contains(lines[mostTold-1], "counted from now on") || !strings.Contains(lines[len(lines)-1], "20000 messages") {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}
