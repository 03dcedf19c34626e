package fleet

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// writtenAnew is how long a listing waits for entries that were written anew
// before it came to them. They are on their way.
const writtenAnew = 200 * time.Millisecond

// each gives every entry of a bucket to what begin returns; one that is
// written meanwhile comes again. Where the connection broke it begins anew.
func (c *Conn) each(ctx context.Context, kv jetstream.KeyValue, begin func() (take func(jetstream.KeyValueEntry))) error {
	return c.persist(ctx, func(ctx context.Context) error {
		watch, err := kv.WatchAll(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = watch.Stop() }()
		return list(ctx, watch.Updates(), begin())
	})
}

// list takes what stands in a bucket. The client says that it was all when it
// has told as many entries as there were at first. Where one was told twice by
// then another one is missing.
func list(ctx context.Context, updates <-chan jetstream.KeyValueEntry, take func(jetstream.KeyValueEntry)) error {
	var late <-chan time.Time
	behind := uint64(0)
	for {
		select {
		case e, open := <-updates:
			switch {
			case !open:
				return nats.ErrDisconnected
			case e == nil:
				late = time.After(writtenAnew)
			default:
				behind = e.Delta()
				if e.Operation() == jetstream.KeyValuePut {
					take(e)
				}
			}
			if late != nil && behind == 0 {
				return nil
			}
		case <-late:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
