package fleet

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// store publishes what only the first one of may stand: who comes second has
// nothing to add.
func (m *member) store(ctx context.Context, c *claim, subject string, data []byte) error {
	data = m.measuring.Scrub(data)
	return m.insist(ctx, c, func() error {
		msg, err := m.objects.pack(ctx, subject, data)
		if err != nil {
			return err
		}
		err = m.crew.Conn.publish(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
		if taken(err) {
			return nil
		}
		return err
	})
}

// insist stores something of a task and tries again while the server takes
// nothing, as its disk is full, for as long as the task is this worker's: what
// was measured is kept here and not paid for again.
func (m *member) insist(ctx context.Context, c *claim, store func() error) error {
	err := store()
	for refusesAll(err) {
		m.storing.failing(err)
		if !pause(ctx, m.ackWait/10) || !c.holds() {
			return err
		}
		if err = store(); !refusesAll(err) {
			m.storing.over()
		}
	}
	return err
}

// refusesAll reports whether the server refused a message for a reason that is
// not the message's: a person can mend it.
func refusesAll(err error) bool {
	var answer *jetstream.APIError
	switch {
	case errors.Is(err, ErrDenied):
		return true
	case taken(err) || !errors.As(err, &answer):
		return false
	}
	return answer.ErrorCode != tooLarge
}

// tooLarge is the server's code for a message that is larger than its stream
// takes.
const tooLarge jetstream.ErrorCode = 10054
