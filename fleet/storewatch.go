package fleet

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// watchStore makes anew what somebody took away of what workers find a run by.
// It ends the run where its questions or its results are gone, as what is asked
// of a stream that is not there is not answered, and where another coordinator
// has taken it up.
func (c *Coordinator) watchStore(ctx context.Context) {
	for pause(ctx, c.job.times.mend) {
		if err := c.mend(ctx); errors.Is(err, errRemoved) || errors.Is(err, errSuperseded) {
			c.fail(err)
			return
		}
	}
}

// mend does it once. What it cannot do the next time will try again.
func (c *Coordinator) mend(ctx context.Context) error {
	for _, bucket := range []string{workersBucket, runsBucket} {
		if _, err := c.conn.makeBucket(ctx, bucket); err != nil {
			return err
		}
	}
	mine := c.revision.Load()
	stands, whose, err := c.standing(ctx)
	if err != nil {
		return err
	}
	if stands > mine && whose != c.id { // what stood before this one wrote is older
		return errSuperseded
	}
	if err := c.mendStreams(ctx); err != nil || stands != 0 || mine == 0 { // 0: not announced yet
		return err
	}
	return c.announce(ctx, jobRunning)
}

// mendStreams has the consumer of the work, and the streams be there.
func (c *Coordinator) mendStreams(ctx context.Context) error {
	for _, stream := range []string{workStream(c.run), resultStream(c.run), objectStream(c.run)} {
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
	return err
}

func (c *Coordinator) missing(ctx context.Context, stream string) bool {
	err := c.conn.persist(ctx, func(ctx context.Context) error {
		_, err := c.conn.js.Stream(ctx, stream)
		return err
	})
	return errors.Is(err, jetstream.ErrStreamNotFound)
}
