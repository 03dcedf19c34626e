package support

import "slices"

// meaningSet is a set of meanings: a bit for each where there are many, a
// sorted list where there are few, so that many short passages cost little
// memory.
type meaningSet struct {
	bits   []uint64
	sorted []int32
}

// newMeaningSet makes a set of meanings numbered below limit. It reorders
// them.
func newMeaningSet(meanings []int32, limit int) meaningSet {
	const (
		few     = 128 // a passage of a line or two
		perWord = 64
	)
	if len(meanings) < few {
		slices.Sort(meanings)
		return meaningSet{sorted: slices.Clone(slices.Compact(meanings))}
	}
	s := meaningSet{bits: make([]uint64, (limit+perWord-1)/perWord)}
	for _, m := range meanings {
		s.bits[m/perWord] |= 1 << (m % perWord)
	}
	return s
}

func (s meaningSet) has(m int32) bool {
	if s.bits == nil {
		_, found := slices.BinarySearch(s.sorted, m)
		return found
	}
	return s.bits[m/64]&(1<<(m%64)) != 0
}
