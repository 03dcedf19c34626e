package fleet

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

const resultSchema = "evalrun.fleet.result/1"

// resultMessage is what became of one task: a record, a stop beside it or
// without one, or why the worker could not read the task.
type resultMessage struct {
	Schema  string              `json:"schema"`
	Run     string              `json:"run"`
	Worker  string              `json:"worker"`
	Record  *results.Record     `json:"record,omitempty"`
	Stop    *results.Stop       `json:"stop,omitempty"`
	Kept    *results.KeptAnswer `json:"kept,omitempty"` // had before the stop
	Told    *runner.Told        `json:"told,omitempty"`
	Refused string              `json:"refused,omitempty"`
}

func (m resultMessage) measured() runner.Measured {
	return runner.Measured{Record: m.Record, Stop: m.Stop, Kept: m.Kept, Told: m.Told}
}

var resultShape = shapeOf[resultMessage]()

// decodeResult reads what became of a task of a run. What a record repeats of
// its question is the question's.
func decodeResult(data []byte, run results.RunInfo, t runner.Task) (resultMessage, error) {
	var m resultMessage
	if err := decode(data, &m, resultShape, resultSchema); err != nil {
		return resultMessage{}, err
	}
	if m.Run != run.ID {
		return resultMessage{}, otherRun(m.Run, run.ID)
	}
	if err := m.check(run, t); err != nil {
		return resultMessage{}, err
	}
	if q := t.Question; m.Record != nil {
		m.Record.Query, m.Record.Question = q.Query, results.QuestionTraits{Group: q.Group, Tags: q.Tags, Critical: q.Critical}
	}
	return m, nil
}

func (m resultMessage) check(run results.RunInfo, t runner.Task) error {
	if m.Refused != "" {
		if m.measured() != (runner.Measured{}) {
			return errors.New("it is refused and measured")
		}
		return nil
	}
	if m.Record == nil && m.Stop == nil {
		return errors.New("it has neither a record nor a stop")
	}
	if m.Kept != nil && m.Record != nil {
		return errors.New("it has an answer beside its record")
	}
	if m.Stop != nil && !slices.Contains(workerStops(), m.Stop.Kind) {
		return fmt.Errorf("a worker cannot stop a run with %q", cut(string(m.Stop.Kind), maxShown))
	}
	if m.Kept != nil {
		return checkKept(*m.Kept, t.Question, keyOfTask(t))
	}
	if m.Record != nil {
		return checkRecord(m.Record, run, t)
	}
	return nil
}

// workerStops are the stops that a worker can meet; an interrupt and the row
// of errors that opens the breaker are the coordinator's to know.
func workerStops() []results.StopKind {
	return []results.StopKind{results.StopBudget, results.StopFatal, results.StopDisk}
}
