package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Remove takes all that the server has of a run away. A run that has a
// coordinator, and one that the server does not know, are refused.
func Remove(ctx context.Context, c *Conn, run string) error {
	if c.coordinated(ctx, run) {
		return fmt.Errorf("run %s has a coordinator; it removes the run when it ends", run)
	}
	runs, err := c.makeBucket(ctx, runsBucket)
	if err != nil {
		return err
	}
	err = c.persist(ctx, func(ctx context.Context) error {
		_, err := runs.Get(ctx, token(run))
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return fmt.Errorf("the server has no run %s", run)
	}
	if err == nil {
		err = remove(ctx, c, runs, run)
	}
	if err != nil {
		return fmt.Errorf("remove run %s: %w", run, err)
	}
	return nil
}

// remove deletes the entry last: while it is there, what a broken connection
// left behind can be removed by name.
func remove(ctx context.Context, c *Conn, runs jetstream.KeyValue, run string) error {
	for _, drop := range []func(context.Context) error{
		func(ctx context.Context) error { return c.js.DeleteStream(ctx, workStream(run)) },
		func(ctx context.Context) error { return c.js.DeleteStream(ctx, resultStream(run)) },
		func(ctx context.Context) error { return c.js.DeleteObjectStore(ctx, objectBucket(run)) },
		func(ctx context.Context) error { return runs.Purge(ctx, token(run)) },
	} {
		err := c.persist(ctx, drop)
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
	}
	return nil
}
