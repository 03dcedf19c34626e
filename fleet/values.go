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

// mostAwaited bounds the entries of which a listing knows which it has had.
const mostAwaited = 10 * mostWorkers

// each gives every entry of a bucket to what begin returns, which is told how
// the bucket stands; one that is written meanwhile comes again, and one that is
// deleted too, as isGone. Where the connection broke it begins anew.
func (c *Conn) each(ctx context.Context, kv jetstream.KeyValue, begin func(*jetstream.StreamInfo) (take func(jetstream.KeyValueEntry))) error {
	return c.persist(ctx, func(ctx context.Context) error {
		info, err := bucketInfo(ctx, kv)
		if err != nil {
			return err
		}
		watch, err := kv.WatchAll(ctx)
		if err != nil {
			return err
		}
		defer release(watch)
		return list(ctx, watch.Updates(), int(min(info.State.Msgs, mostAwaited)), begin(info))
	})
}

// isGone reports whether an entry was deleted.
func isGone(e jetstream.KeyValueEntry) bool { return e.Operation() != jetstream.KeyValuePut }

// release ends a watch. The client hands on what has come already, and waits
// for ever for who takes it.
func release(watch jetstream.KeyWatcher) {
	_ = watch.Stop() // of a connection that is closed it has ended
	for {
		select {
		case _, open := <-watch.Updates():
			if !open {
				return
			}
		case <-time.After(lastPause): // it was closed as it was made, which the client does not tell
			return
		}
	}
}

// list takes what stands in a bucket of so many entries. The client says that
// it was all when it has told as many as there were, or the server took the
// last one for that. Entries that were written anew come after that.
func list(ctx context.Context, updates <-chan jetstream.KeyValueEntry, entries int, take func(jetstream.KeyValueEntry)) error {
	var late <-chan time.Time
	had := map[string]bool{}
	for {
		select {
		case e, open := <-updates:
			switch {
			case !open:
				return nats.ErrDisconnected
			case e == nil:
				late = time.After(writtenAnew)
			default:
				if len(had) < entries {
					had[e.Key()] = true
				}
				take(e)
			}
			if late != nil && len(had) >= entries {
				return nil
			}
		case <-late:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
