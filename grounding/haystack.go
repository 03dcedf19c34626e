package grounding

import (
	"index/suffixarray"
	"iter"
	"strings"
	"sync"
	"sync/atomic"
)

// haystack finds values in one text. Searching costs the length of the text
// each time, so a hostile answer with a hundred thousand claims against a
// context of megabytes would take hours; once more than scanBudget bytes were
// scanned the text's suffixes are sorted, and a search costs the length of the
// value.
type haystack struct {
	text   string
	scans  atomic.Int64
	sorted func() *suffixarray.Index
}

const scanBudget = 1 << 30

func newHaystack(text string) *haystack {
	h := &haystack{text: text}
	h.sorted = sync.OnceValue(func() *suffixarray.Index { return suffixarray.New([]byte(text)) })
	return h
}

// costly counts one more search and reports whether scanning has become too
// dear.
func (h *haystack) costly() bool { return h.scans.Add(1)*int64(len(h.text)) > scanBudget }

func (h *haystack) contains(value string) bool {
	switch {
	case value == "":
		return false
	case h.costly():
		return len(h.sorted().Lookup([]byte(value), 1)) > 0
	}
	return strings.Contains(h.text, value)
}

// starts yields where value starts, unless inside says that the rune before
// belongs to the same name; in no order.
func (h *haystack) starts(value string, inside func(rune) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		if value == "" {
			return
		}
		if h.costly() {
			if found := h.sorted().Lookup([]byte(value), manyHits); len(found) < manyHits {
				for _, at := range found {
					if !inside(lastRune(h.text[:at])) && !yield(at) {
						return
					}
				}
				return
			}
		}
		scan(h.text, value, inside, yield)
	}
}

// manyHits is from where on scanning is cheaper than to look at hit by hit.
const manyHits = 4096

// scan passes the rest of a name at each hit, so that a text of one long name
// is read once and not from each of its letters.
func scan(text, value string, inside func(rune) bool, yield func(int) bool) {
	for at := 0; ; {
		i := strings.Index(text[at:], value)
		if i < 0 {
			return
		}
		at += i
		if !inside(lastRune(text[:at])) && !yield(at) {
			return
		}
		rest := text[at:]
		at += max(1, len(rest)-len(strings.TrimLeftFunc(rest, inside)))
	}
}
