package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// fullServer is one that takes no more than a few small messages.
func fullServer(t *testing.T, warn func(string)) *Conn {
	t.Helper()
	conn, err := Dial(t.Context(), Address{URL: "nats://" + natsServer(t, server.Options{JetStream: true, JetStreamMaxStore: 128 << 10})}, "test", warn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// TestAServerWithoutRoomStopsTheRun as a full disk does, also for questions that
// are begun already: their results could not be stored.
func TestAServerWithoutRoomStopsTheRun(t *testing.T) {
	t.Parallel()
	c := testCoordinate(t, fullServer(t, nil), testJob("run"))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	type outcome struct {
		m   runner.Measured
		err error
	}
	const out = 20
	got := make(chan outcome, out)
	for seq := range out {
		task := testTask(seq)
		task.Question.Context = []answers.Passage{{ID: "P", Text: strings.Repeat("y", largeContext-1)}}
		go func() {
			m, err := c.Measure(ctx, task)
			got <- outcome{m, err}
		}()
	}
	for range out {
		o := <-got
		if o.err != nil || o.m.Record != nil || o.m.Stop == nil || o.m.Stop.Kind != results.StopDisk || !strings.Contains(o.m.Stop.Message, "no room left") {
			t.Errorf("got %+v, %v", o.m.Stop, o.err)
		}
	}
	if m, err := c.Measure(ctx, testTask(out)); err != nil || m.Stop == nil {
		t.Errorf("a question after that: %+v, %v", m, err)
	}
}

// TestARunIsNotBegunWhereThereIsNoRoom for it.
func TestARunIsNotBegunWhereThereIsNoRoom(t *testing.T) {
	t.Parallel()
	conn := fullServer(t, nil)
	if _, err := conn.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "other"}); err != nil {
		t.Fatal(err)
	}
	for err := error(nil); err == nil; {
		_, err = conn.js.Publish(t.Context(), "other", make([]byte, 16<<10))
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := Coordinate(ctx, conn, testJob("run"), free{}); !errors.Is(err, ErrFull) {
		t.Errorf("got %v", err)
	}
}

// TestWhatASubjectHasAlreadyIsNoLackOfRoom: both have the same code.
func TestWhatASubjectHasAlreadyIsNoLackOfRoom(t *testing.T) {
	for text, c := range map[string]struct{ full, taken, transient bool }{
		"maximum messages per subject exceeded": {taken: true},
		"maximum bytes exceeded":                {full: true},
		"no space left on device":               {full: true},
	} {
		err := fmt.Errorf("publish: %w", &jetstream.APIError{Code: 503, ErrorCode: storeFailed, Description: text})
		if full(err) != c.full || taken(err) != c.taken || transient(err) != c.transient {
			t.Errorf("%s: full %v, taken %v, transient %v", text, full(err), taken(err), transient(err))
		}
	}
	for code, want := range map[jetstream.ErrorCode]bool{noResources: false, 10008: true, noPeers: true} {
		if err := (&jetstream.APIError{Code: 503, ErrorCode: code}); transient(err) != want {
			t.Errorf("code %d: transient %v", code, !want)
		}
	}
}
