package fleet

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/evalrun/evalrun/llm"
)

// remote gives one worker the governors that a run's coordinator has.
type remote struct {
	conn  *Conn
	run   string
	desk  *desk
	inbox string // answers come to it, followed by the id of the call
	sub   *nats.Subscription
	quit  chan struct{}
	ticks sync.WaitGroup

	odd sync.Once // an answer that cannot be read is told once
}

// newRemote listens for answers of the coordinator, which need not be there.
// say is told when it is away and when it is back.
func newRemote(conn *Conn, run, worker string, say func(string)) (*remote, error) {
	return newRemoteTimed(conn, run, worker, say, defaultTimes)
}

func newRemoteTimed(conn *Conn, run, worker string, say func(string), times leaseTimes) (*remote, error) {
	if err := checkText("the worker's name", worker, maxName); err != nil {
		return nil, err
	}
	r := &remote{conn: conn, run: run, inbox: nats.NewInbox(), quit: make(chan struct{})}
	r.desk = &desk{
		run: run, worker: worker, session: strings.TrimPrefix(r.inbox, nats.InboxPrefix),
		times: times, now: time.Now, ask: r.ask, renew: r.renew, say: say, open: map[string]*request{},
	}
	var err error
	if r.sub, err = conn.nc.Subscribe(r.inbox+".*", r.answered); err != nil {
		return nil, fmt.Errorf("listen for grants: %w", err)
	}
	r.ticks.Go(func() { r.tick(times) })
	return r, nil
}

// Governor implements Governors. It asks nobody yet: what the coordinator has
// no governor for is refused when a call enters.
func (r *remote) Governor(role, endpoint, model string) (llm.Governor, error) {
	c := call{Role: role, Endpoint: endpoint, Model: model}
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("ask the coordinator for leave: %w", err)
	}
	return governor{desk: r.desk, call: c}, nil
}

// close takes no more calls and waits until the coordinator knows how all of
// them ended, or until ctx ends; what it does not know by then counts as sent
// when the lease has run out.
func (r *remote) close(ctx context.Context) {
	select {
	case <-r.desk.closing():
	case <-ctx.Done():
	}
	close(r.quit)
	r.ticks.Wait()
	_ = r.sub.Unsubscribe()
}

// away reports whether the coordinator does not answer calls of this worker.
func (r *remote) away() bool { return r.desk.isAway() }

// tick keeps the desk going. The time in which this side had no connection, or
// did not run at all, is nobody's silence.
func (r *remote) tick(times leaseTimes) {
	ticker := time.NewTicker(times.Renew)
	defer ticker.Stop()
	last := time.Now()
	for {
		select {
		case <-r.quit:
			return
		case <-ticker.C:
		}
		now := time.Now()
		if now.Sub(last) > times.Lease/2 || !r.conn.nc.IsConnected() {
			r.desk.excuse()
		}
		r.desk.tick()
		last = now
	}
}

// answered takes an answer. One without data is the server's word that no
// coordinator listens, which time will tell as well.
func (r *remote) answered(msg *nats.Msg) {
	if len(msg.Data) == 0 {
		return
	}
	a, err := decodeAnswer(msg.Data, r.run)
	if err != nil {
		r.odd.Do(func() { r.desk.say(fmt.Sprintf("an answer at %s is not taken: %v", msg.Subject, err)) })
		return
	}
	r.desk.told(strings.TrimPrefix(msg.Subject, r.inbox+"."), a)
}

func (r *remote) ask(a ask)         { r.publish(grantSubject(r.run), a.ID, a.encode()) }
func (r *remote) renew(all renewal) { r.publish(leaseSubject(r.run), renewalInbox, all.encode()) }

// publish says nothing while there is no connection: the client would keep it,
// and what is said again and again would come all at once. What it cannot send
// for another reason is said again too.
func (r *remote) publish(subject, id string, data []byte) {
	if r.conn.nc.IsConnected() {
		_ = r.conn.nc.PublishRequest(subject, r.inbox+"."+id, data)
	}
}
