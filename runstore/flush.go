package runstore

import "time"

// What was appended is brought to the disk in groups: a loss of power takes
// at most what was appended in the last syncWithin and at most syncLines
// lines of a file. A kill of the process alone takes nothing that was
// appended. A group is begun at half of either, so that appending goes on
// while the disk works; only a disk that cannot keep up makes it wait.
const (
	syncLines  = 64
	syncWithin = 200 * time.Millisecond
)

// awaitRoom waits while as many lines as may be lost are not on the disk. It
// is called with the run's lock held, which it gives up meanwhile.
func (r *Run) awaitRoom(a *appender) {
	for a.unsynced >= syncLines && a.lost == nil {
		r.changed.Wait()
	}
}

// appended counts a line that was written and begins its group when it is
// due. It is called with the run's lock held.
func (r *Run) appended(a *appender) {
	a.unsynced++
	r.schedule(a)
}

func (r *Run) schedule(a *appender) {
	switch {
	case a.unsynced == 0 || a.syncing > 0 || a.lost != nil:
	case a.unsynced >= syncLines/2:
		r.flush(a)
	case a.due == nil:
		a.due = time.AfterFunc(syncWithin/2, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			if a.due != nil {
				r.flush(a)
			}
		})
	}
}

// flush begins a group. It is called with the run's lock held.
func (r *Run) flush(a *appender) {
	a.rest()
	if a.syncing > 0 || a.unsynced == 0 {
		return
	}
	a.syncing = a.unsynced
	go func() {
		err := a.sync()
		r.mu.Lock()
		defer r.mu.Unlock()
		a.unsynced -= a.syncing
		// The system tells of a lost write once; the next sync would not hear.
		a.syncing, a.lost = 0, err
		r.changed.Broadcast()
		r.schedule(a)
	}()
}

// rest calls off the group that would begin by time.
func (a *appender) rest() {
	if a.due != nil {
		a.due.Stop()
		a.due = nil
	}
}

// settle waits for a group under way and lets none begin after it. It is
// called with the run's lock held.
func (r *Run) settle(a *appender) {
	for a != nil && a.syncing > 0 {
		r.changed.Wait()
	}
	if a != nil {
		a.rest()
	}
}
