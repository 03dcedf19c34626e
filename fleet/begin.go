package fleet

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// begin notes that the task is begun, unless it need not be: done. Where
// nothing is stored of it yet, no note, no answer and no result, the note
// itself finds that out: most tasks are begun with one request.
func (d *delivery) begin(ctx context.Context) (done bool, err error) {
	if err = d.noteBegan(ctx, nothingUnder(d.anySubject())); !taken(err) {
		return false, err
	}
	p, err := d.past(ctx)
	switch {
	case err != nil || p.ended:
		return p.ended, err
	case p.history.begun() >= maxBegun:
		return true, d.poison(ctx, p.history)
	case p.history.begun() == maxBegun-1:
		// What takes its worker with it takes along what is in flight beside it,
		// time and again. The last try tells which of them it is.
		if err := d.slot.takeAll(ctx, d.m.crew.times.gather); err != nil {
			return false, err
		}
	}
	if p.kept != nil {
		d.task.Kept, d.takenOver = p.kept, true
	}
	return d.beginAgain(ctx)
}

// beginAgain begins a task that has a past, unless its result came just now.
func (d *delivery) beginAgain(ctx context.Context) (done bool, err error) {
	if err = d.noteBegan(ctx, nothingUnder(resultSubject(d.m.entry.Run, d.key))); !taken(err) {
		return false, err
	}
	// A server before 2.11 looks for an earlier note, whatever the subject.
	if done, err = d.hasResult(ctx); err != nil || done {
		return done, err
	}
	return false, d.noteBegan(ctx)
}

// anySubject matches all subjects of what becomes of the task.
func (d *delivery) anySubject() string { return subject(d.m.entry.Run, "*", d.key.String()) }

func nothingUnder(subject string) jetstream.PublishOpt {
	return jetstream.WithExpectLastSequenceForSubject(0, subject)
}

func (d *delivery) noteBegan(ctx context.Context, options ...jetstream.PublishOpt) error {
	msg, err := d.note(noteBegan, "")
	if err != nil {
		return err
	}
	err = d.m.insist(ctx, d.claim, func() error { return d.m.crew.Conn.publish(ctx, msg, options...) })
	d.noted = d.noted || err == nil
	return err
}
