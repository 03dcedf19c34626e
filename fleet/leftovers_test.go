package fleet

import (
	"context"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// TestWhatALostCoordinatorLeftIsShownAndRemoved: it was lost before its run had
// an entry, or while it was taken away.
func TestWhatALostCoordinatorLeftIsShownAndRemoved(t *testing.T) {
	t.Parallel()
	const run = "20261130T120000Z-refund.policy_v2-ab12"
	for name, leave := range map[string]func(context.Context, *Conn) error{
		"all but the entry": func(ctx context.Context, c *Conn) error {
			_, err := makeStore(ctx, c, run, DefaultAckWait)
			return err
		},
		"the results": func(ctx context.Context, c *Conn) error {
			_, _, err := c.makeStream(ctx, run, resultConfig(run))
			return err
		},
		"the work": func(ctx context.Context, c *Conn) error {
			_, _, err := c.makeStream(ctx, run, workConfig(run))
			return err
		},
		"the objects": func(ctx context.Context, c *Conn) error {
			_, err := makeObjects(ctx, c, run)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			conn := testDial(t, testServer(t, serverOptions{}), nil)
			if err := leave(t.Context(), conn); err != nil {
				t.Fatal(err)
			}
			runs, _, err := Status(t.Context(), conn)
			if err != nil || len(runs) != 1 || runs[0].Run != run || runs[0].State != "leftover" || runs[0].Coordinator {
				t.Errorf("it is shown as %+v (%v)", runs, err)
			}
			if err := Remove(t.Context(), conn, run); err != nil {
				t.Error(err)
			}
			names := conn.js.StreamNames(t.Context())
			for name := range names.Name() {
				if strings.Contains(name, "EVALRUN-") {
					t.Errorf("stream %s is left", name)
				}
			}
			if err := Remove(t.Context(), conn, run); err == nil || !strings.Contains(err.Error(), "the server has no run") {
				t.Errorf("a second time: %v", err)
			}
		})
	}
}

// TestARunWithAnEntryIsNotLeftOver, whether this version can read it or not,
// and what is none of ours is nobody's leftover.
func TestARunWithAnEntryIsNotLeftOver(t *testing.T) {
	t.Parallel()
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	c := testCoordinate(t, conn, testJob("run"))
	if _, err := makeStore(t.Context(), conn, "newer", DefaultAckWait); err != nil {
		t.Fatal(err)
	}
	if _, err := c.runs.PutString(t.Context(), "newer", `{"schema":"evalrun.fleet.job/99"}`); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ORDERS", "EVALRUN-ORDERS", "OBJ_ORDERS"} {
		if _, err := conn.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: name, Subjects: []string{name}}); err != nil {
			t.Fatal(err)
		}
	}
	runs, _, err := Status(t.Context(), conn)
	if err != nil || len(runs) != 1 || runs[0].Run != "run" || runs[0].State != "running" {
		t.Errorf("shown are %+v (%v)", runs, err)
	}
	if err := Remove(t.Context(), conn, "newer"); err != nil {
		t.Errorf("the run whose entry cannot be read: %v", err)
	}
}

func TestARunIsKnownByItsKey(t *testing.T) {
	for _, id := range []string{"run", "a.b_c", "ä b", "_d", "a_x20b", "__", ""} {
		if got := runOf(token(id)); got != id {
			t.Errorf("%q is shown as %q", id, got)
		}
	}
	for _, key := range []string{token(strings.Repeat("x", 200)), "_", "a_", "_x", "_xzz", "_x41"} {
		if got := runOf(key); got != key {
			t.Errorf("%q, which tells of no run, is shown as %q", key, got)
		}
	}
}

// TestAStreamOfAnotherVersionIsNotTakenUp: what is relied on does not hold of
// it.
func TestAStreamOfAnotherVersionIsNotTakenUp(t *testing.T) {
	for name, c := range map[string]struct {
		config func() jetstream.StreamConfig
		want   string
	}{
		"other subjects": {func() jetstream.StreamConfig {
			s := resultConfig("run")
			s.Subjects = append(s.Subjects, "evalrun.run.more.>")
			return s
		}, "stream EVALRUN-run-R has another list of subjects"},
		"another retention": {func() jetstream.StreamConfig {
			s := workConfig("run")
			s.Retention = jetstream.LimitsPolicy
			return s
		}, "stream EVALRUN-run-W has another retention"},
		"tasks that are there twice": {func() jetstream.StreamConfig {
			s := workConfig("run")
			s.MaxMsgsPerSubject, s.DiscardNewPerSubject, s.MaxMsgs = 0, false, 9
			return s
		}, "EVALRUN-run-W has another number of messages a subject"},
		"only the last result": {func() jetstream.StreamConfig {
			s := resultConfig("run")
			s.MaxMsgsPerSubject = 1
			return s
		}, "EVALRUN-run-R has another number of messages a subject"},
		"results that push out others": {func() jetstream.StreamConfig {
			s := resultConfig("run")
			s.Discard = jetstream.DiscardOld
			return s
		}, "EVALRUN-run-R has another discard policy"},
	} {
		t.Run(name, func(t *testing.T) {
			conn := testDial(t, testServer(t, serverOptions{}), nil)
			if _, err := conn.js.CreateStream(t.Context(), c.config()); err != nil {
				t.Fatal(err)
			}
			_, err := Coordinate(t.Context(), conn, testJob("run"), free{})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "evalrun fleet remove run") {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if err := Remove(t.Context(), conn, "run"); err != nil {
				t.Error(err)
			}
			testCoordinate(t, conn, testJob("run"))
		})
	}
}
