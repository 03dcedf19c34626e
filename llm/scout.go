package llm

import (
	"context"
	"sync"
	"time"
)

// holdBack bounds how long a call is held for the first one. Endpoints refuse
// a parameter before they generate anything, so a request that has been out
// for this long has most likely been accepted.
const holdBack = 2 * time.Second

// scout lets one call at a time go ahead until an endpoint has shown which
// parameters it takes. Without it a run that starts with a hundred calls
// would have each of them refused, once for every parameter.
type scout struct {
	turn chan struct{} // one place: the call that goes ahead
	done chan struct{} // closed when the endpoint is known
	once sync.Once
}

func newScout() *scout {
	return &scout{turn: make(chan struct{}, 1), done: make(chan struct{})}
}

// enter returns when the call may start: at once when the endpoint is known,
// as the scout, or after holdBack. leave must be called when the call ends.
func (s *scout) enter(ctx context.Context) (leave func(), err error) {
	select {
	case <-s.done:
		return func() {}, nil
	default:
	}
	t := time.NewTimer(holdBack)
	defer t.Stop()
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-s.done:
	case <-t.C:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return func() {}, nil
}

// settle lets all calls go.
func (s *scout) settle() { s.once.Do(func() { close(s.done) }) }
