package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/runner"
)

// maxRefused is how many messages of one task are refused before it is given
// up: one may be of a worker that is too old or too new, or of somebody else.
const maxRefused = 3

// accept takes a result. One that is no record is removed: it is in the way of
// the record that a later try will have.
func (h *handing) accept(ctx context.Context, s storedMsg) (runner.Measured, bool, error) {
	h.seen = s.seq
	m, err := h.read(ctx, s)
	switch {
	case ctx.Err() != nil:
		return runner.Measured{}, false, ctx.Err()
	case errors.Is(err, errRemoved), errors.Is(err, ErrDenied):
		return runner.Measured{}, false, err // it says nothing about the result
	case err == nil && m.Record != nil:
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
	// Its worker may not have acknowledged the task yet, which then could not be
	// handed out again before it has.
	if err := h.c.takeBack(ctx, h.w.key); err != nil || m.Refused == "" {
		return runner.Measured{}, false, err
	}
	return runner.Measured{}, false, h.packAnew(ctx)
}

// packAnew is for a task that a worker could not read: somebody may have taken
// away the objects that it names.
func (h *handing) packAnew(ctx context.Context) (err error) {
	h.c.store.objects.forget()
	h.message, err = h.c.taskMessage(ctx, h.task)
	return err
}

func (h *handing) read(ctx context.Context, s storedMsg) (resultMessage, error) {
	var m resultMessage
	err := h.c.store.objects.unpack(ctx, s.header, s.data, func(data []byte) (err error) {
		m, err = decodeResult(data, h.c.job.Info, h.task)
		return err
	})
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
