package fleet

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestAListingHasAllThatStands in a bucket whose entries are written anew while
// it is read: such a one comes last.
func TestAListingHasAllThatStands(t *testing.T) {
	t.Parallel()
	end := jetstream.KeyValueEntry(nil)
	ada, bob := entry{key: "ada"}, entry{key: "bob"}
	for name, c := range map[string]struct {
		told    []jetstream.KeyValueEntry
		entries int
		shut    bool
		want    []string
		err     error
	}{
		"nothing":                    {told: []jetstream.KeyValueEntry{end}},
		"as it stands":               {told: []jetstream.KeyValueEntry{ada, bob, end}, entries: 2, want: []string{"ada", "bob"}},
		"one was told twice":         {told: []jetstream.KeyValueEntry{ada, ada, end, bob}, entries: 2, want: []string{"ada", "ada", "bob"}},
		"it was said to be the last": {told: []jetstream.KeyValueEntry{ada, end, bob}, entries: 2, want: []string{"ada", "bob"}},
		"one has come since":         {told: []jetstream.KeyValueEntry{ada, bob, end}, entries: 1, want: []string{"ada", "bob"}},
		"one is gone":                {told: []jetstream.KeyValueEntry{ada, entry{key: "bob", gone: true}, end}, entries: 2, want: []string{"ada", "no bob"}},
		"one went while it was read": {told: []jetstream.KeyValueEntry{ada, end}, entries: 2, want: []string{"ada"}},
		"the connection is shut":     {told: []jetstream.KeyValueEntry{ada}, entries: 2, shut: true, want: []string{"ada"}, err: nats.ErrDisconnected},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			updates := make(chan jetstream.KeyValueEntry, len(c.told))
			for _, e := range c.told {
				updates <- e
			}
			if c.shut {
				close(updates)
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			var got []string
			err := list(ctx, updates, c.entries, func(e jetstream.KeyValueEntry) {
				if isGone(e) {
					got = append(got, "no "+e.Key())
					return
				}
				got = append(got, e.Key())
			})
			if !slices.Equal(got, c.want) || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

// TestAWorkerThatIsToldTwiceIsOne, with what it said last.
func TestAWorkerThatIsToldTwiceIsOne(t *testing.T) {
	r := newRollCall(time.Time{})
	for _, places := range []int{4, 8} {
		r.take(entry{key: "k", text: said(func(w *WorkerStatus) { w.Places = places })})
	}
	if len(r.workers) != 1 || r.workers["k"].Places != 8 || len(r.refused) != 0 {
		t.Errorf("got %+v, refused %q", r.workers, r.refused)
	}
}

// TestWhoLeavesWhileItIsReadIsNotThere: the listing has both its last heartbeat
// and its end.
func TestWhoLeavesWhileItIsReadIsNotThere(t *testing.T) {
	r := newRollCall(time.Time{})
	r.take(entry{key: "k", text: said(func(*WorkerStatus) {})})
	r.take(entry{key: "k", gone: true})
	if len(r.workers) != 0 || len(r.refused) != 0 {
		t.Errorf("got %+v, refused %q", r.workers, r.refused)
	}
}

// listed is a bucket that keeps the last watch of it.
type listed struct {
	jetstream.KeyValue
	last jetstream.KeyWatcher
}

func (l *listed) WatchAll(ctx context.Context, opts ...jetstream.WatchOpt) (out jetstream.KeyWatcher, err error) {
	l.last, err = l.KeyValue.WatchAll(ctx, opts...)
	return l.last, err
}

// TestAListingThatIsCutShortLeavesNobodyBehind: the client would hand on for
// ever what comes after it.
func TestAListingThatIsCutShortLeavesNobodyBehind(t *testing.T) {
	t.Parallel()
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	kv := &listed{KeyValue: mustBucket(t, conn, workersBucket)}
	const more = 600 // than the client keeps of them
	for i := range more {
		if _, err := kv.PutString(t.Context(), strconv.Itoa(i), "{}"); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cut := sync.OnceFunc(func() {
		eventually(t, "others wait", func() bool { return len(kv.last.Updates()) == cap(kv.last.Updates()) })
		cancel()
	})
	err := conn.each(ctx, kv, func(*jetstream.StreamInfo) func(jetstream.KeyValueEntry) {
		return func(jetstream.KeyValueEntry) { cut() }
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if e, open := <-kv.last.Updates(); open {
		t.Errorf("%v waits to be taken", e)
	}
}
