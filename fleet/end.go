package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// end says what became of the task. Of one that may be another worker's there
// is nothing to say to the server.
func (d *delivery) end(ctx context.Context, err error) {
	given := d.claim.givenUp()
	switch {
	case err == nil:
		d.m.crew.ended()
		d.acknowledge(ctx)
	case errors.Is(given, errOverdue):
		d.noteEnd(noteReturned, "")
	case given != nil:
		d.giveBack(noteReturned, given.Error(), d.m.ackWait)
	case errors.Is(err, errCrowded):
		d.giveBack(noteReturned, err.Error(), crowdedRest*d.m.crew.times.gather)
	case ctx.Err() != nil || errors.Is(err, errLeaving):
		d.giveBack(noteReturned, "", 0)
	default:
		d.m.crew.Say(fmt.Sprintf("question %q of run %s failed here: %v", d.task.Question.ID, d.m.entry.Run, err))
		d.giveBack(noteFailed, err.Error(), d.m.ackWait/10)
	}
}

// crowdedRest is how many times as long as it waited for all places a task
// stays away: places are kept free for it a quarter of the time at most.
const crowdedRest = 3

func (d *delivery) acknowledge(ctx context.Context) {
	within, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	_ = d.claim.delivered().DoubleAck(within) // one that is lost has the task delivered again, and its result found
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
	if !d.noted {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), giveBackTime)
	defer cancel()
	if msg, err := d.note(event, message); err == nil {
		_ = d.m.crew.Conn.publish(ctx, msg)
	}
}
