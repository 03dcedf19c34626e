package fleet

import "time"

// timing is how often things are done that nobody waits for; tests wait for
// them.
type timing struct {
	heartbeat time.Duration // of a worker
	look      time.Duration // for work that nobody has told of
	reopen    time.Duration // until a run that could not be opened is tried again
	hint      time.Duration // between two words that there is work
	alone     time.Duration // without a worker until that is said
	again     time.Duration // until it is said again
	mend      time.Duration // until it is looked again whether all of a run is there
	attended  time.Duration // for which it holds that a coordinator is there, or is not
	gather    time.Duration // for a question that is measured alone to have all places
}

func (t timing) orDefault() timing {
	if t != (timing{}) {
		return t
	}
	return timing{
		heartbeat: heartbeatTTL / 3, look: time.Second, reopen: 30 * time.Second,
		hint: 50 * time.Millisecond, alone: 10 * time.Second, again: time.Minute, mend: 5 * time.Second,
		attended: 4 * time.Second, gather: 30 * time.Second,
	}
}
