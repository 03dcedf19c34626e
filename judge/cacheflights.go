package judge

import (
	"context"
	"sync"
)

// flights lets one call at a time through for each key.
type flights struct {
	mu  sync.Mutex
	out map[string]chan struct{} // closed when the call is over
}

// enter waits until no call for the key is out. The error is that of a
// context that ended; else land must be called.
func (f *flights) enter(ctx context.Context, key string) (land func(), err error) {
	for ctx.Err() == nil {
		over, mine := f.try(key)
		if mine {
			return func() { f.land(key, over) }, nil
		}
		select {
		case <-over:
		case <-ctx.Done():
		}
	}
	return nil, ctx.Err()
}

func (f *flights) try(key string) (over chan struct{}, mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if over, busy := f.out[key]; busy {
		return over, false
	}
	if f.out == nil {
		f.out = map[string]chan struct{}{}
	}
	over = make(chan struct{})
	f.out[key] = over
	return over, true
}

func (f *flights) land(key string, over chan struct{}) {
	f.mu.Lock()
	delete(f.out, key)
	f.mu.Unlock()
	close(over)
}
