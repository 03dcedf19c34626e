package fleet

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// storedMsg is a message as it stands in a stream.
type storedMsg struct {
	header nats.Header
	data   []byte
	seq    uint64
}

// lastOf is the last message of a subject, nil where there is none.
func (c *Conn) lastOf(ctx context.Context, s jetstream.Stream, subject string) (found *storedMsg, err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		msg, err := s.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err == nil {
			found = &storedMsg{header: msg.Header, data: msg.Data, seq: msg.Sequence}
		}
		return err
	})
	return found, err
}

// allOf are the first messages of a subject, at most as many as given.
func (c *Conn) allOf(ctx context.Context, s jetstream.Stream, subject string, most int) (found []storedMsg, err error) {
	for seq := uint64(1); len(found) < most; {
		var msg *jetstream.RawStreamMsg
		err := c.persist(ctx, func(ctx context.Context) (err error) {
			msg, err = s.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(subject))
			return err
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		found = append(found, storedMsg{header: msg.Header, data: msg.Data, seq: msg.Sequence})
		seq = msg.Sequence + 1
	}
	return found, nil
}
