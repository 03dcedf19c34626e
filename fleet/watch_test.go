package fleet

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// unheard is a bucket of which the first watch is never answered.
type unheard struct {
	jetstream.KeyValue
	asked bool
}

func (s *unheard) WatchAll(ctx context.Context, opts ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	if !s.asked {
		s.asked = true
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return s.KeyValue.WatchAll(ctx, opts...)
}

// TestAWatchThatIsNotAnsweredIsAskedForAgain: the answer was lost with its
// connection.
func TestAWatchThatIsNotAnsweredIsAskedForAgain(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn, err := dial(t.Context(), s.Address(), "test", nil, delays{request: 3 * time.Second, long: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	testCoordinate(t, testDial(t, s, nil), testJob("run"))
	w := testWorker(conn, "ada", measuring{})
	w.Now = time.Now
	w.Lacks = func(Needs) []string { return []string{"all"} } // it is to know the run, no more
	c := newCrew(w, t.Context(), t.Context())
	c.runs = &unheard{KeyValue: mustBucket(t, conn, runsBucket)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	defer func() { cancel(); <-ended }()
	go func() { defer close(ended); c.watchRuns(ctx) }()
	eventually(t, "it knows the run", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.seats) == 1
	})
}
