package fleet

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/suites"
)

const taskSchema = "evalrun.fleet.task/1"

// taskMessage is one task on its way to a worker.
type taskMessage struct {
	Schema   string           `json:"schema"`
	Run      string           `json:"run"`
	Question results.Question `json:"question"`
	// Context is the hash of the object with the question's passages, where
	// they are too large to travel with each of its repeats.
	Context    string              `json:"context,omitempty"`
	Repeat     int                 `json:"repeat"`
	Generation int                 `json:"generation"`
	Kept       *results.KeptAnswer `json:"kept,omitempty"`
	Given      *answers.Answer     `json:"given,omitempty"`
}

var taskShape = shapeOf[taskMessage]()

func keyOfTask(t runner.Task) taskKey { return taskKey{t.Question.Seq, t.Repeat, t.Generation} }

func (m taskMessage) task() runner.Task {
	return runner.Task{Question: m.Question, Repeat: m.Repeat, Generation: m.Generation, Kept: m.Kept, Given: m.Given}
}

// decodeTask reads the task that a run has under a key.
func decodeTask(data []byte, run string, key taskKey) (taskMessage, error) {
	var m taskMessage
	if err := decode(data, &m, taskShape, taskSchema); err != nil {
		return taskMessage{}, err
	}
	if m.Run != run {
		return taskMessage{}, otherRun(m.Run, run)
	}
	if err := m.check(key); err != nil {
		return taskMessage{}, err
	}
	return m, nil
}

func (m taskMessage) check(key taskKey) error {
	q := m.Question
	switch {
	case keyOfTask(m.task()) != key:
		return fmt.Errorf("the task is %v and stands under %v", keyOfTask(m.task()), key)
	case q.ID == "" || len(q.Rubric) == 0:
		return errors.New("the question has no id or no rubric")
	case !slices.Contains(results.Categories(), q.Category):
		return fmt.Errorf("unknown category %q", cut(string(q.Category), maxShown))
	case m.Context != "" && len(q.Context) > 0:
		return errors.New("the question has passages twice")
	case m.Context != "" && !isHash(m.Context):
		return errors.New("the question's passages have no hash")
	}
	// A rubric that cannot be read would fail as often as the task is begun, and
	// have no record of that either.
	read, err := suites.FromSnapshot(q)
	if err != nil {
		return err
	}
	if of := read.Rubric.Category(); of != q.Category {
		return fmt.Errorf("the question is %s and its rubric %s", q.Category, of)
	}
	if m.Kept != nil {
		return checkKept(*m.Kept, q, keyOfTask(m.task()))
	}
	return nil
}

// checkKept holds a kept answer to the task it stands beside.
func checkKept(a results.KeptAnswer, q results.Question, key taskKey) error {
	if a.Answer == nil {
		return errors.New("the kept answer is empty")
	}
	if a.ID != q.ID || keyOfAnswer(a) != key || a.ContentHash != q.ContentHash {
		return fmt.Errorf("the kept answer is one to question %q (%v)", cut(a.ID, maxShown), keyOfAnswer(a))
	}
	if !milliseconds(a.AnswerMs) {
		return fmt.Errorf("the kept answer took %v ms", a.AnswerMs)
	}
	return checkUsage(a.Answer)
}

func otherRun(got, want string) error {
	return fmt.Errorf("it is of run %q, not %q", cut(got, maxShown), want)
}

var passagesShape = shapeOf[[]answers.Passage]()

// decodePassages reads the passages of a question that are an object.
func decodePassages(data []byte) (out []answers.Passage, err error) {
	err = strictjson.Unmarshal(data, &out, passagesShape().allow)
	return out, err
}
