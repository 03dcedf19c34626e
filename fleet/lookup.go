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
	err = c.persistAt(ctx, s.CachedInfo().Config.Name, func(ctx context.Context) error {
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
		next, err := c.nextOf(ctx, s, subject, seq)
		if err != nil || next == nil {
			return found, err
		}
		found = append(found, *next)
		seq = next.seq + 1
	}
	return found, nil
}

// nextOf is the first message of a subject from a sequence on, nil where there
// is none.
func (c *Conn) nextOf(ctx context.Context, s jetstream.Stream, subject string, from uint64) (found *storedMsg, err error) {
	err = c.persistAt(ctx, s.CachedInfo().Config.Name, func(ctx context.Context) error {
		msg, err := s.GetMsg(ctx, from, jetstream.WithGetMsgSubject(subject))
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
