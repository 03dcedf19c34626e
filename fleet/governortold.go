package fleet

import "fmt"

// told takes what the coordinator says of the call with the given id.
func (d *desk) told(id string, a answer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.back()
	if a.State == stateRenewed {
		d.renewed(a.Missing)
		return
	}
	r := d.open[id]
	switch {
	case r == nil:
		d.decline(id, a.State)
	case a.State == stateRefused:
		d.refused(r, a.Refusal.err())
	case a.State == stateHalted:
		d.halted(r)
	case r.stage == entering:
		d.granted(r, a.State)
	case r.stage == taking:
		d.took(r, a)
	case r.stage == sending:
		d.held(r, a)
	case r.stage == leaving && a.State == stateGone:
		d.forget(r)
	}
}

// renewed says again what a new coordinator has not heard, or whose first word
// was lost: that a call waits, or that it is sent.
func (d *desk) renewed(missing []string) {
	for _, id := range missing {
		if r := d.open[id]; r != nil && (r.stage == entering || r.stage == sending) {
			d.speak(r)
		}
	}
}

// decline gives back leave that nobody here waits for any more.
func (d *desk) decline(id string, s state) {
	switch s {
	case stateGone, stateCounted, stateRefused, stateHalted:
		return
	}
	d.ask(ask{Schema: askSchema, Run: d.run, Worker: d.worker, Step: stepDone, ID: id, End: &ending{}})
}

func (d *desk) granted(r *request, s state) {
	switch s {
	case stateGranted:
		r.stage = taking
		d.speak(r)
	case stateGone:
		d.enterAnew(r)
	}
}

// took has a call sent only on the word that its grant was still good when it
// was taken. It stays where it is when the grant was of an earlier coordinator
// and the call waits with this one: a word that comes late must not move a
// call back, or it would wait while the coordinator thinks that it is sent.
func (d *desk) took(r *request, a answer) {
	switch a.State {
	case stateTaken:
		r.stage, r.by = sending, a.By
		close(r.ready)
	case stateGranted:
		d.speak(r)
	case stateGone:
		d.enterAnew(r)
	}
}

// held takes what a coordinator says of a call that is sent: that it is the
// one that counts it from now on, that it has counted it, or that it takes it
// for one that waits.
func (d *desk) held(r *request, a answer) {
	switch {
	case a.State == stateTaken && r.by != "":
		r.by = a.By
	case a.State == stateCounted && r.by == a.By:
		r.by = ""
	case a.State == stateGranted:
		d.speak(r)
	}
}

// halted ends a call that waits; what is sent may end.
func (d *desk) halted(r *request) {
	if r.stage < sending {
		d.deny(r, errHalted)
	}
}

// refused ends a call that gets no leave. That the end of a call is refused
// can only be a matter of versions; there is nobody to return it to.
func (d *desk) refused(r *request, err error) {
	switch r.stage {
	case entering, taking:
		d.deny(r, err)
	case leaving:
		d.say(fmt.Sprintf("the coordinator of run %s does not take how a call ended: %v", d.run, err))
		d.forget(r)
	}
}
