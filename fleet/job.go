package fleet

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/evalrun/evalrun/results"
)

const (
	jobSchema  = "evalrun.fleet.job/1"
	planSchema = "evalrun.fleet.plan/1"
)

// Job is a run to be measured by workers.
type Job struct {
	Info  results.RunInfo
	Setup Setup
	Needs Needs
	// Tags are those that a worker must have, each with the value given.
	Tags map[string]string
	// AckWait is how long nothing may be heard of a worker until its questions
	// go to another one; 0 is DefaultAckWait.
	AckWait time.Duration
	// WorkerWait is how long a run with work out waits for a worker that takes
	// it; 0 waits for ever.
	WorkerWait time.Duration
	// AtOnce is how many calls the run makes at once, to all its endpoints
	// together. Workers with more places are told of; 0 tells of none.
	AtOnce int
	// Scrub takes the values of secrets out of a JSON value that is about to be
	// published; nil changes nothing. A job that it would change is refused.
	Scrub func([]byte) []byte
	Now   func() time.Time // nil is the clock

	times timing
}

// DefaultAckWait is several times the longest pause that a worker in good
// health makes, and what one more call costs that a lost worker had made.
const DefaultAckWait = 30 * time.Second

// jobState tells runs with work apart from those that are only kept.
type jobState string

const (
	jobRunning jobState = "running"
	jobClosed  jobState = "closed"
)

// jobEntry is what stands of a run in the bucket of runs: enough for a worker
// to know whether it can take part. The rest, which has nothing secret but may
// be large, is the plan, in the entry or in an object.
type jobEntry struct {
	Schema      string            `json:"schema"`
	Tool        string            `json:"tool"`
	Run         string            `json:"run"`
	Coordinator string            `json:"coordinator"` // who wrote it, a name for that process alone
	Suite       string            `json:"suite"`
	State       jobState          `json:"state"`
	Started     time.Time         `json:"started"`
	Planned     int               `json:"planned"`
	Needs       Needs             `json:"needs"`
	Tags        map[string]string `json:"tags,omitempty"`
	Plan        json.RawMessage   `json:"plan,omitempty"`
	Object      string            `json:"object,omitempty"` // hash of the plan
}

// jobPlan is what a worker opens a run with.
type jobPlan struct {
	Schema string          `json:"schema"`
	Info   results.RunInfo `json:"info"`
	Setup  Setup           `json:"setup"`
}

var (
	jobShape  = shapeOf[jobEntry]()
	planShape = shapeOf[jobPlan]()
)

func (j Job) entry() jobEntry {
	return jobEntry{
		Schema: jobSchema, Tool: j.Info.Tool, Run: j.Info.ID, Suite: j.Info.Suite.Name, State: jobRunning,
		Started: j.Info.Started.UTC(), Planned: j.Info.Planned, Needs: j.Needs, Tags: j.Tags,
	}
}

// compare has the older run first.
func (e jobEntry) compare(other jobEntry) int {
	return cmp.Or(e.Started.Compare(other.Started), strings.Compare(e.Run, other.Run))
}

// decodeJob reads the entry that stands under a key of the bucket of runs.
func decodeJob(data []byte, key string) (jobEntry, error) {
	var e jobEntry
	if err := decode(data, &e, jobShape, jobSchema); err != nil {
		return jobEntry{}, err
	}
	switch {
	case e.Run == "" || token(e.Run) != key:
		return jobEntry{}, fmt.Errorf("it is of run %q", cut(e.Run, maxShown))
	case e.State != jobRunning && e.State != jobClosed:
		return jobEntry{}, fmt.Errorf("unknown state %q", cut(string(e.State), maxShown))
	case (e.Object == "") == (len(e.Plan) == 0), e.Object != "" && !isHash(e.Object):
		return jobEntry{}, errors.New("it has no plan, or two")
	}
	return e, nil
}

// decodePlan reads the plan of a run.
func decodePlan(data []byte, run string) (jobPlan, error) {
	var p jobPlan
	if err := decode(data, &p, planShape, planSchema); err != nil {
		return jobPlan{}, err
	}
	if p.Info.ID != run {
		return jobPlan{}, otherRun(p.Info.ID, run)
	}
	if err := p.Setup.check(); err != nil {
		return jobPlan{}, err
	}
	return p, nil
}
