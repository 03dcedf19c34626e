package runstore

// flushBytes of new records are brought to the disk while the run goes on, so
// that Finish has little left to wait for.
const flushBytes = 4 << 20

// flush starts bringing the file to the disk when enough is new. It is called
// with the run's lock held.
func (r *Run) flush(a *appender) {
	if a.flushing || a.lost != nil || a.size-a.flushed < flushBytes {
		return
	}
	a.flushing, a.flushed = true, a.size
	go func() {
		err := a.sync()
		r.mu.Lock()
		defer r.mu.Unlock()
		// The system tells of a lost write once; the next sync would not hear.
		a.flushing, a.lost = false, err
		r.changed.Broadcast()
	}()
}

// settle waits for a flush under way. It is called with the run's lock held.
func (r *Run) settle(a *appender) {
	for a != nil && a.flushing {
		r.changed.Wait()
	}
}
