package fleet

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// jobLeftover is the state of a run that has streams and no entry: no worker
// knows of it.
const jobLeftover jobState = "leftover"

// RunStatus is how far a run is, as the server knows it. Of one that is left
// over it knows neither suite nor version nor what was planned.
type RunStatus struct {
	Run         string    `json:"run"`
	Suite       string    `json:"suite"`
	Tool        string    `json:"tool"`
	State       string    `json:"state"`       // running, kept: not at work, or leftover: without an entry
	Coordinator bool      `json:"coordinator"` // one answers
	Started     time.Time `json:"started"`
	Planned     int       `json:"planned"`
	Results     int       `json:"results"`  // stored, of all generations
	Waiting     int       `json:"waiting"`  // handed out and with no worker
	InFlight    int       `json:"inFlight"` // with a worker
	Bytes       uint64    `json:"bytes"`    // stored
	Workers     []string  `json:"workers"`  // those that take part
}

// WorkerStatus is what a worker last said of itself.
type WorkerStatus struct {
	Name      string              `json:"name"`
	Tool      string              `json:"tool"`
	Tags      map[string]string   `json:"tags,omitempty"`
	Places    int                 `json:"places"` // questions at once
	InFlight  int                 `json:"inFlight"`
	Done      int                 `json:"done"`      // questions since it started
	PerMinute float64             `json:"perMinute"` // of these, within the last minute
	Started   time.Time           `json:"started"`
	Runs      []string            `json:"runs,omitempty"`  // it takes part in
	Lacks     map[string][]string `json:"lacks,omitempty"` // why it takes no part, by run
	Draining  bool                `json:"draining,omitempty"`
}

// Status is what a server has of all runs, the oldest first, and the workers
// that are there, by name.
func Status(ctx context.Context, c *Conn) ([]RunStatus, []WorkerStatus, error) {
	runs, workers, err := c.status(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("ask for the fleet's status: %w", err)
	}
	return runs, workers, nil
}

func (c *Conn) status(ctx context.Context) ([]RunStatus, []WorkerStatus, error) {
	workers, runs := []WorkerStatus{}, []RunStatus{}
	people, err := c.bucket(ctx, workersBucket)
	if err == nil && people != nil {
		workers, err = c.present(ctx, people)
	}
	if err != nil {
		return nil, nil, err
	}
	entries, err := c.knownRuns(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		s, err := c.runStatus(ctx, e)
		if err != nil {
			return nil, nil, err
		}
		for _, w := range workers {
			if w.takes(e.Run) {
				s.Workers = append(s.Workers, w.Name)
			}
		}
		runs = append(runs, s)
	}
	return runs, workers, nil
}

// knownRuns are the runs of the bucket, the oldest first, and those that are
// left over.
func (c *Conn) knownRuns(ctx context.Context) (out []jobEntry, err error) {
	entered := map[string]bool{}
	known, err := c.bucket(ctx, runsBucket)
	if err == nil && known != nil {
		out, err = c.entries(ctx, known, entered)
	}
	if err != nil {
		return nil, err
	}
	left, err := c.leftovers(ctx, entered)
	return append(out, left...), err
}

// entries are the runs of the bucket, the oldest first. All that have an entry
// are entered, whether it can be read or not.
func (c *Conn) entries(ctx context.Context, known jetstream.KeyValue, entered map[string]bool) (out []jobEntry, err error) {
	var found map[string]jobEntry // by key, the last word of each
	err = c.each(ctx, known, func(*jetstream.StreamInfo) func(jetstream.KeyValueEntry) {
		found = map[string]jobEntry{}
		return func(stands jetstream.KeyValueEntry) {
			if isGone(stands) {
				delete(found, stands.Key())
				delete(entered, stands.Key())
				return
			}
			entered[stands.Key()] = true
			e, err := decodeJob(stands.Value(), stands.Key())
			if err != nil {
				c.warn(fmt.Sprintf("run %s is refused: %v", stands.Key(), err))
				return
			}
			found[stands.Key()] = e
		}
	})
	return slices.SortedFunc(maps.Values(found), jobEntry.compare), err
}

// shownState is what people call a state.
func shownState(s jobState) string {
	if s == jobClosed {
		return "kept"
	}
	return string(s)
}

// runStatus asks the streams of a run. Those that are gone while it asks count
// as empty.
func (c *Conn) runStatus(ctx context.Context, e jobEntry) (RunStatus, error) {
	s := RunStatus{
		Run: e.Run, Suite: e.Suite, Tool: e.Tool, State: shownState(e.State), Started: e.Started, Planned: e.Planned,
		Coordinator: c.coordinated(ctx, e.Run), Workers: []string{},
	}
	err := c.persist(ctx, func(ctx context.Context) error {
		s.Bytes = 0
		for _, ask := range []func(context.Context, *RunStatus) error{c.askWork, c.askResults, c.askObjects} {
			if err := ask(ctx, &s); err != nil && !gone(err) {
				return err
			}
		}
		return nil
	})
	return s, err
}
