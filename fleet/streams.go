package fleet

import (
	"context"
	"errors"
	"fmt"
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
}

// makeStore makes a run's streams and its bucket of objects, or takes them up
// as they stand.
func makeStore(ctx context.Context, c *Conn, run string, ackWait time.Duration) (*runStore, error) {
	s := &runStore{}
	var err error
	if s.results, s.fresh, err = c.makeStream(ctx, resultConfig(run)); err != nil {
		return nil, err
	}
	s.last = s.results.CachedInfo().State.LastSeq
	if s.work, _, err = c.makeStream(ctx, workConfig(run)); err != nil {
		return nil, err
	}
	err = c.persist(ctx, func(ctx context.Context) error {
		_, err := s.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: workConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
			// How often a task may be begun is the workers' to count, and how many
			// are out the coordinator's.
			MaxDeliver: -1, MaxAckPending: -1,
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("make the consumer of run %s: %w", run, err)
	}
	s.objects, err = makeObjects(ctx, c, run)
	return s, err
}

// workConfig is the queue of tasks. A task stays until it is acknowledged, and
// one that is there is not taken twice.
func workConfig(run string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: workStream(run), Subjects: []string{subject(run, "work", ">")},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	}
}

// resultConfig is what becomes of tasks, kept until the run is removed: only
// then is it known that a result will not be asked for again.
func resultConfig(run string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:      resultStream(run),
		Subjects:  []string{subject(run, "start", ">"), subject(run, "answer", ">"), subject(run, "result", ">")},
		Retention: jetstream.LimitsPolicy, Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew,
		AllowDirect: true,
	}
}

func (c *Conn) makeStream(ctx context.Context, config jetstream.StreamConfig) (s jetstream.Stream, fresh bool, err error) {
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
	return s, fresh, nil
}

func makeObjects(ctx context.Context, c *Conn, run string) (*objects, error) {
	var store jetstream.ObjectStore
	err := c.persist(ctx, func(ctx context.Context) (err error) {
		if store, err = c.js.ObjectStore(ctx, objectBucket(run)); !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		return c.replicated(func(replicas int) (err error) {
			store, err = c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objectBucket(run), Replicas: replicas})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("make bucket %s: %w", objectBucket(run), err)
	}
	return newObjects(c, store), nil
}
