package fleet

import (
	"bytes"
	"context"
	"errors"
)

// announce writes the run's entry, which workers look at to take part. A plan
// that is too large for it becomes an object.
func (c *Coordinator) announce(ctx context.Context, state jobState) error {
	entry := c.job.entry()
	entry.State = state
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
	return c.conn.persist(ctx, func(ctx context.Context) error {
		_, err := c.runs.Put(ctx, token(c.run), data)
		return err
	})
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
