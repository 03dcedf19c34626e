package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/runner"
)

// delivery is one task that was delivered to a worker.
type delivery struct {
	m     *member
	msg   jetstream.Msg
	key   taskKey
	claim *claim
	slot  *slot
	tried attempt
	task  taskMessage
	noted bool // that it was begun

	takenOver bool // its answer is of a worker before this one
}

// run takes a task to its result, which is stored before the task is
// acknowledged: who is lost in between leaves the task to another worker, who
// finds the result.
func (d *delivery) run(ctx context.Context) {
	keeping, done := context.WithCancel(ctx)
	var kept sync.WaitGroup
	kept.Go(func() { d.claim.keep(keeping, d.m.crew.Conn) })
	defer kept.Wait()
	defer done()
	d.end(ctx, d.work(claiming(ctx, d.claim)))
}

// work ends with a stored result, or with an error.
func (d *delivery) work(ctx context.Context) error {
	if err := d.read(ctx); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return d.refuse(ctx, err)
	}
	return d.measured(ctx)
}

// measured begins the task, has it measured and stores its result.
func (d *delivery) measured(ctx context.Context) error {
	if done, err := d.begin(ctx); err != nil || done {
		return err
	}
	measured, err := d.measure(ctx)
	if err != nil {
		return err
	}
	if measured.Record == nil && measured.Stop == nil {
		return cmp.Or(ctx.Err(), errUnmeasured)
	}
	return d.publish(ctx, measured)
}

// errUnmeasured is a question that was neither measured nor cut short.
var errUnmeasured = errors.New("it was not measured")

func (d *delivery) read(ctx context.Context) (err error) {
	at, err := d.msg.Metadata()
	if err != nil {
		return err
	}
	d.tried = attempt{worker: d.m.crew.Name, sequence: at.Sequence.Stream, delivery: at.NumDelivered}
	err = d.m.objects.unpack(ctx, d.msg.Headers(), d.msg.Data(), func(data []byte) (err error) {
		d.task, err = decodeTask(data, d.m.entry.Run, d.key)
		return err
	})
	if err != nil {
		return err
	}
	return d.context(ctx)
}

// context fetches the question's passages where they are an object.
func (d *delivery) context(ctx context.Context) error {
	if d.task.Context == "" {
		return nil
	}
	data, err := d.m.objects.get(ctx, d.task.Context)
	if err != nil {
		return err
	}
	d.task.Question.Context, err = decodePassages(data)
	return err
}

// measure has the question measured. A panic is a defect that the next
// question need not meet.
func (d *delivery) measure(ctx context.Context) (m runner.Measured, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	task := d.task.task()
	task.TakenOver = d.takenOver
	return d.m.measuring.Measure(ctx, task)
}

// publish stores what was measured.
func (d *delivery) publish(ctx context.Context, m runner.Measured) error {
	if m.Record != nil {
		rec := *m.Record
		rec.Worker = d.m.crew.Name
		m.Record = &rec
	}
	return d.result(ctx, resultMessage{Record: m.Record, Stop: m.Stop, Kept: m.Kept, Told: m.Told})
}

// refuse tells the coordinator that the task cannot be read; the message is
// gone with that, and it sends another one or gives the task up.
func (d *delivery) refuse(ctx context.Context, why error) error {
	d.m.crew.Say(fmt.Sprintf("%s is refused: %v", d.msg.Subject(), why))
	return d.result(ctx, resultMessage{Refused: cut(why.Error(), maxShown)})
}

func (d *delivery) result(ctx context.Context, m resultMessage) error {
	m.Schema, m.Run, m.Worker = resultSchema, d.m.entry.Run, d.m.crew.Name
	data, err := encode(m)
	if err != nil {
		return err
	}
	return d.m.store(ctx, d.claim, resultSubject(m.Run, d.key), data)
}
