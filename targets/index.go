package targets

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/evalrun/evalrun/answers"
)

// spans are the places of the answers in file order. A line is meant by its
// index here, also where an answer is not one line of the file; numbers turns
// that into what a message says.
type spans struct {
	starts  []int64
	numbers []uint32 // of the line an answer begins on, from 1, blank lines counted
	sums    []uint64 // hashes of the answers' bytes
	epochs  []uint16 // which of a question's repeats, 0 where a file has none
	size    int64    // where the last answer ends at the latest
	seed    maphash.Seed
}

func newSpans() spans { return spans{seed: maphash.MakeSeed()} }

func (s *spans) add(l answers.Line) (line int) {
	s.starts = append(s.starts, l.Offset)
	s.numbers = append(s.numbers, uint32(l.Number))
	s.sums = append(s.sums, maphash.Bytes(s.seed, l.Raw))
	return len(s.starts) - 1
}

// same reports whether a line still has the bytes that were checked.
func (s *spans) same(line int, raw []byte) bool { return maphash.Bytes(s.seed, raw) == s.sums[line] }

// length returns the bytes from a line's start to the next one's, what stands
// between them included.
func (s *spans) length(line int) int64 {
	if line+1 < len(s.starts) {
		return s.starts[line+1] - s.starts[line]
	}
	return s.size - s.starts[line]
}

// keys finds lines by a text, through its hash: 16 bytes a line whatever the
// text's length. The seed is drawn per process, so that no file can be made
// whose texts all collide; nothing that is written depends on it.
type keys struct {
	seed   maphash.Seed
	sorted []key
}

type key struct {
	hash uint64
	line uint32
}

func newKeys() keys { return keys{seed: maphash.MakeSeed()} }

func (k *keys) add(text string, line int) {
	k.sorted = append(k.sorted, key{hash: k.hash(text), line: uint32(line)})
}

func (k *keys) hash(text string) uint64 { return maphash.String(k.seed, text) }

func (k *keys) sort() {
	slices.SortFunc(k.sorted, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.line, b.line))
	})
}

// withText returns the lines whose text may be this one, in file order.
func (k *keys) withText(text string) []key {
	hash := k.hash(text)
	from, _ := slices.BinarySearchFunc(k.sorted, hash, func(k key, h uint64) int { return cmp.Compare(k.hash, h) })
	to := from
	for to < len(k.sorted) && k.sorted[to].hash == hash {
		to++
	}
	return k.sorted[from:to]
}

// collisions yields the groups of lines with one hash.
func (k *keys) collisions() iter.Seq[[]key] {
	return func(yield func([]key) bool) {
		for from := 0; from < len(k.sorted); {
			to := from + 1
			for to < len(k.sorted) && k.sorted[to].hash == k.sorted[from].hash {
				to++
			}
			if to-from > 1 && !yield(k.sorted[from:to]) {
				return
			}
			from = to
		}
	}
}
