package fleet

import "github.com/evalrun/evalrun/llm"

// done takes how a call ended. One that is not known may still come.
func (l *ledger) done(p *permit, a ask) {
	last, known := l.ended.find(a.ID)
	l.ended.add(a.ID, answer{State: stateGone})
	switch charged := known && last.State != stateRefused; {
	case p != nil && p.pass != nil:
		l.end(p, a.End.llm())
		return
	case p != nil:
		l.end(p, llm.End{})
	case charged:
		return
	}
	l.charge(a)
}

// end ends a call that has a permit. What it has used counts only where it had
// leave, and once.
func (l *ledger) end(p *permit, e llm.End) {
	p.giveUp()
	if p.counted {
		e.Sent = false // limits learn what the endpoint said all the same
	}
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

// turnAway tells a call that waits no more why it gets no leave.
func (l *ledger) turnAway(p *permit, err error) {
	if l.halted {
		l.say(p.reply, stateHalted)
		return
	}
	l.refuse(p.id, p.reply, err)
}

func (l *ledger) refuse(id, reply string, err error) {
	a := answer{State: stateRefused, Refusal: refusalOf(err)}
	l.ended.add(id, a)
	l.tell(reply, a)
}

// halt gives no leave any more, as a run that is halted lets no new call start.
// What has leave may end.
func (l *ledger) halt() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.halted = true
	for _, p := range l.permits {
		if p.state == stateWaiting {
			p.giveUp()
		}
	}
}
