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

// putEntry writes the entry over the one that this coordinator knows, or anew
// where somebody deleted that.
func (c *Coordinator) putEntry(ctx context.Context, data []byte) error {
	key, known := token(c.run), c.revision.Load()
	revision, err := c.writeEntry(ctx, key, data, known)
	if taken(err) {
		var stands jetstream.KeyValueEntry
		stands, err = c.runs.Get(ctx, key)
		switch {
		case known != 0 && errors.Is(err, jetstream.ErrKeyNotFound):
			revision, err = c.writeEntry(ctx, key, data, 0)
		case err != nil:
		case bytes.Equal(stands.Value(), data): // written here, and the answer was lost
			revision = stands.Revision()
		default:
			err = errOtherCoordinator
		}
	}
	if err == nil {
		c.revision.Store(revision)
	}
	return err
}

// writeEntry is refused where another revision stands than the known one; 0 is
// none.
func (c *Coordinator) writeEntry(ctx context.Context, key string, data []byte, known uint64) (uint64, error) {
	if known == 0 {
		return c.runs.Create(ctx, key, data)
	}
	return c.runs.Update(ctx, key, data, known)
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
		entry, _ := decodeJob(stands.Value(), key) // of one that cannot be read it is nobody's
		revision, whose = stands.Revision(), entry.Coordinator
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
