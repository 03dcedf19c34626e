package fleet

import (
	"context"
	"errors"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// publish stores a message of a run; see persist, taken and errRemoved.
func (c *Conn) publish(ctx context.Context, msg *nats.Msg, options ...jetstream.PublishOpt) error {
	return c.persistAt(ctx, streamOf(msg.Subject), func(ctx context.Context) error {
		_, err := c.js.PublishMsg(ctx, msg, options...)
		return err
	})
}

// streamOf is the stream that keeps what is published of a task.
func streamOf(subject string) string {
	parts := strings.SplitN(subject, ".", 4)
	if len(parts) < 4 {
		return ""
	}
	if parts[2] == "work" {
		return workStreamOf(parts[1])
	}
	return resultStreamOf(parts[1])
}

// errRemoved ends a run whose streams somebody took away.
var errRemoved = errors.New("the run was removed from the server")

// persistAt is persist for requests that the servers of one stream answer.
// Where it is gone nobody does, as where nobody leads it: to wait for that
// would be to wait for ever.
func (c *Conn) persistAt(ctx context.Context, stream string, do func(context.Context) error) error {
	return c.persist(ctx, func(ctx context.Context) error { return c.removedOr(ctx, stream, do(ctx)) })
}

func (c *Conn) removedOr(ctx context.Context, stream string, err error) error {
	for _, unanswered := range []error{
		jetstream.ErrNoStreamResponse, nats.ErrNoResponders, jetstream.ErrStreamNotFound, jetstream.ErrBucketNotFound,
	} {
		if errors.Is(err, unanswered) {
			if _, gone := c.js.Stream(ctx, stream); errors.Is(gone, jetstream.ErrStreamNotFound) {
				return errRemoved
			}
			return err
		}
	}
	return err
}

// taken reports whether a message was refused because its subject, or the one
// it looks at, has one already.
func taken(err error) bool {
	var answer *jetstream.APIError
	if !errors.As(err, &answer) {
		return false
	}
	switch answer.ErrorCode {
	case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return true
	case storeFailed:
		return strings.Contains(answer.Description, "per subject")
	}
	return false
}

// ErrFull is in the error of what a server has no room for: its disk is full,
// or what it may take of it.
var ErrFull = errors.New("the server has no room left")

// The server's codes for that.
const (
	accountFull jetstream.ErrorCode = 10002
	noResources jetstream.ErrorCode = 10023
	noMemory    jetstream.ErrorCode = 10028
	noStorage   jetstream.ErrorCode = 10047
	storeFailed jetstream.ErrorCode = 10077 // also for a subject that is taken
)

// full reports whether the server has no room: a person can mend that, and
// another try would not.
func full(err error) bool {
	var answer *jetstream.APIError
	if !errors.As(err, &answer) {
		return false
	}
	switch answer.ErrorCode {
	case accountFull, noResources, noMemory, noStorage:
		return true
	case storeFailed:
		return !taken(err)
	}
	return false
}
