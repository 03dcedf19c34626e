package fleet

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/llm"
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

// behind is a worker whose connection goes over a link. Its questions take two
// calls, for each of which it asks the coordinator; between is called with the
// first one under way.
func behind(t *testing.T, at Address, name string, between func(context.Context), second chan<- error) *Worker {
	t.Helper()
	conn, err := Dial(t.Context(), at, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	w := testWorker(conn, name, measuring{})
	w.Open = func(_ context.Context, o Opening) (Measuring, error) {
		g, err := o.Governors.Governor("judge", "https://host/v1", "m")
		return measuring{measure: func(ctx context.Context, task runner.Task) (runner.Measured, error) {
			first, err := g.Enter(ctx, 1)
			if err != nil {
				return runner.Measured{}, err
			}
			between(ctx)
			first.Done(llm.End{Sent: true})
			pass, err := g.Enter(ctx, 1)
			second <- err
			if err != nil {
				return runner.Measured{}, nil
			}
			pass.Done(llm.End{Sent: true})
			return runner.Measured{Record: recordOf(task, name)}, nil
		}}, err
	}
	return w
}

// cut holds a link for longer than the server waits, and then until done is
// closed.
func (l *link) cut(wait time.Duration, done <-chan struct{}) {
	l.held.Lock()
	defer l.held.Unlock()
	time.Sleep(2 * wait)
	<-done
}

// TestAWorkerThatWasCutOffMakesNoNewCall: another one has its question by then.
func TestAWorkerThatWasCutOffMakesNoNewCall(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	l, at := testLink(t, s)
	away, measured, second := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	startWorker(t, behind(t, at, "away", func(context.Context) { close(away); l.cut(quickAck, measured) }, second))
	got := make(chan runner.Measured, 1)
	go func() { got <- measureAll(t, c, testTask(0))[0] }()
	<-away
	startWorker(t, testWorker(testDial(t, s, nil), "there", measuring{}))
	if m := <-got; m.Record == nil || m.Record.Worker != "there" {
		t.Errorf("got %+v, want the record of the worker that is there", m.Record)
	}
	close(measured)
	if err := <-second; !errors.Is(err, context.Canceled) {
		t.Errorf("the second call of who was away: %v, want none", err)
	}
	eventually(t, "who was away gives it up", func() bool {
		notes, err := c.conn.allOf(t.Context(), c.store.results, startSubject("run", keyOfTask(testTask(0))), mostNotes)
		if err != nil {
			t.Fatal(err)
		}
		last, err := decodeNote(notes[len(notes)-1].data, "run")
		return err == nil && last.Worker == "away" && last.Event == noteReturned
	})
}

// TestALinkThatWasCutCostsNoSecondCall: the server takes the worker for lost
// and gives the question to whom it hears of next, the same worker, which goes
// on with it.
func TestALinkThatWasCutCostsNoSecondCall(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	c := testCoordinate(t, testDial(t, s, nil), job)
	l, at := testLink(t, s)
	var times atomic.Int32
	now := make(chan struct{})
	close(now)
	startWorker(t, behind(t, at, "ada", func(ctx context.Context) {
		if times.Add(1) > 1 {
			return
		}
		l.cut(job.AckWait, now)
		eventually(t, "it is delivered again", func() bool {
			at, err := ctx.Value(claimKey{}).(*claim).delivered().Metadata()
			return err == nil && at.NumDelivered > 1
		})
	}, make(chan error, 4)))
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil || times.Load() != 1 {
		t.Errorf("got %+v after %d calls, want one call", m.Record, times.Load())
	}
	eventually(t, "the queue is empty", func() bool { return queued(t, c) == 0 })
}
