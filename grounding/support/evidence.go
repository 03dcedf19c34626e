package support

import (
	"slices"
	"sync"
)

// Evidence is passages made ready to be compared. It is immutable and may be
// used by several goroutines at the same time. The texts of the passages are
// kept, not copied.
type Evidence struct {
	passages []Passage
	spots    []spot           // every token of every passage, in order
	blocks   []block          // what is compared as a whole
	keys     map[string]int32 // key → number
	places   []int32          // in which spots keys stand, key by key
	first    []int32          // by key, where its places begin in places
	denials  []int32          // in which spots negators stand
	openings func() map[string]bool
}

// spot is where a token stands in the text of its passage.
type spot struct{ start, end int32 }

// inTitle marks the spots of a title, which are nowhere in the text.
const inTitle = -1

// block is a passage or a part of a long one.
type block struct {
	passage  int
	from, to int32      // spots
	meanings meaningSet // what its words mean, and what they are cases of
}

func (b *block) holds(place int32) bool { return b.from <= place && place < b.to }

// Prepare reads passages. Its time and memory are linear in their length.
func Prepare(passages []Passage) *Evidence {
	size := 0
	for _, p := range passages {
		size += len(p.Title) + len(p.Text)
	}
	r := newReader(size)
	r.passages = slices.Clone(passages)
	for i, p := range passages {
		r.read(i, p)
	}
	r.sortPlaces()
	r.openings = sync.OnceValue(r.Evidence.readOpenings)
	return r.Evidence
}

// placesOf returns where a key stands.
func (e *Evidence) placesOf(key string) []int32 {
	id, known := e.keys[key]
	if !known {
		return nil
	}
	return e.places[e.first[id]:e.first[id+1]]
}

// at returns the places of a key inside a block.
func (e *Evidence) at(b *block, key string) []int32 { return between(e.placesOf(key), b.from, b.to) }

// between returns the part of sorted places that lies in from..to.
func between(places []int32, from, to int32) []int32 {
	places = places[firstFrom(places, from):]
	return places[:firstFrom(places, to)]
}

// firstFrom returns the index of the first place from limit on.
func firstFrom(places []int32, limit int32) int {
	i, _ := slices.BinarySearch(places, limit)
	return i
}

// opening is as many letters as a country shares with its adjective: German,
// Germany.
func opening(key string) string {
	const letters = 4
	return key[:min(len(key), letters)]
}

// readOpenings collects the first letters of all keys. Few answers need them.
func (e *Evidence) readOpenings() map[string]bool {
	out := make(map[string]bool, len(e.keys))
	for key := range e.keys {
		out[opening(key)] = true
	}
	return out
}
