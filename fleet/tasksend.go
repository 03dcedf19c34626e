package fleet

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/runner"
)

func (c *Coordinator) taskMessage(ctx context.Context, t runner.Task) ([]byte, error) {
	m := taskMessage{
		Schema: taskSchema, Run: c.run, Question: t.Question, Repeat: t.Repeat, Generation: t.Generation, Kept: t.Kept, Given: t.Given,
	}
	if err := c.setAside(ctx, &m); err != nil {
		return nil, err
	}
	data, err := encode(m)
	if err == nil && c.job.Scrub != nil {
		data = c.job.Scrub(data)
	}
	return data, err
}

// largeContext is where passages become an object: below it the repeats of a
// question send them along.
const largeContext = 16 << 10

// setAside puts large passages into an object, which all questions over the
// same passages have in common.
func (c *Coordinator) setAside(ctx context.Context, m *taskMessage) error {
	size := 0
	for _, p := range m.Question.Context {
		size += len(p.Text)
	}
	if size < largeContext {
		return nil
	}
	data, err := encode(m.Question.Context)
	if err != nil {
		return err
	}
	if c.job.Scrub != nil {
		data = c.job.Scrub(data)
	}
	m.Context, err = c.store.objects.put(ctx, data)
	m.Question.Context = nil
	return err
}

// handOut puts a task into the queue, where it may be already.
func (c *Coordinator) handOut(ctx context.Context, key taskKey, data []byte) error {
	msg, err := c.store.objects.pack(ctx, workSubject(c.run, key), data)
	if err != nil {
		return err
	}
	if err := c.conn.publish(ctx, msg); err != nil && !taken(err) {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handed = true
	return nil
}

// removeResult takes a result away that is no record.
func (c *Coordinator) removeResult(ctx context.Context, seq uint64) error {
	err := c.conn.persist(ctx, func(ctx context.Context) error { return c.store.results.DeleteMsg(ctx, seq) })
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return nil
	}
	return err
}

// takeBack takes a task out of the queue. A worker that has begun it meanwhile
// goes on, and has its result found when the run goes on.
func (c *Coordinator) takeBack(ctx context.Context, key taskKey) error {
	return c.conn.persist(ctx, func(ctx context.Context) error {
		return c.store.work.Purge(ctx, jetstream.WithPurgeSubject(workSubject(c.run, key)))
	})
}

// queued reports whether a task is in the queue, or with a worker.
func (c *Coordinator) queued(ctx context.Context, key taskKey) (bool, error) {
	of := workSubject(c.run, key)
	var there bool
	err := c.conn.persist(ctx, func(ctx context.Context) error {
		info, err := c.store.work.Info(ctx, jetstream.WithSubjectFilter(of))
		if err == nil {
			there = info.State.Subjects[of] > 0
		}
		return err
	})
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		err = errRemoved
	}
	return there, err
}
