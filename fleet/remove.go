package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Remove takes all that the server has of a run away, be it the leftovers of
// one that has no entry. A run that has a coordinator, and one of which the
// server has nothing, are refused.
func Remove(ctx context.Context, c *Conn, run string) error {
	if c.coordinated(ctx, run) {
		return fmt.Errorf("run %s has a coordinator; it removes the run when it ends", run)
	}
	runs, err := c.makeBucket(ctx, runsBucket)
	if err != nil {
		return err
	}
	removed, err := c.removeAll(ctx, runs, run)
	switch {
	case err != nil:
		return fmt.Errorf("remove run %s: %w", run, err)
	case !removed:
		return fmt.Errorf("the server has no run %s", run)
	}
	return nil
}

func remove(ctx context.Context, c *Conn, runs jetstream.KeyValue, run string) error {
	_, err := c.removeAll(ctx, runs, run)
	return err
}

// removeAll reports whether there was something of the run. It deletes the
// entry last: while it is there, what a broken connection left behind is
// listed with what is known of the run.
func (c *Conn) removeAll(ctx context.Context, runs jetstream.KeyValue, run string) (removed bool, err error) {
	for _, drop := range []func(context.Context) error{
		func(ctx context.Context) error { return c.js.DeleteStream(ctx, workStream(run)) },
		func(ctx context.Context) error { return c.js.DeleteStream(ctx, resultStream(run)) },
		func(ctx context.Context) error { return c.js.DeleteObjectStore(ctx, objectBucket(run)) },
		func(ctx context.Context) error { return dropKey(ctx, runs, token(run)) },
	} {
		err := c.persistIn(ctx, runs, drop)
		if err != nil && !gone(err) {
			return removed, err
		}
		removed = removed || err == nil
	}
	return removed, nil
}

// dropKey deletes a key that is there: to purge another one would leave a mark
// of it.
func dropKey(ctx context.Context, kv jetstream.KeyValue, key string) error {
	if _, err := kv.Get(ctx, key); err != nil {
		return err
	}
	return kv.Purge(ctx, key)
}

// gone reports whether there is nothing of what was asked for.
func gone(err error) bool {
	for _, absent := range []error{
		jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrBucketNotFound,
		jetstream.ErrKeyNotFound, jetstream.ErrInvalidKey,
	} {
		if errors.Is(err, absent) {
			return true
		}
	}
	return false
}
