package fleet

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/evalrun/evalrun/results"
)

const (
	noteSchema = "evalrun.fleet.note/1"
	keptSchema = "evalrun.fleet.kept/1"
)

// note says what a worker did with a task that was delivered to it. The notes
// of a task are its history: a task that was begun often and never ended is
// one that its workers do not survive.
type note struct {
	Schema   string    `json:"schema"`
	Run      string    `json:"run"`
	Worker   string    `json:"worker"`
	Delivery uint64    `json:"delivery"` // from 1
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

// keptMessage is an answer that was had and is not judged yet.
type keptMessage struct {
	Schema string             `json:"schema"`
	Run    string             `json:"run"`
	Worker string             `json:"worker"`
	Kept   results.KeptAnswer `json:"kept"`
}

var keptShape = shapeOf[keptMessage]()

// decodeKept reads the answer that is kept of a task of a run.
func decodeKept(data []byte, run string, t taskMessage) (results.KeptAnswer, error) {
	var m keptMessage
	if err := decode(data, &m, keptShape, keptSchema); err != nil {
		return results.KeptAnswer{}, err
	}
	if m.Run != run {
		return results.KeptAnswer{}, otherRun(m.Run, run)
	}
	if m.Kept.Generation != t.Generation || m.Kept.ContentHash != t.Question.ContentHash {
		return results.KeptAnswer{}, errors.New("it was given to another question")
	}
	return m.Kept, checkKept(m.Kept, t.Question, t.Repeat)
}
