package fleet

import (
	"fmt"
	"sync"
)

// mostTold is how many refused messages are told of one by one. Who sends one
// may send a hundred thousand.
const mostTold = 20

// refusals tells of messages that are refused, and of many how many there were.
type refusals struct {
	mu    sync.Mutex
	count int
	next  int // the count that is told next
}

func (r *refusals) tell(warn func(string), line string) {
	r.mu.Lock()
	r.count++
	count := r.count
	switch {
	case count == mostTold:
		line += "; others that are refused are counted from now on"
		r.next = 10 * mostTold
	case count > mostTold && count < r.next:
		line = ""
	case count == r.next:
		line = fmt.Sprintf("%d messages are refused by now", count)
		r.next *= 10
	}
	r.mu.Unlock()
	if line != "" {
		warn(line)
	}
}
