package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/results"
)

// begin notes that the task is begun, unless it has a result already, and
// looks for an answer that a worker before this one had: both at once, as they
// wait for the same server.
func (d *delivery) begin(ctx context.Context) (done bool, err error) {
	kept := make(chan error, 1)
	go func() { kept <- d.findKept(ctx) }()
	done, err = d.noteBegun(ctx)
	return done, errors.Join(err, <-kept)
}

func (d *delivery) noteBegun(ctx context.Context) (done bool, err error) {
	msg, err := d.note(noteBegan, "")
	if err != nil {
		return false, err
	}
	conn, result := d.m.crew.Conn, resultSubject(d.m.entry.Run, d.key)
	err = conn.publish(ctx, msg, jetstream.WithExpectLastSequenceForSubject(0, result))
	if taken(err) {
		// A server before 2.11 holds the note itself to it, not the result.
		found, lost := conn.lastOf(ctx, d.m.results, result)
		if lost != nil || found != nil {
			return found != nil, lost
		}
		err = conn.publish(ctx, msg)
	}
	d.begun = err == nil
	return false, err
}

func (d *delivery) note(event noteEvent, message string) (*nats.Msg, error) {
	data, err := encode(note{
		Schema: noteSchema, Run: d.m.entry.Run, Worker: d.m.crew.Name, Delivery: d.number, Event: event,
		At: time.Now().UTC(), Message: cut(message, maxShown),
	})
	msg := nats.NewMsg(startSubject(d.m.entry.Run, d.key))
	msg.Data = d.m.measuring.Scrub(data)
	return msg, err
}

// findKept puts an answer that was had before into the task. One that does not
// belong there is not used: another one is asked for.
func (d *delivery) findKept(ctx context.Context) error {
	if d.task.Kept != nil || d.task.Given != nil || d.task.Question.Frozen != nil {
		return nil
	}
	subject := answerSubject(d.m.entry.Run, d.key)
	found, err := d.m.crew.Conn.lastOf(ctx, d.m.results, subject)
	if err != nil || found == nil {
		return err
	}
	data, err := d.m.objects.unpack(ctx, found.header, found.data)
	var kept results.KeptAnswer
	if err == nil {
		kept, err = decodeKept(data, d.m.entry.Run, d.task)
	}
	if err != nil {
		d.m.crew.Say(fmt.Sprintf("%s is refused: %v", subject, err))
		return ctx.Err()
	}
	d.task.Kept = &kept
	return nil
}

// giveBackTime bounds the last word about a task; without it the task is
// delivered again all the same, after AckWait.
const giveBackTime = 2 * time.Second

// giveBack has the task delivered again after a while.
func (d *delivery) giveBack(event noteEvent, message string, after time.Duration) {
	d.noteEnd(event, message)
	_ = d.claim.delivered().NakWithDelay(after)
}

// noteEnd notes how a task that was begun ended without a result.
func (d *delivery) noteEnd(event noteEvent, message string) {
	if !d.begun {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), giveBackTime)
	defer cancel()
	if msg, err := d.note(event, message); err == nil {
		_ = d.m.crew.Conn.publish(ctx, msg)
	}
}
