package targets

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"testing"
	"time"
)

func TestTimeoutIsReported(t *testing.T) {
	spec := program(t, "sleep")
	spec.Timeout = 100 * time.Millisecond
	_, err := newCommand(t, spec).Answer(context.Background(), question("q", "Q?"))
	wantError(t, err, "target_timeout", "within 100ms", "nothing on stderr")
}

// connected starts a listener that a child of the program connects to.
func connected(t *testing.T) (address string, child func() net.Conn) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("process groups are a thing of Unix")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String(), func() net.Conn {
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
}

// gone waits until the child's connection breaks, which only its death does.
func gone(t *testing.T, child net.Conn) {
	t.Helper()
	_ = child.SetReadDeadline(time.Now().Add(2 * time.Minute))
	if _, err := child.Read(make([]byte, 1)); err != io.EOF && !errors.Is(err, errReset) {
		t.Errorf("the child lives on: %v", err)
	}
}

func TestEndOfTheRunKillsTheWholeGroup(t *testing.T) {
	address, child := connected(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	c := newCommand(t, program(t, "parent", address))
	go func() {
		_, err := c.Answer(ctx, question("q", "Q?"))
		ended <- err
	}()
	started := child()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	gone(t, started)
}

func TestProcessLeftBehindIsAnErrorAndIsKilled(t *testing.T) {
	address, child := connected(t)
	_, err := newCommand(t, program(t, "parent", address, "end")).Answer(context.Background(), question("q", "Q?"))
	wantError(t, err, CodeCommand, "left a process behind")
	gone(t, child())
}
