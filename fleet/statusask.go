package fleet

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// bucket opens a bucket that may not be there: nil.
func (c *Conn) bucket(ctx context.Context, name string) (kv jetstream.KeyValue, err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		kv, err = c.js.KeyValue(ctx, name)
		return err
	})
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, nil
	}
	return kv, err
}

func (c *Conn) askWork(ctx context.Context, s *RunStatus) error {
	consumer, err := c.js.Consumer(ctx, workStream(s.Run), workConsumer)
	if err != nil {
		return err
	}
	info := consumer.CachedInfo()
	s.InFlight, s.Waiting = info.NumAckPending, int(info.NumPending)
	work, err := c.js.Stream(ctx, workStream(s.Run))
	if err == nil {
		s.Bytes += work.CachedInfo().State.Bytes
	}
	return err
}

func (c *Conn) askResults(ctx context.Context, s *RunStatus) error {
	stream, err := c.js.Stream(ctx, resultStream(s.Run))
	if err != nil {
		return err
	}
	s.Bytes += stream.CachedInfo().State.Bytes
	if s.Started.IsZero() { // of a run that is left over
		s.Started = stream.CachedInfo().Created
	}
	s.Results, err = c.countOf(ctx, stream, subject(s.Run, "result", ">"))
	return err
}

// countOf is how many messages stand under a subject. A consumer knows without
// listing them.
func (c *Conn) countOf(ctx context.Context, stream jetstream.Stream, subject string) (int, error) {
	probe, err := stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		AckPolicy: jetstream.AckNonePolicy, FilterSubject: subject, MemoryStorage: true, Replicas: 1, InactiveThreshold: followTTL,
	})
	if err != nil {
		return 0, err
	}
	info := probe.CachedInfo()
	return int(info.NumPending), stream.DeleteConsumer(ctx, info.Name)
}

func (c *Conn) askObjects(ctx context.Context, s *RunStatus) error {
	store, err := c.js.ObjectStore(ctx, objectBucket(s.Run))
	if err != nil {
		return err
	}
	info, err := store.Status(ctx)
	if err == nil {
		s.Bytes += info.Size()
	}
	return err
}
