package fleet

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// tick renews the leases of all open calls and says again what was not
// answered.
func (d *desk) tick() {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	d.listen(now)
	ids := slices.Sorted(maps.Keys(d.open))
	for _, id := range ids {
		r := d.open[id]
		unheard := r.stage == taking || r.stage == leaving
		if unheard && now.Sub(r.said) >= d.times.Renew {
			d.speak(r)
		}
	}
	for some := range slices.Chunk(ids, maxRenewed) {
		d.renewThese(some)
	}
	if len(ids) == 0 && d.away { // who answers is back
		d.renewThese([]string{})
	}
}

func (d *desk) renewThese(ids []string) {
	d.renew(renewal{Schema: renewalSchema, Run: d.run, Worker: d.worker, IDs: ids})
}

// listen notices that nobody answers, says so once, and after a lease of it
// lets go the calls that have no leave: a place is of more use to another run.
func (d *desk) listen(now time.Time) {
	silent := now.Sub(d.heard)
	if !d.away && len(d.open) > 0 && silent >= d.times.silence() {
		d.away = true
		d.say(fmt.Sprintf("the coordinator of run %s does not answer; calls waiting for leave: %d", d.run, len(d.waiting())))
	}
	if !d.away || silent < d.times.Lease {
		return
	}
	for _, r := range d.waiting() {
		// Who has not heard of it, or gives leave to nobody, learns by the lease.
		r.stage, r.end = leaving, endingOf(llm.End{})
		d.speak(r)
		d.deny(r, errAway)
	}
}

// waiting are the calls without leave, in one order.
func (d *desk) waiting() (out []*request) {
	for _, id := range slices.Sorted(maps.Keys(d.open)) {
		if r := d.open[id]; r.stage < sending {
			out = append(out, r)
		}
	}
	return out
}

// excuse begins the silence anew, after a time in which this side could have
// heard nobody.
func (d *desk) excuse() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heard = d.now()
}

// isAway reports whether the coordinator has not answered for long, and not
// since.
func (d *desk) isAway() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.away
}

// back ends an absence of the coordinator.
func (d *desk) back() {
	d.heard = d.now()
	if d.away {
		d.away = false
		d.say("the coordinator of run " + d.run + " answers again")
	}
}
