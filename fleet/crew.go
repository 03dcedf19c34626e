package fleet

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
)

// crew is a worker at work: its places, and the runs that it knows.
type crew struct {
	*Worker
	staying context.Context // ends when nothing new is begun
	hard    context.Context // cuts short what is in flight
	runs    jetstream.KeyValue
	people  jetstream.KeyValue
	hints   *nats.Subscription

	places *semaphore.Weighted // one for each question in flight; who waits longest is served first
	wake   chan struct{}       // there may be work
	news   chan struct{}       // the heartbeat has something to tell
	beside sync.WaitGroup

	mu       sync.Mutex
	seats    map[string]*seat // by key of the bucket of runs
	draining bool
	started  time.Time
	inFlight int
	done     int
	pace     pace
}

func newCrew(w *Worker, staying, hard context.Context) *crew {
	c := &crew{
		Worker: w, staying: staying, hard: hard, places: semaphore.NewWeighted(int64(w.Concurrency)),
		wake: make(chan struct{}, 1), news: make(chan struct{}, 1), seats: map[string]*seat{}, started: w.Now().UTC(),
	}
	c.times = w.times.orDefault()
	return c
}

func (c *crew) open(ctx context.Context) (err error) {
	if c.runs, err = c.bucket(ctx, runsBucket); err != nil {
		return err
	}
	if c.people, err = c.bucket(ctx, workersBucket); err != nil {
		return err
	}
	c.hints, err = c.Conn.nc.Subscribe(moreSubject, func(msg *nats.Msg) { c.more(string(msg.Data)) })
	return err
}

// bucket opens a bucket of all runs. A worker that may not make it looks for it
// until a coordinator has made it.
func (c *crew) bucket(ctx context.Context, name string) (kv jetstream.KeyValue, err error) {
	for said := false; ; said = true {
		if kv, err = c.Conn.bucket(ctx, name); kv != nil || err != nil {
			return kv, err
		}
		if !said {
			if kv, err = c.Conn.makeBucket(ctx, name); !errors.Is(err, ErrDenied) {
				return kv, err
			}
			c.Say("waits for the first evalrun run --fleet, which makes bucket " + name)
		}
		if !pause(ctx, c.times.look) {
			return nil, ctx.Err()
		}
	}
}

// signal leaves word for who looks next; one word is enough.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// more takes the word of a coordinator that its run, named by its key, has
// something to do.
func (c *crew) more(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.seats[key]; s != nil && s.member != nil {
		s.member.rouse()
		signal(c.wake)
	}
}

// members are the runs that it takes part in, the oldest first.
func (c *crew) members() []*member {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []*member
	for _, s := range c.seats {
		if s.member != nil {
			out = append(out, s.member)
		}
	}
	slices.SortFunc(out, func(a, b *member) int { return a.entry.compare(b.entry) })
	return out
}

func (c *crew) isDraining() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.draining
}

// drain leaves: what is in flight has the grace to end.
func (c *crew) drain(grace time.Duration, cut context.CancelFunc) {
	c.mu.Lock()
	c.draining = true
	c.mu.Unlock()
	signal(c.news)
	timer := time.AfterFunc(grace, cut)
	defer timer.Stop()
	_ = c.places.Acquire(context.WithoutCancel(c.hard), c.all()) // each task frees its own, and ends when it is cut short
	c.leaveAll()
	cut()
	_ = c.hints.Unsubscribe()
	c.beside.Wait()
}
