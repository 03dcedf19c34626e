package fleet

import (
	"fmt"
	"sync"
)

// outage is something of a run that does not work for a while, of which a
// person is told when it begins and when it ends, however many tasks meet it.
type outage struct {
	say  func(string)
	what string
	most int // tries in a row that may fail before it is told

	mu     sync.Mutex
	failed int
}

func (o *outage) failing(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed++; o.failed == o.most+1 {
		o.say(fmt.Sprintf("%s: %v", o.what, err))
	}
}

func (o *outage) over() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed > o.most {
		o.say(o.what + ": no longer")
	}
	o.failed = 0
}
