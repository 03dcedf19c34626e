package fleet

import (
	"strings"
	"testing"
	"time"
)

// TestResultsFromBeforeAreCounted, each once; those of now are not.
func TestResultsFromBeforeAreCounted(t *testing.T) {
	s := testServer(t, serverOptions{})
	before := testDial(t, s, nil)
	first, err := Coordinate(t.Context(), before, testJob("run"), free{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		publishResult(t, first, testTask(i), resultMessage{Worker: "ada", Record: recordOf(testTask(i), "before")})
	}
	before.nc.Close()
	first.leave(t.Context())
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	startWorker(t, testWorker(testDial(t, s, nil), "bob", measuring{}))
	measureAll(t, c, testTask(0), testTask(1), testTask(2))
	if n := c.Taken(); n != 2 {
		t.Errorf("%d results are from before, want 2", n)
	}
}

// TestWhyNobodyTookARunIsKnownAtItsEnd, after nothing waits any more.
func TestWhyNobodyTookARunIsKnownAtItsEnd(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = c.Measure(t.Context(), testTask(0))
	}()
	eventually(t, "it is known", func() bool { return c.Idle() != "" })
	c.Withdraw()
	<-done
	time.Sleep(quick.alone) // a look or more
	if why := c.Idle(); !strings.Contains(why, "no worker is there") {
		t.Errorf("got %q", why)
	}
}
