package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/results"
)

const keptSchema = "evalrun.fleet.kept/1"

// keptMessage is an answer that was had and is not judged yet.
type keptMessage struct {
	Schema string             `json:"schema"`
	Run    string             `json:"run"`
	Worker string             `json:"worker"`
	Kept   results.KeptAnswer `json:"kept"`
}

var keptShape = shapeOf[keptMessage]()

// decodeKept reads the answer that is kept of a task of a run.
func decodeKept(data []byte, run string, q results.Question, key taskKey) (results.KeptAnswer, error) {
	var m keptMessage
	if err := decode(data, &m, keptShape, keptSchema); err != nil {
		return results.KeptAnswer{}, err
	}
	if m.Run != run {
		return results.KeptAnswer{}, otherRun(m.Run, run)
	}
	return m.Kept, checkKept(m.Kept, q, key)
}

// keptAnswers are those of a run's tasks.
type keptAnswers struct {
	conn    *Conn
	run     string
	stream  jetstream.Stream
	objects *objects
	say     func(string)
}

// of is the answer that is kept of a task, nil where there is none. One that
// does not belong there is none: another one is asked for.
func (k keptAnswers) of(ctx context.Context, q results.Question, key taskKey) (*results.KeptAnswer, error) {
	subject := answerSubject(k.run, key)
	found, err := k.conn.lastOf(ctx, k.stream, subject)
	if err != nil || found == nil {
		return nil, err
	}
	var kept results.KeptAnswer
	err = k.objects.unpack(ctx, found.header, found.data, func(data []byte) (err error) {
		kept, err = decodeKept(data, k.run, q, key)
		return err
	})
	if err != nil {
		k.say(fmt.Sprintf("%s is refused: %v", subject, err))
		return nil, ctx.Err()
	}
	return &kept, nil
}

// keep is Opening.Keep. An answer that another worker had first is as good.
func (m *member) keep(a results.KeptAnswer) error {
	data, err := encode(keptMessage{Schema: keptSchema, Run: m.entry.Run, Worker: m.crew.Name, Kept: a})
	if err != nil {
		return err
	}
	key := keyOfAnswer(a)
	err = m.store(m.ctx, m.claimOn(key), answerSubject(m.entry.Run, key), data)
	if err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// findKept is the answer that a worker before this one had, nil where there is
// none or none is needed.
func (d *delivery) findKept(ctx context.Context) (*results.KeptAnswer, error) {
	if d.task.Kept != nil || d.task.Given != nil || d.task.Question.Frozen != nil {
		return nil, nil
	}
	m := d.m
	return keptAnswers{m.crew.Conn, m.entry.Run, m.results, m.objects, m.crew.Say}.of(ctx, d.task.Question, d.key)
}
