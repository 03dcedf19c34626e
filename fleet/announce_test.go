package fleet

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// TestARunClosesWithoutItsEntry: whoever took it away, nobody looked since.
func TestARunClosesWithoutItsEntry(t *testing.T) {
	t.Parallel()
	for name, takeAway := range map[string]func(*testing.T, *Coordinator) error{
		"the bucket": func(t *testing.T, c *Coordinator) error {
			return c.conn.js.DeleteKeyValue(t.Context(), runsBucket)
		},
		"the bucket, made anew": func(t *testing.T, c *Coordinator) error {
			if err := c.conn.js.DeleteKeyValue(t.Context(), runsBucket); err != nil {
				return err
			}
			mustBucket(t, c.conn, runsBucket)
			return nil
		},
		"the entry": func(t *testing.T, c *Coordinator) error { return c.runs.Purge(t.Context(), token("run")) },
	} {
		for _, keep := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, keep %t", name, keep), func(t *testing.T) {
				t.Parallel()
				closeWithout(t, takeAway, keep)
			})
		}
	}
}

// unmended coordinates a run that nobody looks after.
func unmended(t *testing.T) *Coordinator {
	t.Helper()
	job := testJob("run")
	job.times.mend = 2 * patience
	return testCoordinate(t, testDial(t, testServer(t, serverOptions{}), nil), job)
}

func closeWithout(t *testing.T, takeAway func(*testing.T, *Coordinator) error, keep bool) {
	c := unmended(t)
	if err := takeAway(t, c); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := c.Close(ctx, keep); err != nil {
		t.Fatal(err)
	}
	runs, _, err := Status(ctx, c.conn)
	if err != nil {
		t.Fatal(err)
	}
	if kept := len(runs) == 1 && runs[0].State == "kept"; kept != keep || len(runs) > 1 {
		t.Errorf("the server has %+v", runs)
	}
}

// TestARunThatWasRemovedLeavesNoEntry: it would be of a run of which the server
// has nothing.
func TestARunThatWasRemovedLeavesNoEntry(t *testing.T) {
	t.Parallel()
	c := unmended(t)
	if err := remove(t.Context(), c.conn, c.runs, "run"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(t.Context(), true); !errors.Is(err, errRemoved) {
		t.Errorf("got %v", err)
	}
	if runs, _, err := Status(t.Context(), c.conn); err != nil || len(runs) != 0 {
		t.Errorf("the server has %+v (%v)", runs, err)
	}
}

// TestACoordinatorKnowsItsOwnEntry: it was written, and the answer did not come.
func TestACoordinatorKnowsItsOwnEntry(t *testing.T) {
	t.Parallel()
	c := unmended(t)
	known := c.revision.Load()
	if err := c.announce(t.Context(), jobRunning); err != nil {
		t.Fatal(err)
	}
	c.revision.Store(known)
	if err := c.Close(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if runs, _, err := Status(t.Context(), c.conn); err != nil || len(runs) != 1 || runs[0].State != "kept" {
		t.Errorf("the server has %+v (%v)", runs, err)
	}
}
