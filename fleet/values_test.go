package fleet

import (
	"context"
	"errors"
	"slices"
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
	for name, c := range map[string]struct {
		told []jetstream.KeyValueEntry
		shut bool
		want []string
		err  error
	}{
		"nothing":                {told: []jetstream.KeyValueEntry{end}},
		"as it stands":           {told: []jetstream.KeyValueEntry{entry{key: "a", behind: 1}, entry{key: "b"}, end}, want: []string{"a", "b"}},
		"one was told twice":     {told: []jetstream.KeyValueEntry{entry{key: "a", behind: 1}, entry{key: "a", behind: 1}, end, entry{key: "b"}}, want: []string{"a", "a", "b"}},
		"the last one is gone":   {told: []jetstream.KeyValueEntry{entry{key: "a", behind: 1}, entry{key: "b", gone: true}, end}, want: []string{"a"}},
		"one went while it read": {told: []jetstream.KeyValueEntry{entry{key: "a", behind: 1}, end}, want: []string{"a"}},
		"the connection is shut": {told: []jetstream.KeyValueEntry{entry{key: "a", behind: 1}}, shut: true, want: []string{"a"}, err: nats.ErrDisconnected},
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
			err := list(ctx, updates, func(e jetstream.KeyValueEntry) { got = append(got, e.Key()) })
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
