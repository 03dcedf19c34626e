package grounding

import (
	"slices"
	"sync"
)

// recentContexts keeps the last few contexts of a batch ready: answers to the
// same question, or about the same repository, share theirs.
type recentContexts struct {
	mu    sync.Mutex
	queue []*recentContext // the newest last
}

type recentContext struct {
	raw   string
	ready func() (*Context, error)
}

// What a batch remembers: a context takes some four times its own length, for
// its text and its terms.
const (
	keptContexts = 8
	keptBytes    = 8 << 20 // of raw in all, beside the newest
)

// get prepares what raw says, once for all who ask at the same time.
func (r *recentContexts) get(raw []byte, prepare func([]byte) (*Context, error)) (*Context, error) {
	return r.find(raw, prepare).ready()
}

func (r *recentContexts) find(raw []byte, prepare func([]byte) (*Context, error)) *recentContext {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.queue {
		if c.raw == string(raw) {
			return c
		}
	}
	c := &recentContext{raw: string(raw)}
	c.ready = sync.OnceValues(func() (*Context, error) { return prepare([]byte(c.raw)) })
	r.makeRoom()
	r.queue = append(r.queue, c)
	return c
}

// makeRoom forgets the oldest.
func (r *recentContexts) makeRoom() {
	held := 0
	for _, c := range r.queue {
		held += len(c.raw)
	}
	for len(r.queue) == keptContexts || held > keptBytes {
		held -= len(r.queue[0].raw)
		r.queue = slices.Delete(r.queue, 0, 1)
	}
}
