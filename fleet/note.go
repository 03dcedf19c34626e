package fleet

import (
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
)

const noteSchema = "evalrun.fleet.note/1"

// note says what a worker did with a task that was delivered to it. The notes
// of a task are its history: a task that was begun often and never ended is
// one that its workers do not survive.
type note struct {
	Schema   string    `json:"schema"`
	Run      string    `json:"run"`
	Worker   string    `json:"worker"`
	Sequence uint64    `json:"sequence"` // of the task's message in its stream
	Delivery uint64    `json:"delivery"` // of that message, from 1
	Event    noteEvent `json:"event"`
	At       time.Time `json:"at"`
	Message  string    `json:"message,omitempty"`
}

type noteEvent string

// A task that was begun and is neither returned nor failed went down with its
// worker, or is still with it.
const (
	noteBegan    noteEvent = "began"
	noteReturned noteEvent = "returned" // not begun after all, or cut short by the worker's own end
	noteFailed   noteEvent = "failed"
)

var noteShape = shapeOf[note]()

func decodeNote(data []byte, run string) (note, error) {
	var n note
	if err := decode(data, &n, noteShape, noteSchema); err != nil {
		return note{}, err
	}
	if n.Run != run {
		return note{}, otherRun(n.Run, run)
	}
	if !slices.Contains([]noteEvent{noteBegan, noteReturned, noteFailed}, n.Event) {
		return note{}, fmt.Errorf("unknown event %q", cut(string(n.Event), maxShown))
	}
	return n, nil
}

func (n note) attempt() attempt { return attempt{n.Worker, n.Sequence, n.Delivery} }

// note is what this worker has to say of the task.
func (d *delivery) note(event noteEvent, message string) (*nats.Msg, error) {
	data, err := encode(note{
		Schema: noteSchema, Run: d.m.entry.Run, Worker: d.tried.worker, Sequence: d.tried.sequence, Delivery: d.tried.delivery,
		Event: event, At: d.m.crew.Now().UTC(), Message: cut(message, maxShown),
	})
	msg := nats.NewMsg(startSubject(d.m.entry.Run, d.key))
	msg.Data = d.m.measuring.Scrub(data)
	return msg, err
}
