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
	case r.stage == entering:
		d.granted(r, a.State)
	case r.stage == taking:
		d.took(r, a.State)
	case r.stage == leaving && a.State == stateGone:
		d.forget(r)
	}
}

// renewed enters again the calls that a new coordinator has not heard of, or
// whose first word was lost.
func (d *desk) renewed(missing []string) {
	for _, id := range missing {
		if r := d.open[id]; r != nil && r.stage == entering {
			d.speak(r)
		}
	}
}

// decline gives back leave that nobody here waits for any more.
func (d *desk) decline(id string, s state) {
	if s == stateGone || s == stateRefused {
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
func (d *desk) took(r *request, s state) {
	switch s {
	case stateTaken:
		r.stage = sending
		close(r.ready)
	case stateGranted:
		d.speak(r)
	case stateGone:
		d.enterAnew(r)
	}
}

// refused ends a call that gets no leave. That the end of a call is refused
// can only be a matter of versions; there is nobody to return it to.
func (d *desk) refused(r *request, err error) {
	switch r.stage {
	case entering, taking:
		r.err = err
		close(r.ready)
		d.forget(r)
	case leaving:
		d.say(fmt.Sprintf("the coordinator of run %s does not take how a call ended: %v", d.run, err))
		d.forget(r)
	}
}
