package fleet

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/evalrun/evalrun/runner"
)

// TestAWorkerWhoseConnectionEndsLeaves: the client makes it anew when it is
// lost, and not when the server refuses what it was sent.
func TestAWorkerWhoseConnectionEndsLeaves(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	conn, begun := testDial(t, s, nil), make(chan runner.Task, 1)
	w := testWorker(conn, "ada", hang(begun))
	w.Grace = time.Hour // what is in flight has nobody to be told to
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	go func() { _, _ = c.Measure(ctx, testTask(0)) }()
	<-begun
	conn.nc.Close()
	select {
	case err := <-ended:
		if !errors.Is(err, nats.ErrConnectionClosed) {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(patience):
		t.Error("it stays")
		leave()
	}
}
