package runner

import (
	"errors"
	"slices"
	"testing"
)

func TestAheadYieldsWhatTheSequenceDoes(t *testing.T) {
	broken := errors.New("broken")
	seq := func(yield func(int, error) bool) {
		for i := range 3 * aheadBy {
			if !yield(i, nil) {
				return
			}
		}
		yield(0, broken)
	}
	var got []int
	for v, err := range ahead(seq) {
		if err != nil {
			if !errors.Is(err, broken) || len(got) != 3*aheadBy || !slices.IsSorted(got) {
				t.Fatalf("after %d values: %v", len(got), err)
			}
			return
		}
		got = append(got, v)
	}
	t.Error("the error was lost")
}

// TestAheadLeavesWithItsUser: the sequence may hold a file, which must be
// closed when the user goes on.
func TestAheadLeavesWithItsUser(t *testing.T) {
	made, closed := 0, false
	seq := func(yield func(int, error) bool) {
		defer func() { closed = true }()
		for ; yield(made, nil); made++ {
		}
	}
	for v := range ahead(seq) {
		if v == 5 {
			break
		}
	}
	if !closed || made > 5+aheadBy+2 {
		t.Errorf("closed: %v, after %d values", closed, made)
	}
}
