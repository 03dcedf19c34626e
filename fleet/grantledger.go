package fleet

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// ledger keeps which calls of a run's workers have leave, wait for it or have
// ended, and says so to the worker whenever that changes or is asked. It knows
// nothing of how messages travel and bears all that can happen to them: they
// may be lost, doubled, late and out of order.
type ledger struct {
	governors Governors
	times     leaseTimes
	now       func() time.Time
	tell      func(reply string, a answer) // must not block

	ctx  context.Context // of the calls that wait
	stop context.CancelFunc

	mu       sync.Mutex
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
	giveUp     context.CancelFunc // ends the wait
	heard      time.Time          // of the call, by a renewal or by a step of its own
}

func newLedger(governors Governors, times leaseTimes, now func() time.Time, tell func(string, answer)) *ledger {
	ctx, stop := context.WithCancel(context.Background())
	return &ledger{
		governors: governors, times: times, now: now, tell: tell, ctx: ctx, stop: stop,
		accounts: map[call]llm.Governor{}, permits: map[string]*permit{}, ended: newRemembered(now(), times.Remember),
	}
}

// asked takes one step of one call.
func (l *ledger) asked(reply string, a ask) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.permits[a.ID]
	if p != nil {
		p.reply, p.heard = reply, l.now()
	}
	switch a.Step {
	case stepEnter:
		l.enter(p, reply, a)
	case stepTake:
		l.take(p, reply)
	case stepDone:
		l.end(a.ID, p, a.End.llm())
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
	if l.ctx.Err() != nil {
		return // the worker asks again, perhaps the next coordinator
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
		pass, err := governor.Enter(ctx, a.Call.Tokens)
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
		l.refuse(p.id, p.reply, err)
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

// end ends a call. What it has used counts only where it had leave. A call
// that is not known may still come.
func (l *ledger) end(id string, p *permit, e llm.End) {
	l.ended.add(id, answer{State: stateGone})
	if p == nil {
		return
	}
	p.giveUp()
	if p.pass != nil {
		p.pass.Done(e)
	}
	l.remove(p)
}

func (l *ledger) remove(p *permit) {
	if l.permits[p.id] == p {
		delete(l.permits, p.id)
	}
	if l.empty != nil && len(l.permits) == 0 {
		close(l.empty)
		l.empty = nil
	}
}

func (l *ledger) refuse(id, reply string, err error) {
	a := answer{State: stateRefused, Refusal: refusalOf(err)}
	l.ended.add(id, a)
	l.tell(reply, a)
}

func (l *ledger) say(reply string, s state) { l.tell(reply, answer{State: s}) }

// maxAccounts is far more than a run has endpoints and models.
const maxAccounts = 1000

// account is the governor of a call.
func (l *ledger) account(c call) (llm.Governor, error) {
	c.Tokens = 0
	if g := l.accounts[c]; g != nil {
		return g, nil
	}
	if len(l.accounts) == maxAccounts {
		return nil, fmt.Errorf("more than %d endpoints and models in one run", maxAccounts)
	}
	g, err := l.governors.Governor(c.Role, c.Endpoint, c.Model)
	if err != nil {
		return nil, err
	}
	l.accounts[c] = g
	return g, nil
}
