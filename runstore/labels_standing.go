package runstore

import "github.com/evalrun/evalrun/results"

// labelPlace is where a label stands.
type labelPlace struct {
	file string
	line int
}

// labelKey is what one person can say but one thing of. A remark has no
// dimension.
type labelKey struct {
	id        string
	repeat    int
	dimension results.Dimension
	rater     string
}

// standing is what stands of labels or remarks, in the order of the lines.
// What was replaced or withdrawn is left in the list until there is much of it.
type standing[T any] struct {
	list   []T
	places []labelPlace
	keys   []labelKey
	gone   []bool
	index  map[labelKey]int
}

func (s *standing[T]) at(key labelKey) (i int, found bool) {
	i, found = s.index[key]
	return i, found
}

// put adds what was not said before or takes the place of what was.
func (s *standing[T]) put(key labelKey, said T, place labelPlace) {
	s.withdraw(key)
	if s.index == nil {
		s.index = map[labelKey]int{}
	}
	s.index[key] = len(s.list)
	s.list, s.places = append(s.list, said), append(s.places, place)
	s.keys, s.gone = append(s.keys, key), append(s.gone, false)
}

func (s *standing[T]) withdraw(key labelKey) {
	at, found := s.index[key]
	if !found {
		return
	}
	s.gone[at] = true
	delete(s.index, key)
	if len(s.list) > 1024 && len(s.list) > 2*len(s.index) {
		s.compact()
	}
}

// now is what stands, a list of its own.
func (s *standing[T]) now() []T {
	var out []T
	for i, said := range s.list {
		if !s.gone[i] {
			out = append(out, said)
		}
	}
	return out
}

// compact drops what does not stand any more.
func (s *standing[T]) compact() {
	if len(s.list) == len(s.index) {
		return
	}
	kept := 0
	for i, gone := range s.gone {
		if gone {
			continue
		}
		s.list[kept], s.places[kept], s.keys[kept], s.gone[kept] = s.list[i], s.places[i], s.keys[i], false
		s.index[s.keys[i]] = kept
		kept++
	}
	clear(s.list[kept:])
	s.list, s.places, s.keys, s.gone = s.list[:kept], s.places[:kept], s.keys[:kept], s.gone[:kept]
}
