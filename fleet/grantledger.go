package fleet

import (
	"context"
	"sync"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// ledger keeps which calls of a run's workers have leave, wait for it or have
// ended, and says so to the worker whenever that changes or is asked. It knows
// nothing of how messages travel and bears all that can happen to them: they
// may be lost, doubled, late and out of order.
type ledger struct {
	session   string // tells this coordinator apart from all others of the run
	governors Governors
	times     leaseTimes
	now       func() time.Time
	opens     time.Time                    // gives no leave before it
	tell      func(reply string, a answer) // must not block

	ctx  context.Context // of the calls that wait
	stop context.CancelFunc

	mu       sync.Mutex
	halted   bool
	accounts map[call]llm.Governor // by call without its tokens
	permits  map[string]*permit    // of calls that have not ended, by id
	ended    remembered
	waiting  sync.WaitGroup
	empty    chan struct{} // closed when the last permit of a closing ledger ends
}

// permit is one call that has entered and not ended.
type permit struct {
	id, worker string
	reply      string // where its worker listens
	state      state  // waiting, granted or taken
	pass       llm.Pass
	counted    bool               // a budget has been charged for it already
	giveUp     context.CancelFunc // ends the wait
	heard      time.Time          // of the call, by a renewal or by a step of its own
}

// newLedger makes the ledger of a coordinator with a session of its own. For
// the span given it only listens.
func newLedger(session string, governors Governors, times leaseTimes, listen time.Duration, now func() time.Time, tell func(string, answer)) *ledger {
	ctx, stop := context.WithCancel(context.Background())
	return &ledger{
		session: session, governors: governors, times: times, now: now, opens: now().Add(listen), tell: tell, ctx: ctx, stop: stop,
		accounts: map[call]llm.Governor{}, permits: map[string]*permit{}, ended: newRemembered(now(), times.Remember),
	}
}

// asked takes one step of one call.
func (l *ledger) asked(reply string, a ask) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.permits[a.ID]
	if p != nil {
		if p.reply != reply || p.worker != a.Worker {
			return // a call of another worker
		}
		p.heard = l.now()
	}
	switch a.Step {
	case stepEnter:
		l.enter(p, reply, a)
	case stepTake:
		l.take(p, reply)
	case stepHold:
		l.hold(p, reply, a)
	case stepDone:
		l.done(p, a)
		l.say(reply, stateGone)
	}
}

// enter begins to wait. A call that is known already is told how it stands.
func (l *ledger) enter(p *permit, reply string, a ask) {
	if p != nil {
		l.say(reply, p.state)
		return
	}
	if last, known := l.ended.find(a.ID); known {
		l.tell(reply, last)
		return
	}
	if l.ctx.Err() != nil || len(l.permits) >= maxPermits {
		return // the worker asks again, perhaps the next coordinator
	}
	if l.halted {
		l.say(reply, stateHalted)
		return
	}
	governor, err := l.account(*a.Call)
	if err != nil {
		l.refuse(a.ID, reply, err)
		return
	}
	ctx, giveUp := context.WithCancel(l.ctx)
	p = &permit{id: a.ID, worker: a.Worker, reply: reply, state: stateWaiting, giveUp: giveUp, heard: l.now()}
	l.permits[p.id] = p
	l.waiting.Go(func() {
		var pass llm.Pass
		err := llm.Sleep(ctx, l.opens.Sub(l.now()))
		if err == nil {
			pass, err = governor.Enter(ctx, a.Call.Tokens)
		}
		l.entered(p, pass, err)
	})
}

// entered is the end of a wait, unless the call has ended before it.
func (l *ledger) entered(p *permit, pass llm.Pass, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p.giveUp()
	switch known := l.permits[p.id] == p; {
	case err == nil && known && l.ctx.Err() == nil:
		p.pass, p.state, p.heard = pass, stateGranted, l.now()
		l.say(p.reply, p.state)
	case err == nil:
		pass.Done(llm.End{})
		l.remove(p)
	case known && l.ctx.Err() == nil:
		l.remove(p)
		l.turnAway(p, err)
	default:
		l.remove(p)
	}
}

// take makes a grant one that may be used. Where it has run out meanwhile, or
// is of a coordinator that is no more, the worker learns that it may not.
func (l *ledger) take(p *permit, reply string) {
	if p == nil {
		l.say(reply, stateGone)
		return
	}
	if p.state == stateGranted {
		p.state = stateTaken
	}
	l.say(reply, p.state)
}

func (l *ledger) say(reply string, s state) { l.tell(reply, answer{State: s}) }

// maxPermits is far above what is called at once for as many questions as a
// run has out.
const maxPermits = 1 << 14

// account is the governor of a call. There are as many as the run has
// endpoints and models: its Governors refuse any other.
func (l *ledger) account(c call) (llm.Governor, error) {
	c.Tokens = 0
	if g := l.accounts[c]; g != nil {
		return g, nil
	}
	g, err := l.governors.Governor(c.Role, c.Endpoint, c.Model)
	if err != nil {
		return nil, err
	}
	l.accounts[c] = g
	return g, nil
}

// expects reports whether a call of this id is known: it waits for other words
// than that somebody's message cannot be read.
func (l *ledger) expects(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ended := l.ended.find(id)
	return ended || l.permits[id] != nil
}
