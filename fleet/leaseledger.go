package fleet

import (
	"context"

	"github.com/evalrun/evalrun/llm"
)

// lapsed is the end of a call of which nothing is heard any more. It may have
// been made and billed, so that budgets charge what was expected of it.
var lapsed = llm.End{Sent: true, Code: llm.CodeTimeout}

// renew keeps calls alive, grants again what the worker does not seem to have
// heard of, and names those it does not know.
func (l *ledger) renew(reply string, r renewal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var missing []string
	for _, id := range r.IDs {
		p := l.permits[id]
		if p == nil {
			missing = append(missing, id)
			continue
		}
		if p.worker != r.Worker {
			continue
		}
		p.heard = l.now()
		if p.state == stateGranted {
			l.say(p.reply, p.state)
		}
	}
	l.tell(reply, answer{State: stateRenewed, Missing: missing})
}

// sweep ends the calls whose lease has run out and returns how many of each
// worker may have been made. Leave that no worker has taken was never used.
func (l *ledger) sweep() (lost map[string]int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	lost = map[string]int{}
	for _, p := range l.permits {
		if now.Sub(p.heard) < l.times.Lease {
			continue
		}
		if p.state == stateTaken && !p.counted {
			lost[p.worker]++
		}
		l.lapse(p)
	}
	l.ended.forget(now)
	return lost
}

// lapse ends a call without its worker. One that may still be under way is
// remembered as such, and its worker, if it is there, told that it is counted.
func (l *ledger) lapse(p *permit) {
	if p.state != stateTaken {
		l.ended.add(p.id, answer{State: stateGone})
		l.end(p, llm.End{})
		return
	}
	l.ended.add(p.id, answer{State: stateCounted})
	l.end(p, lapsed)
	l.say(p.reply, stateCounted)
}

// excuse begins all leases anew, after a time in which this side could not
// have heard a renewal.
func (l *ledger) excuse() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.permits {
		p.heard = l.now()
	}
}

// close gives no more leave and waits until the calls that have it have
// ended. Those that have not when ctx ends count as made.
func (l *ledger) close(ctx context.Context) {
	select {
	case <-l.closing():
	case <-ctx.Done():
	}
	l.mu.Lock()
	for _, p := range l.permits {
		l.lapse(p)
	}
	l.mu.Unlock()
	l.waiting.Wait()
}

// closing lets go what waits and what was not taken yet, and returns what is
// closed when the rest has ended.
func (l *ledger) closing() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	empty := make(chan struct{})
	l.stop()
	for _, p := range l.permits {
		if p.state != stateTaken {
			l.lapse(p)
		}
	}
	if len(l.permits) == 0 {
		close(empty)
		return empty
	}
	l.empty = empty
	return empty
}
