package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

const heartbeatSchema = "evalrun.fleet.worker/1"

// heartbeat is what a worker says of itself every now and then.
type heartbeat struct {
	Schema string `json:"schema"`
	WorkerStatus
}

var heartbeatShape = shapeOf[heartbeat]()

func decodeHeartbeat(data []byte) (heartbeat, error) {
	var h heartbeat
	if err := decode(data, &h, heartbeatShape, heartbeatSchema); err != nil {
		return heartbeat{}, err
	}
	if h.Name == "" {
		return heartbeat{}, errors.New("it names no worker")
	}
	return h, nil
}

// present are the workers that were heard of within heartbeatTTL, by name.
func (c *Conn) present(ctx context.Context, people jetstream.KeyValue) ([]WorkerStatus, error) {
	out := []WorkerStatus{}
	err := c.each(ctx, people, func(key string, data []byte) {
		h, err := decodeHeartbeat(data)
		if err != nil {
			c.warn(fmt.Sprintf("worker %s is refused: %v", key, err))
			return
		}
		out = append(out, h.WorkerStatus)
	})
	slices.SortFunc(out, func(a, b WorkerStatus) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), a.Started.Compare(b.Started))
	})
	return out, err
}

// each gives every value of a bucket to take.
func (c *Conn) each(ctx context.Context, kv jetstream.KeyValue, take func(key string, data []byte)) error {
	type value struct {
		key  string
		data []byte
	}
	var values []value
	err := c.persist(ctx, func(ctx context.Context) error {
		values = nil
		watch, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
		if err != nil {
			return err
		}
		defer func() { _ = watch.Stop() }()
		for {
			select {
			case e := <-watch.Updates():
				if e == nil {
					return nil
				}
				values = append(values, value{e.Key(), e.Value()})
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	for _, v := range values {
		take(v.key, v.data)
	}
	return err
}
