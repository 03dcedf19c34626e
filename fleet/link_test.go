package fleet

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/runner"
)

// link forwards connections to a server, unless it is held.
type link struct {
	listener net.Listener
	to       string
	held     sync.RWMutex
	all      sync.WaitGroup
}

func testLink(t *testing.T, s *Server) (*link, Address) {
	t.Helper()
	at, err := url.Parse(s.Address().URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{listener: listener, to: at.Host}
	l.all.Go(l.accept)
	t.Cleanup(func() {
		_ = listener.Close()
		l.all.Wait()
	})
	at.Host = listener.Addr().String()
	return l, Address{URL: at.String()}
}

func (l *link) accept() {
	for {
		from, err := l.listener.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", l.to)
		if err != nil {
			_ = from.Close()
			continue
		}
		l.all.Go(func() { l.forward(from, to) })
		l.all.Go(func() { l.forward(to, from) })
	}
}

func (l *link) forward(from, to net.Conn) {
	defer func() { _, _ = from.Close(), to.Close() }()
	_, _ = io.Copy(held{to, l}, from)
}

// held writes when the link is not held.
type held struct {
	to io.Writer
	l  *link
}

func (h held) Write(p []byte) (int, error) {
	h.l.held.RLock()
	defer h.l.held.RUnlock()
	return h.to.Write(p)
}

// TestALinkThatWasCutCostsNoSecondCall: the server takes the worker for lost
// and gives the question to whom it hears of next, the same worker.
func TestALinkThatWasCutCostsNoSecondCall(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	l, at := testLink(t, s)
	conn, err := Dial(at, "behind the link", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	var times atomic.Int32
	begun, finish := make(chan struct{}, 4), make(chan struct{})
	startWorker(t, testWorker(conn, "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		times.Add(1)
		begun <- struct{}{}
		<-finish
		return runner.Measured{Record: recordOf(task, "once")}, nil
	}}))
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	<-begun
	l.held.Lock()
	time.Sleep(3 * quickAck)
	l.held.Unlock()
	time.Sleep(quickAck)
	close(finish)
	if m := <-got; m.Record == nil || times.Load() != 1 {
		t.Errorf("got %+v after %d calls, want one call", m.Record, times.Load())
	}
	eventually(t, "the queue is empty", func() bool { return queued(t, c) == 0 })
}
