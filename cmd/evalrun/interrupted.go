package main

import "time"

// leaveTimeout is for a server to take away what it has of a run.
const leaveTimeout = 10 * time.Second

// lastMoment is kept of the grace for what the process does at its very end.
const lastMoment = time.Second

// interruption notes when the command was interrupted, which ends it when the
// grace is over.
func (e *evaluation) interruption() {
	now := time.Now()
	e.interrupted.CompareAndSwap(nil, &now)
}

// within is how long something may take that usually may take the time given:
// after an interrupt no more than the share, one of several, of what is left of
// the grace.
func (e *evaluation) within(usual time.Duration, share int) time.Duration {
	at := e.interrupted.Load()
	if at == nil {
		return usual
	}
	left := grace - lastMoment - time.Since(*at)
	return min(usual, max(left/time.Duration(share), 0))
}
