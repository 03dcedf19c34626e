package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// CodePoison is the code of a question that no worker brought to its end: it
// was begun as often as any is and took its worker with it, or what came back
// of it could not be read. It says nothing about the answer.
const CodePoison = "fleet_poison"

// Measure has one task measured by a worker; it is runner.Plan's Elsewhere. A
// result that is stored from before is taken, and no worker does it again.
// Neither a Record nor a Stop means that ctx or Withdraw came first. The error
// is one that every task would meet: the run was removed, or the server denies
// what it takes. A server that has no room left is a stop, as a full disk is
// here.
func (c *Coordinator) Measure(ctx context.Context, t runner.Task) (runner.Measured, error) {
	m, err := c.measure(ctx, t)
	switch {
	case err == nil:
		return m, nil
	case ctx.Err() != nil:
		return runner.Measured{}, nil
	case errors.Is(err, ErrFull):
		c.fail(err) // what is begun cannot be stored either
		return runner.Measured{Stop: &results.Stop{Kind: results.StopDisk, Message: err.Error()}}, nil
	}
	return runner.Measured{}, fmt.Errorf("have it measured by a worker: %w", err)
}

func (c *Coordinator) measure(ctx context.Context, t runner.Task) (runner.Measured, error) {
	w, err := c.expect(keyOfTask(t))
	if err != nil || w == nil {
		return runner.Measured{}, err
	}
	defer c.forget(w)
	h := handing{c: c, w: w, task: t}
	return h.measured(ctx)
}

// handing is one task that is handed out.
type handing struct {
	c       *Coordinator
	w       *waiter
	task    runner.Task
	message []byte
	seen    uint64   // sequence of the last result that was looked at
	refused []string // why what came back was not taken
}

func (h *handing) measured(ctx context.Context) (m runner.Measured, err error) {
	if h.message, err = h.c.taskMessage(ctx, h.task); err != nil {
		return m, err
	}
	next := h.look
	if h.c.store.fresh { // there is nothing to look at
		next = h.send
	}
	for len(h.refused) < maxRefused {
		if m, ok, err := next(ctx); ok || err != nil {
			return m, err
		}
		if m, ok, err := h.await(ctx); ok || err != nil {
			return m, err
		}
		next = h.look
	}
	return h.giveUp()
}

func (h *handing) send(ctx context.Context) (runner.Measured, bool, error) {
	return runner.Measured{}, false, h.c.handOut(ctx, h.w.key, h.message)
}

// await waits for a result that can be taken; false when there is none for
// long.
func (h *handing) await(ctx context.Context) (runner.Measured, bool, error) {
	within, cancel := context.WithTimeout(ctx, h.c.job.AckWait)
	defer cancel()
	for {
		select {
		case <-h.w.released:
			return h.withdrawn(ctx)
		case msg := <-h.w.results:
			at, err := msg.Metadata()
			if err != nil {
				return runner.Measured{}, false, err
			}
			if at.Sequence.Stream != h.seen {
				return h.accept(ctx, storedMsg{header: msg.Headers(), data: msg.Data(), seq: at.Sequence.Stream})
			}
		case <-within.Done():
			return runner.Measured{}, false, ctx.Err()
		}
	}
}

// withdrawn takes back what nobody is at. Each task is taken back by who handed
// it out and not before: one that was about to be handed out is as well. What
// was answered and not judged is no less had for it.
func (h *handing) withdrawn(ctx context.Context) (runner.Measured, bool, error) {
	if err := h.c.failure(); errors.Is(err, errSuperseded) {
		return runner.Measured{}, false, err
	}
	within, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	if err := h.c.takeBack(within, h.w.key); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		h.c.leftQueued(err)
	}
	var m runner.Measured
	if h.c.wasBegun(h.w) {
		m.Kept = h.kept(within)
	}
	return m, true, h.c.failure()
}

func (h *handing) kept(ctx context.Context) *results.KeptAnswer {
	c := h.c
	kept, err := keptAnswers{c.conn, c.run, c.store.results, c.store.objects, c.conn.warn}.of(ctx, h.task.Question, h.w.key)
	if err != nil && ctx.Err() == nil {
		c.conn.warn(fmt.Sprintf("the answer to question %q stays at the server: %v", h.task.Question.ID, err))
	}
	return kept
}

// look looks for a result that was not heard of, and hands the task out again
// where it is not in the queue: what a server lost with its power is done all
// the same.
func (h *handing) look(ctx context.Context) (runner.Measured, bool, error) {
	queued, err := h.c.queued(ctx, h.w.key)
	if err != nil {
		return runner.Measured{}, false, err
	}
	if m, ok, err := h.stored(ctx); ok || err != nil || queued {
		return m, ok, err
	}
	return h.send(ctx)
}

// stored looks for a result of a coordinator before this one. What stopped the
// run then need not stop it now.
func (h *handing) stored(ctx context.Context) (runner.Measured, bool, error) {
	found, err := h.c.conn.lastOf(ctx, h.c.store.results, resultSubject(h.c.run, keyOfTask(h.task)))
	if err != nil || found == nil || found.seq == h.seen {
		return runner.Measured{}, false, err
	}
	m, ok, err := h.accept(ctx, *found)
	if !h.c.store.old(found.seq) {
		return m, ok, err
	}
	m.Stop = nil
	ok = ok && m.Record != nil
	if ok {
		h.c.tookOld()
	}
	return m, ok, err
}
