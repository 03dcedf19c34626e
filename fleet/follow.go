package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A read of a stream asks for followBatch messages and waits followFor for
// them. A server that is silent for two followBeats has forgotten it.
const (
	followBatch = 256
	followFor   = 10 * time.Second
	followBeat  = time.Second
)

// followTTL is when the server forgets a reader that is gone.
const followTTL = 30 * time.Second

// follower hands every message of a stream from a sequence on to each, in
// order and once, across lost connections and restarts of the server. Where the
// server has lost some of them it calls lost, and hands on all that is there
// once more. each must not block.
//
// The client's own ordered consumer does the same but for what a stream loses,
// and it does not end with its context where the stream was deleted.
type follower struct {
	conn     *Conn
	stream   jetstream.Stream
	subjects []string
	next     uint64 // sequence of the next message
	each     func(jetstream.Msg)
	lost     func() // nil: nobody asks

	made time.Time // when the stream was made that next is of; zero: not known yet
}

// run follows until ctx ends.
func (f *follower) run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := lastPause
		if consumer, err := f.consumer(ctx); err == nil {
			f.read(ctx, consumer)
			wait = firstPause
		}
		pause(ctx, wait)
	}
}

func (f *follower) consumer(ctx context.Context) (consumer jetstream.Consumer, err error) {
	err = f.conn.persist(ctx, func(ctx context.Context) error {
		info, err := f.stream.Info(ctx)
		if err != nil {
			return err
		}
		f.place(info)
		consumer, err = f.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
			AckPolicy: jetstream.AckNonePolicy, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: f.next,
			FilterSubjects: f.subjects, MemoryStorage: true, Replicas: 1, InactiveThreshold: followTTL,
		})
		if err != nil {
			return err
		}
		return f.still(ctx)
	})
	return consumer, err
}

var errAnother = errors.New("the stream was made anew meanwhile")

// still fails where the stream is not the one that the place is of any more: a
// consumer of another one would wait for a sequence that it does not come to.
func (f *follower) still(ctx context.Context) error {
	info, err := f.stream.Info(ctx)
	if err == nil && !f.made.Equal(info.Created) {
		err = errAnother
	}
	return err
}

// place begins anew where the stream is another one, or has not what was read
// of it: its sequences are those of other messages.
func (f *follower) place(info *jetstream.StreamInfo) {
	another := !f.made.IsZero() && !f.made.Equal(info.Created)
	f.made = info.Created
	if !another && info.State.LastSeq+1 >= f.next {
		return
	}
	f.next = 1
	if f.lost != nil {
		f.lost()
	}
}

// read reads from one consumer until it is lost or leaves a message out: what
// was sent over a connection that broke is not sent again.
func (f *follower) read(ctx context.Context, consumer jetstream.Consumer) {
	for delivered := uint64(0); ctx.Err() == nil; {
		within, cancel := context.WithTimeout(ctx, followFor)
		batch, err := consumer.Fetch(followBatch, jetstream.FetchContext(within), jetstream.FetchHeartbeat(followBeat))
		for err == nil {
			msg, ok := <-batch.Messages()
			if !ok {
				break
			}
			err = f.take(msg, &delivered)
		}
		cancel()
		if err == nil {
			err = batch.Error()
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return
		}
	}
}

var errGap = errors.New("a message was lost on the way")

func (f *follower) take(msg jetstream.Msg, delivered *uint64) error {
	at, err := msg.Metadata()
	if err != nil {
		return err
	}
	if *delivered++; at.Sequence.Consumer != *delivered {
		return errGap
	}
	f.next = at.Sequence.Stream + 1
	f.each(msg)
	return nil
}
