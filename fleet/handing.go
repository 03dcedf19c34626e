package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/runner"
)

// CodePoison is the code of a question that no worker brought to its end: it
// was begun as often as any is and took its worker with it, or what came back
// of it could not be read. It says nothing about the answer.
const CodePoison = "fleet_poison"

// maxRefused is how many messages of one task are refused before it is given
// up: one may be of a worker that is too old or too new, or of somebody else.
const maxRefused = 3

// Measure has one task measured by a worker; it is runner.Plan's Elsewhere. A
// result that is stored from before is taken, and no worker does it again.
// Neither a Record nor a Stop means that ctx or Withdraw came first. The error
// is one that every task would meet: the run was removed, or the server denies
// what it takes.
func (c *Coordinator) Measure(ctx context.Context, t runner.Task) (runner.Measured, error) {
	w, err := c.expect(keyOfTask(t))
	if err != nil || w == nil {
		return runner.Measured{}, err
	}
	defer c.forget(w)
	h := handing{c: c, w: w, task: t}
	m, err := h.measured(ctx)
	if ctx.Err() != nil && err != nil {
		return runner.Measured{}, nil
	}
	if err != nil {
		return runner.Measured{}, fmt.Errorf("have question %q measured: %w", t.Question.ID, err)
	}
	return m, nil
}

// handing is one task that is handed out.
type handing struct {
	c       *Coordinator
	w       *waiter
	task    runner.Task
	refused []string // why what came back was not taken
}

func (h *handing) measured(ctx context.Context) (runner.Measured, error) {
	message, err := h.c.taskMessage(ctx, h.task)
	if err != nil {
		return runner.Measured{}, err
	}
	for look := !h.c.store.fresh; len(h.refused) < maxRefused; look = true {
		if look {
			if m, ok, err := h.stored(ctx); ok || err != nil {
				return m, err
			}
		}
		if err := h.c.handOut(ctx, h.w.key, message); err != nil {
			return runner.Measured{}, err
		}
		m, ok, err := h.await(ctx)
		if ok || err != nil {
			return m, err
		}
	}
	return h.giveUp()
}

// await waits for a result that can be taken. When there is none for long it is
// looked for and the task is handed out again, which does nothing while it is
// in the queue: what a server lost with its power is done all the same.
func (h *handing) await(ctx context.Context) (runner.Measured, bool, error) {
	within, cancel := context.WithTimeout(ctx, h.c.job.AckWait)
	defer cancel()
	select {
	case <-h.w.released:
		return runner.Measured{}, true, nil
	case msg := <-h.w.results:
		return h.take(ctx, msg)
	case <-within.Done():
		return runner.Measured{}, false, ctx.Err()
	}
}

func (h *handing) take(ctx context.Context, msg jetstream.Msg) (runner.Measured, bool, error) {
	at, err := msg.Metadata()
	if err != nil {
		return runner.Measured{}, false, err
	}
	return h.taken(ctx, storedMsg{header: msg.Headers(), data: msg.Data(), seq: at.Sequence.Stream})
}

// stored looks for a result of a coordinator before this one. What stopped the
// run then need not stop it now.
func (h *handing) stored(ctx context.Context) (runner.Measured, bool, error) {
	if _, err := h.c.store.work.Info(ctx); errors.Is(err, jetstream.ErrStreamNotFound) {
		return runner.Measured{}, false, errRemoved
	}
	found, err := h.c.conn.lastOf(ctx, h.c.store.results, resultSubject(h.c.run, keyOfTask(h.task)))
	if err != nil || found == nil {
		return runner.Measured{}, false, err
	}
	m, ok, err := h.taken(ctx, *found)
	if found.seq > h.c.store.last {
		return m, ok, err
	}
	m.Stop = nil
	return m, ok && m.Record != nil, err
}

// taken reads a result. One that is no record is removed: it is in the way of
// the record that a later try will have.
func (h *handing) taken(ctx context.Context, s storedMsg) (runner.Measured, bool, error) {
	m, err := h.read(ctx, s)
	if ctx.Err() != nil {
		return runner.Measured{}, false, ctx.Err()
	}
	if err == nil && m.Record != nil {
		return m.measured(), true, nil
	}
	if gone := h.c.removeResult(ctx, s.seq); gone != nil {
		return runner.Measured{}, false, gone
	}
	if err == nil {
		return m.measured(), true, nil
	}
	h.refused = append(h.refused, err.Error())
	h.c.conn.warn(fmt.Sprintf("%s is refused: %v", resultSubject(h.c.run, keyOfTask(h.task)), err))
	return runner.Measured{}, false, nil
}

func (h *handing) read(ctx context.Context, s storedMsg) (resultMessage, error) {
	data, err := h.c.store.objects.unpack(ctx, s.header, s.data)
	if err != nil {
		return resultMessage{}, err
	}
	m, err := decodeResult(data, h.c.run, h.task)
	if err == nil && m.Refused != "" {
		err = fmt.Errorf("worker %s could not read the task: %s", cut(m.Worker, maxShown), cut(m.Refused, maxShown))
	}
	return m, err
}

// giveUp makes the record of a task whose results cannot be read.
func (h *handing) giveUp() (runner.Measured, error) {
	message := "no worker's result could be read"
	for _, why := range h.refused {
		message += "; " + why
	}
	rec, err := runner.Unreachable(h.c.job.Info, h.task, CodePoison, message, h.c.job.Now())
	return runner.Measured{Record: &rec}, err
}
