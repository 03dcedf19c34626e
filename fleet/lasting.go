package fleet

import (
	"fmt"
	"time"
)

// delays are how long a connection waits; tests wait for them.
type delays struct {
	request time.Duration // for an answer
	long    time.Duration // until requests that go on being made again are told of
}

// usualDelays are those of every connection but a test's. A server that is
// started anew, or a stream that has lost its leader, is back within long.
var usualDelays = delays{request: requestTimeout, long: 10 * time.Second}

// lasting is one request that is made again and again.
type lasting struct {
	since time.Time // when it failed first
	long  bool
}

// met notes that it failed once more. Of all that go on for long the first one
// is told: they wait for the same server.
func (l *lasting) met(c *Conn, err error) {
	now := time.Now()
	if l.since.IsZero() {
		l.since = now
	}
	if l.long || now.Sub(l.since) < c.delays.long {
		return
	}
	l.long = true
	c.mu.Lock()
	first := !c.stuck
	c.stuck = true
	c.mu.Unlock()
	if first {
		c.warn(fmt.Sprintf("%s has not done for %s what is asked of it, which is asked again until it has: %v", c.at, c.delays.long, err))
	}
}

// end tells that the server does again what it is asked.
func (l *lasting) end(c *Conn, err error) {
	if !l.long || err != nil {
		return
	}
	c.mu.Lock()
	last := c.stuck
	c.stuck = false
	c.mu.Unlock()
	if last {
		c.warn(c.at + " does again what is asked of it")
	}
}
