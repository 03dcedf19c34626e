package fleet

import (
	"bytes"
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// announce writes the run's entry, which workers look at to take part. A plan
// that is too large for it becomes an object.
func (c *Coordinator) announce(ctx context.Context, state jobState) error {
	entry := c.job.entry()
	entry.State, entry.Coordinator = state, c.id
	data, err := c.entryOf(&entry)
	if err != nil {
		return err
	}
	if len(data) > c.conn.room() {
		if entry.Object, err = c.store.objects.put(ctx, entry.Plan); err != nil {
			return err
		}
		entry.Plan = nil
		if data, err = encode(entry); err != nil {
			return err
		}
	}
	return c.conn.persistIn(ctx, c.runs, func(ctx context.Context) error { return c.putEntry(ctx, data) })
}

// errOtherCoordinator: one answers, or has written the entry over the one that
// is known here.
var errOtherCoordinator = errors.New("it has a coordinator already")

// errSuperseded ends a coordinator that did not answer for some time.
var errSuperseded = errors.New("another coordinator has taken the run up")

// putEntry writes the entry over the one that this coordinator knows.
func (c *Coordinator) putEntry(ctx context.Context, data []byte) error {
	revision, err := c.writeEntry(ctx, data, c.revision.Load())
	if taken(err) {
		revision, err = c.putOver(ctx, data)
	}
	if err == nil {
		c.revision.Store(revision)
	}
	return err
}

// putOver writes the entry where another one stands than the known one, or none
// since somebody deleted it. One that this coordinator wrote without an answer
// is its own; over that of another nothing is written.
func (c *Coordinator) putOver(ctx context.Context, data []byte) (revision uint64, err error) {
	stands, err := c.runs.Get(ctx, token(c.run))
	switch {
	case c.revision.Load() != 0 && errors.Is(err, jetstream.ErrKeyNotFound):
		revision, err = c.writeEntry(ctx, data, 0)
	case err != nil:
	case bytes.Equal(stands.Value(), data):
		revision = stands.Revision()
	case writerOf(stands) == c.id:
		revision, err = c.writeEntry(ctx, data, stands.Revision())
	default:
		err = errOtherCoordinator
	}
	if taken(err) { // another one was quicker
		err = errOtherCoordinator
	}
	return revision, err
}

// writeEntry is refused where another revision stands than the known one; 0 is
// none.
func (c *Coordinator) writeEntry(ctx context.Context, data []byte, known uint64) (uint64, error) {
	if known == 0 {
		return c.runs.Create(ctx, token(c.run), data)
	}
	return c.runs.Update(ctx, token(c.run), data, known)
}

// writerOf is who wrote an entry, "" of one that cannot be read: it is nobody's.
func writerOf(stands jetstream.KeyValueEntry) string {
	entry, _ := decodeJob(stands.Value(), stands.Key())
	return entry.Coordinator
}

// standing is the revision of the run's entry, 0 where there is none, and whose
// it is.
func (c *Coordinator) standing(ctx context.Context) (revision uint64, whose string, err error) {
	key := token(c.run)
	err = c.conn.persistIn(ctx, c.runs, func(ctx context.Context) error {
		stands, err := c.runs.Get(ctx, key)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			return nil
		case err != nil:
			return err
		}
		revision, whose = stands.Revision(), writerOf(stands)
		return nil
	})
	return revision, whose, err
}

// entryOf writes the entry with the plan in it. One that holds a secret is
// refused: without it the workers would ask with something else.
func (c *Coordinator) entryOf(entry *jobEntry) (data []byte, err error) {
	if entry.Plan, err = encode(jobPlan{Schema: planSchema, Info: c.job.Info, Setup: c.job.Setup}); err != nil {
		return nil, err
	}
	if data, err = encode(entry); err != nil {
		return nil, err
	}
	if c.job.Scrub != nil && !bytes.Equal(c.job.Scrub(data), data) {
		return nil, errors.New("what workers must be told holds the value of a secret; name its environment variable instead")
	}
	return data, nil
}
