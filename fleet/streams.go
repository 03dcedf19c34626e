package fleet

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// runStore is what the server keeps of one run.
type runStore struct {
	work    jetstream.Stream
	results jetstream.Stream
	objects *objects
	fresh   bool   // it was made just now
	last    uint64 // the last message of results when it was taken up

	lost atomic.Bool // the server has lost some of them since; see follower
}

// old reports whether a message of results was there when the run was taken
// up. After a loss the sequences say nothing of that any more.
func (s *runStore) old(seq uint64) bool { return seq <= s.last && !s.lost.Load() }

// follower hands what comes of the results from then on to each.
func (s *runStore) follower(c *Conn, each func(jetstream.Msg), subjects ...string) *follower {
	return &follower{
		conn: c, stream: s.results, subjects: subjects, each: each, next: s.last + 1,
		made: s.results.CachedInfo().Created, lost: s.lose,
	}
}

// lose is for a server that has not all that it confirmed.
func (s *runStore) lose() {
	s.lost.Store(true)
	s.objects.forget()
}

// makeStore makes a run's streams and its bucket of objects, or takes them up
// as they stand.
func makeStore(ctx context.Context, c *Conn, run string, ackWait time.Duration) (*runStore, error) {
	s := &runStore{}
	var err error
	if s.results, s.fresh, err = c.makeStream(ctx, run, resultConfig(run)); err != nil {
		return nil, err
	}
	s.last = s.results.CachedInfo().State.LastSeq
	if s.work, _, err = c.makeStream(ctx, run, workConfig(run)); err != nil {
		return nil, err
	}
	if err := s.makeConsumer(ctx, c, ackWait); err != nil {
		return nil, fmt.Errorf("make the consumer of run %s: %w", run, err)
	}
	s.objects, err = makeObjects(ctx, c, run)
	return s, err
}

// makeConsumer makes what all workers pull from.
func (s *runStore) makeConsumer(ctx context.Context, c *Conn, ackWait time.Duration) error {
	return c.persist(ctx, func(ctx context.Context) error {
		_, err := s.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: workConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
			// How often a task may be begun is the workers' to count, and how many
			// are out the coordinator's.
			MaxDeliver: -1, MaxAckPending: -1,
		})
		return err
	})
}

// makeStream makes a stream of a run, or takes up the one that is there.
func (c *Conn) makeStream(ctx context.Context, run string, config jetstream.StreamConfig) (s jetstream.Stream, fresh bool, err error) {
	err = c.persist(ctx, func(ctx context.Context) (err error) {
		if s, err = c.js.Stream(ctx, config.Name); !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		fresh = true
		return c.replicated(func(replicas int) (err error) {
			config.Replicas = replicas
			s, err = c.js.CreateStream(ctx, config)
			return err
		})
	})
	if err != nil {
		return nil, false, fmt.Errorf("make stream %s: %w", config.Name, err)
	}
	if other := difference(s.CachedInfo().Config, config); other != "" {
		return nil, false, fmt.Errorf("stream %s has another %s: another version of evalrun made it; "+
			"go on with that one, or have evalrun fleet remove %s take it away with what is stored in it", config.Name, other, run)
	}
	return s, fresh, nil
}

func makeObjects(ctx context.Context, c *Conn, run string) (*objects, error) {
	err := c.persist(ctx, func(ctx context.Context) error {
		if _, err := c.js.ObjectStore(ctx, objectBucket(run)); !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		return c.replicated(func(replicas int) error {
			_, err := c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objectBucket(run), Replicas: replicas})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("make bucket %s: %w", objectBucket(run), err)
	}
	return openObjects(ctx, c, run)
}
