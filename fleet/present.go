package fleet

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// mostWorkers bounds how many workers are known at once.
const mostWorkers = 1000

// present are the workers that were heard of within heartbeatTTL, by name.
func (c *Conn) present(ctx context.Context, people jetstream.KeyValue) ([]WorkerStatus, error) {
	var r rollCall
	err := c.each(ctx, people, func(stands *jetstream.StreamInfo) func(jetstream.KeyValueEntry) {
		r = newRollCall(stands.TimeStamp)
		return r.take
	})
	if err != nil {
		return nil, err
	}
	c.refuse(r.refused)
	out := slices.AppendSeq([]WorkerStatus{}, maps.Values(r.workers))
	slices.SortFunc(out, func(a, b WorkerStatus) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), a.Started.Compare(b.Started))
	})
	return out, nil
}

// rollCall takes heartbeats.
type rollCall struct {
	now     time.Time               // zero: a server before 2.10 does not say
	workers map[string]WorkerStatus // by key, the last word of each
	refused map[string]string       // why, by key
}

func newRollCall(now time.Time) rollCall {
	return rollCall{now: now, workers: map[string]WorkerStatus{}, refused: map[string]string{}}
}

// take takes one. A bucket that somebody has made without a TTL has those of
// workers that are long gone.
func (r *rollCall) take(e jetstream.KeyValueEntry) {
	if isGone(e) {
		delete(r.workers, e.Key())
		return
	}
	if !r.now.IsZero() && r.now.Sub(e.Created()) > heartbeatTTL {
		return
	}
	h, err := decodeHeartbeat(e.Value())
	switch {
	case err == nil && (len(r.workers) < mostWorkers || r.knows(e.Key())):
		r.workers[e.Key()] = h.WorkerStatus
	case err == nil:
		r.refused[""] = fmt.Sprintf("there are more than %d workers: the others are not looked at", mostWorkers)
	case len(r.refused) < mostTold:
		r.refused[e.Key()] = fmt.Sprintf("worker %s is refused: %v", cut(e.Key(), maxShown), err)
	}
}

func (r *rollCall) knows(key string) bool {
	_, known := r.workers[key]
	return known
}

// refuse says why heartbeats are refused, by key. They come every few seconds:
// each is told of once, for as long as it stands there and says the same.
func (c *Conn) refuse(refused map[string]string) {
	c.mu.Lock()
	before := c.refused
	c.refused = refused
	c.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(refused)) {
		if refused[key] != before[key] {
			c.refusals.tell(c.warn, refused[key])
		}
	}
}
