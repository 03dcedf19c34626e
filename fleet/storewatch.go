package fleet

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// watchStore makes anew what somebody took away of what workers find a run by,
// and ends the run where its questions or its results are gone: what is asked
// of a stream that is not there is not answered.
func (c *Coordinator) watchStore(ctx context.Context) {
	for pause(ctx, c.job.times.mend) {
		if err := c.mend(ctx); errors.Is(err, errRemoved) {
			c.fail(errRemoved)
			return
		}
	}
}

// mend does it once. What it cannot do the next time will try again.
func (c *Coordinator) mend(ctx context.Context) error {
	for _, stream := range []string{workStream(c.run), resultStream(c.run), "OBJ_" + objectBucket(c.run)} {
		if c.missing(ctx, stream) && pause(ctx, lastPause) && c.missing(ctx, stream) { // it may just be made anew
			return errRemoved
		}
	}
	err := c.conn.persist(ctx, func(ctx context.Context) error {
		_, err := c.conn.js.Consumer(ctx, workStream(c.run), workConsumer)
		return err
	})
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		err = c.store.makeConsumer(ctx, c.conn, c.job.AckWait)
	}
	if err != nil {
		return err
	}
	return c.mendEntry(ctx)
}

func (c *Coordinator) missing(ctx context.Context, stream string) bool {
	err := c.conn.persist(ctx, func(ctx context.Context) error {
		_, err := c.conn.js.Stream(ctx, stream)
		return err
	})
	return errors.Is(err, jetstream.ErrStreamNotFound)
}

// mendEntry has workers find the run, and be heard of, where the buckets of all
// runs are new.
func (c *Coordinator) mendEntry(ctx context.Context) error {
	if _, err := c.conn.makeBucket(ctx, workersBucket); err != nil {
		return err
	}
	if _, err := c.conn.makeBucket(ctx, runsBucket); err != nil {
		return err
	}
	mine := c.revision.Load()
	stands, _, err := c.standing(ctx)
	if err != nil || stands != 0 || mine == 0 { // not announced yet
		return err
	}
	c.revision.Store(0)
	if err := c.announce(ctx, jobRunning); err != nil {
		c.revision.Store(mine) // it is tried again
		return err
	}
	return nil
}
