package cache

import (
	"maps"
	"sync"
	"time"
)

// A transaction costs about as much as forty entries in one, so entries wait
// for company: for this many, or this long.
const (
	groupSize = 64
	groupTime = 500 * time.Millisecond
)

// mostWaiting bounds the memory that a locked file can cost.
const mostWaiting = 4096

// queue holds what is put and not yet written.
type queue struct {
	mu      sync.Mutex
	waiting map[string]*Entry

	wake chan struct{}
	quit chan struct{}
	once sync.Once
	done sync.WaitGroup
}

// start calls write for each group until stop.
func (q *queue) start(write func()) {
	q.waiting = map[string]*Entry{}
	q.wake, q.quit = make(chan struct{}, 1), make(chan struct{})
	q.done.Go(func() {
		tick := time.NewTicker(groupTime)
		defer tick.Stop()
		for {
			select {
			case <-q.quit:
				return
			case <-q.wake:
			case <-tick.C:
			}
			write()
		}
	})
}

func (q *queue) stop() {
	q.once.Do(func() { close(q.quit) })
	q.done.Wait()
}

// add reports whether there was room.
func (q *queue) add(key string, e Entry) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, known := q.waiting[key]; !known && len(q.waiting) >= mostWaiting {
		return false
	}
	q.waiting[key] = &e
	if len(q.waiting) >= groupSize {
		select {
		case q.wake <- struct{}{}:
		default:
		}
	}
	return true
}

func (q *queue) find(key string) (Entry, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if e, ok := q.waiting[key]; ok {
		return *e, true
	}
	return Entry{}, false
}

func (q *queue) waitingNow() map[string]*Entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	return maps.Clone(q.waiting)
}

// remove takes out what was written, unless it was put anew meanwhile.
func (q *queue) remove(written map[string]*Entry) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for key, e := range written {
		if q.waiting[key] == e {
			delete(q.waiting, key)
		}
	}
}
