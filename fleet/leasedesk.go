package fleet

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// tick renews the leases of all open calls and says again what was not
// answered.
func (d *desk) tick() {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	ids := slices.Sorted(maps.Keys(d.open))
	for _, id := range ids {
		r := d.open[id]
		unheard := r.stage == taking || r.stage == leaving
		if unheard && now.Sub(r.said) >= d.times.Renew {
			d.speak(r)
		}
	}
	for some := range slices.Chunk(ids, maxRenewed) {
		d.renew(renewal{Schema: renewalSchema, Run: d.run, Worker: d.worker, IDs: some})
	}
	d.listen(now)
}

// listen notices that nobody answers, and says so once.
func (d *desk) listen(now time.Time) {
	if len(d.open) == 0 || d.away || now.Sub(d.heard) < d.times.silence() {
		return
	}
	d.away = true
	waiting := 0
	for _, r := range d.open {
		if r.stage < sending {
			waiting++
		}
	}
	d.say(fmt.Sprintf("the coordinator of run %s does not answer; calls waiting for leave: %d", d.run, waiting))
}

// back ends an absence of the coordinator.
func (d *desk) back() {
	d.heard = d.now()
	if d.away {
		d.away = false
		d.say("the coordinator of run " + d.run + " answers again")
	}
}
