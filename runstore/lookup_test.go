package runstore

import (
	"fmt"
	"sync"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestLookupFindsTheHighestGeneration(t *testing.T) {
	r := newRun(t, 3)
	appendAll(t, r, record(2, 0, 0), record(0, 1, 0), record(0, 0, 1), record(0, 0, 0))
	found := lookup(t, reload(t, r))
	for _, c := range []struct{ seq, repeat, generation int }{{0, 0, 1}, {0, 1, 0}, {2, 0, 0}} {
		rec, ok, err := found.Record(c.seq, c.repeat)
		if err != nil || !ok || rec.Seq != c.seq || rec.Repeat != c.repeat || rec.Generation != c.generation {
			t.Errorf("%+v: found %v, %v: seq %d, repeat %d, generation %d", c, ok, err, rec.Seq, rec.Repeat, rec.Generation)
		}
	}
	for _, none := range [][2]int{{1, 0}, {0, 2}, {3, 0}, {-1, 0}, {0, -1}} {
		if _, ok, err := found.Record(none[0], none[1]); ok || err != nil {
			t.Errorf("seq %d, repeat %d: found %v, %v", none[0], none[1], ok, err)
		}
	}
}

func TestLookupOfARunWithoutRecords(t *testing.T) {
	if _, ok, err := lookup(t, reload(t, newRun(t, 1))).Record(0, 0); ok || err != nil {
		t.Errorf("found %v, %v", ok, err)
	}
}

func TestLookupFromSeveralGoroutines(t *testing.T) {
	const n = 200
	r := newRun(t, n)
	for i := range n {
		rec := record(i, 0, 0)
		rec.Verdict, rec.Query = results.Pass, fmt.Sprint("query ", i)
		appendAll(t, r, rec)
	}
	found := lookup(t, reload(t, r))
	var workers sync.WaitGroup
	for w := range 4 {
		workers.Go(func() {
			for i := w; i < n; i += 2 { // two workers each meet every record
				rec, ok, err := found.Record(i, 0)
				if err != nil || !ok || rec.Query != fmt.Sprint("query ", i) {
					t.Errorf("question %d: %v, %v: %q", i, ok, err, rec.Query)
				}
			}
		})
	}
	workers.Wait()
}

func lookup(t *testing.T, r *Run) *Lookup {
	t.Helper()
	l, err := r.Lookup()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}
