package fleet

import (
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// desk keeps the calls of one worker that ask for leave, have it, or have
// ended without the coordinator having confirmed it. Like the ledger it knows
// nothing of how messages travel: what it sends may be lost, and is said again
// until it is answered.
type desk struct {
	run, worker string
	session     string // begins the ids of this desk's calls; no other desk has it
	times       leaseTimes
	now         func() time.Time
	ask         func(ask) // must not block, as the two others
	renew       func(renewal)
	say         func(string)

	mu    sync.Mutex
	last  int                 // number in the last id
	open  map[string]*request // by id
	heard time.Time           // of the coordinator, or when there was nothing to hear
	away  bool
	idle  chan struct{} // not nil: takes no more calls; closed when none is open
}

// request is one call at the worker's side.
type request struct {
	id    string
	call  call
	stage stage
	said  time.Time     // when the stage's step was said last
	ready chan struct{} // closed when the call may be sent or will get no leave
	err   error         // why it will get none
	end   *ending       // when leaving
	by    string        // the coordinator that counts it; "" where it is not sent, or is counted
}

type stage int

const (
	entering stage = iota // waits for a grant
	taking                // has had a grant, which may be an old one
	sending               // may be sent
	leaving               // has ended
)

var (
	// errLeft ends calls of a run that this worker has left.
	errLeft = errors.New("this worker has left the run")
	// errAway ends calls that would wait for nobody.
	errAway = errors.New("the coordinator does not answer")
	// errHalted ends calls of a run that makes none any more.
	errHalted = errors.New("the run has stopped")
)

// enter begins to ask for leave.
func (d *desk) enter(c call) (*request, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.idle != nil {
		return nil, errLeft
	}
	if len(d.open) == 0 && !d.away {
		d.heard = d.now()
	}
	r := &request{call: c, ready: make(chan struct{})}
	d.enterAnew(r)
	return r, nil
}

// enterAnew enters under a new id, to which nothing sticks of what was said
// under another.
func (d *desk) enterAnew(r *request) {
	delete(d.open, r.id)
	d.last++
	r.id, r.stage = d.session+"-"+strconv.Itoa(d.last), entering
	d.open[r.id] = r
	d.speak(r)
}

// leave ends a call: one that was sent, or one that will not be.
func (d *desk) leave(r *request, e llm.End) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open[r.id] == r && r.stage != leaving {
		r.stage, r.end = leaving, endingOf(e)
		d.speak(r)
	}
}

// speak says where a call is.
func (d *desk) speak(r *request) {
	a := ask{Schema: askSchema, Run: d.run, Worker: d.worker, ID: r.id}
	switch r.stage {
	case entering:
		a.Step, a.Call = stepEnter, &r.call
	case taking:
		a.Step = stepTake
	case sending:
		a.Step, a.Call, a.By = stepHold, &r.call, r.by
	case leaving:
		a.Step, a.End = stepDone, r.end
		if r.by != "" {
			a.Call, a.By = &r.call, r.by
		}
	}
	r.said = d.now()
	d.ask(a)
}

// deny ends a call that gets no leave.
func (d *desk) deny(r *request, why error) {
	r.err = why
	close(r.ready)
	d.forget(r)
}

// forget drops a call of which nothing more is to be said.
func (d *desk) forget(r *request) {
	delete(d.open, r.id)
	if d.idle != nil && len(d.open) == 0 {
		close(d.idle)
	}
}

// closing takes no more calls and returns what is closed when the coordinator
// knows how all of them ended.
func (d *desk) closing() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.idle = make(chan struct{})
	if len(d.open) == 0 {
		close(d.idle)
	}
	return d.idle
}
