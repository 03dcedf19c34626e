package fleet

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// each gives every entry of a bucket to what begin returns. Where the
// connection broke it begins anew.
func (c *Conn) each(ctx context.Context, kv jetstream.KeyValue, begin func() (take func(jetstream.KeyValueEntry))) error {
	return c.persist(ctx, func(ctx context.Context) error {
		take := begin()
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
				take(e)
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
}
