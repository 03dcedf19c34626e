package fleet

import (
	"time"

	"github.com/evalrun/evalrun/llm"
)

// listening is how long a coordinator that comes after another one gives no
// leave: every worker that is connected renews in it, and learns that it has to
// say what it has under way.
func (t leaseTimes) listening() time.Duration { return t.Renew + t.Renew/2 }

// hold takes up a call that is sent and has no permit here: its leave is of a
// coordinator before this one, or ran out while nothing was heard of it. It
// has a place in the limits from now on, however many that makes.
func (l *ledger) hold(p *permit, reply string, a ask) {
	last, known := l.ended.find(a.ID)
	switch {
	case p != nil && p.state != stateWaiting:
		p.state = stateTaken
	case known && last.State == stateGone:
		l.tell(reply, last)
		return
	case l.ctx.Err() != nil || len(l.permits) >= maxPermits:
		return // it is said again, perhaps to the next coordinator
	default:
		if p != nil { // entered in a message that came late
			l.end(p, llm.End{})
		}
		lapsed := known && last.State == stateCounted
		l.permits[a.ID] = &permit{
			id: a.ID, worker: a.Worker, reply: reply, state: stateTaken, heard: l.now(), giveUp: func() {},
			pass: l.adopt(*a.Call), counted: lapsed || a.By == "" || a.By == l.session,
		}
	}
	l.say(reply, stateTaken)
}

// charge counts what a call has used that ended before this coordinator heard
// of it, unless the one that is to count it is this one: then it has.
func (l *ledger) charge(a ask) {
	if a.Call != nil && a.By != l.session {
		l.adopt(*a.Call).Done(a.End.llm())
	}
}

// adopt is the pass of a call that is sent. Where this run has no governor for
// it there is no limit that it could pass either.
func (l *ledger) adopt(c call) llm.Pass {
	governor, _ := l.account(c)
	return llm.Adopt(governor, c.Tokens)
}
