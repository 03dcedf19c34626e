package fleet

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

// grantServer answers the workers of one run that ask for leave.
type grantServer struct {
	conn   *Conn
	run    string
	ledger *ledger
	subs   []*nats.Subscription
	quit   chan struct{}
	sweeps sync.WaitGroup
}

// serveGrants grants leave until close or halt: what is in flight at the
// workers when a run is interrupted still calls.
func serveGrants(conn *Conn, run string, governors Governors) (*grantServer, error) {
	return serveGrantsTimed(conn, run, governors, defaultTimes, 0)
}

// resumeGrants is serveGrants after another coordinator of the run: calls that
// it gave leave to may be under way, and have their places before any other.
func resumeGrants(conn *Conn, run string, governors Governors) (*grantServer, error) {
	return serveGrantsTimed(conn, run, governors, defaultTimes, defaultTimes.listening())
}

func serveGrantsTimed(conn *Conn, run string, governors Governors, times leaseTimes, listen time.Duration) (*grantServer, error) {
	s := &grantServer{conn: conn, run: run, quit: make(chan struct{})}
	s.ledger = newLedger(nuid.Next(), governors, times, listen, time.Now, s.tell)
	for subject, take := range map[string]nats.MsgHandler{grantSubject(run): s.asked, leaseSubject(run): s.renewed} {
		sub, err := conn.nc.Subscribe(subject, take)
		if err != nil {
			s.unsubscribe()
			return nil, fmt.Errorf("serve grants: %w", err)
		}
		s.subs = append(s.subs, sub)
	}
	s.sweeps.Go(func() { s.sweep(times) })
	return s, nil
}

// close gives no more leave, waits until the calls that have it have ended,
// and answers nobody any more. What has not ended when ctx does counts as
// sent, with what was expected of it.
func (s *grantServer) close(ctx context.Context) {
	s.ledger.close(ctx)
	close(s.quit)
	s.sweeps.Wait()
	s.unsubscribe()
}

// halt lets no new call start; those that have leave may end. It may be called
// more than once.
func (s *grantServer) halt() { s.ledger.halt() }

func (s *grantServer) unsubscribe() {
	for _, sub := range s.subs {
		_ = sub.Unsubscribe()
	}
}

func (s *grantServer) asked(msg *nats.Msg) {
	a, err := decodeAsk(msg.Data, s.run)
	if err != nil {
		s.refuse(msg, err)
		return
	}
	if inbox(msg.Reply) == a.ID {
		s.ledger.asked(msg.Reply, a)
	}
}

func (s *grantServer) renewed(msg *nats.Msg) {
	r, err := decodeRenewal(msg.Data, s.run)
	if err != nil {
		s.refuse(msg, err)
		return
	}
	if inbox(msg.Reply) == renewalInbox {
		s.ledger.renew(msg.Reply, r)
	}
}

// refuse answers what cannot be read: the worker is of another version. It may
// as well be of somebody who wants the call of another one to end.
func (s *grantServer) refuse(msg *nats.Msg, err error) {
	if id := inbox(msg.Reply); id != "" && !s.ledger.expects(id) {
		s.tell(msg.Reply, answer{State: stateRefused, Refusal: refusalOf(fmt.Errorf("%s: %w", msg.Subject, err))})
	}
}

// inbox is where in an inbox an answer goes: the last token of a subject such
// as workers listen to, else "". A worker must not have the coordinator, whose
// permissions are more, publish somewhere else.
func inbox(reply string) string {
	box, place, _ := strings.Cut(strings.TrimPrefix(reply, nats.InboxPrefix), ".")
	if !strings.HasPrefix(reply, nats.InboxPrefix) || checkID(box) != nil || checkID(place) != nil {
		return ""
	}
	return place
}

// tell answers. An answer that is lost is asked for again.
func (s *grantServer) tell(reply string, a answer) {
	a.Schema, a.Run, a.By = answerSchema, s.run, s.ledger.session
	_ = s.conn.nc.Publish(reply, a.encode())
}

// sweep ends calls of workers that are gone. The time in which this side had
// no connection, or did not run at all, is nobody's silence.
func (s *grantServer) sweep(times leaseTimes) {
	every := times.Renew / 2
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	last := time.Now()
	for {
		select {
		case <-s.quit:
			return
		case <-ticker.C:
		}
		now := time.Now()
		if now.Sub(last) > times.Lease/2 || !s.conn.nc.IsConnected() {
			s.ledger.excuse()
		} else {
			s.tellLost(s.ledger.sweep())
		}
		last = now
	}
}

func (s *grantServer) tellLost(lost map[string]int) {
	for _, worker := range slices.Sorted(maps.Keys(lost)) {
		s.conn.warn(fmt.Sprintf("worker %s is silent; calls that count as made: %d", worker, lost[worker]))
	}
}
