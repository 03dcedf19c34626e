package quotes

import "math"

// window is a stretch of a reading that shares many trigrams with a quote.
type window struct {
	start  int
	common int // trigrams in common, as multisets
}

// maxWindows is how many of the best windows, none overlapping another, are
// looked at closely: the best by trigrams need not be the best by words.
const maxWindows = 3

// gramSlots is the size of the table of trigrams, a power of two. It fits the
// second-level cache. Two trigrams that share a slot count as one, which can
// only add a window to look at.
const gramSlots = 1 << 15

// slot maps the last three bytes of g to their place in the table.
func slot(g uint32) uint32 {
	const knuth = 2654435761
	return (g & 0xFFFFFF) * knuth >> 17
}

// scanner counts the trigrams that a window sliding over a reading has in
// common with a quote. The cost for each byte depends on neither length.
type scanner struct {
	ids     [gramSlots]uint16 // of the quote's trigrams; 0 is none of them
	missing []int32           // by id: how many more of it the window may add
	grams   int               // trigrams of the quote
}

const gramSize = 3

// newScanner numbers the trigrams of a quote of at least three bytes.
func newScanner(quote string) *scanner {
	s := &scanner{missing: []int32{math.MinInt32 / 2}, grams: len(quote) - gramSize + 1}
	g := uint32(quote[0])<<8 | uint32(quote[1])
	for i := gramSize - 1; i < len(quote); i++ {
		g = g<<8 | uint32(quote[i])
		id := &s.ids[slot(g)]
		if *id == 0 && len(s.missing) <= math.MaxUint16 {
			*id = uint16(len(s.missing))
			s.missing = append(s.missing, 0)
		}
		if *id != 0 {
			s.missing[*id]++
		}
	}
	return s
}

// best slides a window of size bytes over every position of text and returns
// up to maxWindows windows, best first; the leftmost of equals.
func (s *scanner) best(text string, size int) []window {
	size = min(size, len(text))
	if size < gramSize {
		return nil
	}
	var kept ranking
	ids, missing := &s.ids, s.missing
	head, tail := pack(text), pack(text)
	common := 0
	for _, c := range []byte(text[gramSize-1 : size]) {
		head = head<<8 | uint32(c)
		if id := ids[slot(head)]; id != 0 {
			common += spare(missing[id])
			missing[id]--
		}
	}
	kept.add(window{common: common}, size)
	entering := text[size:]
	leaving := text[gramSize-1:][:len(entering)]
	for i := range len(entering) {
		head = head<<8 | uint32(entering[i])
		tail = tail<<8 | uint32(leaving[i])
		in, out := ids[slot(head)], ids[slot(tail)]
		if in == out {
			continue
		}
		if in != 0 {
			common += spare(missing[in])
			missing[in]--
		}
		if out != 0 {
			missing[out]++
			common -= spare(missing[out])
		}
		if common > kept.floor {
			kept.add(window{start: i + 1, common: common}, size)
		}
	}
	return kept.windows
}

// pack holds the first two bytes of a text, one short of a trigram.
func pack(text string) uint32 { return uint32(text[0])<<8 | uint32(text[1]) }

// spare is 1 where another of a trigram would still count, else 0.
func spare(missing int32) int {
	if missing > 0 {
		return 1
	}
	return 0
}

// ranking keeps the best windows that do not overlap.
type ranking struct {
	windows []window
	floor   int // what a window must exceed to be kept
}

// add places a window that exceeds the floor. Windows come from left to
// right, so only later ones can overlap those kept.
func (r *ranking) add(w window, size int) {
	for i, other := range r.windows {
		if w.start-other.start < size {
			if w.common > other.common {
				r.windows = append(r.windows[:i], r.windows[i+1:]...)
				break
			}
			return
		}
	}
	at := len(r.windows)
	for at > 0 && r.windows[at-1].common < w.common {
		at--
	}
	r.windows = append(r.windows, window{})
	copy(r.windows[at+1:], r.windows[at:])
	r.windows[at] = w
	if len(r.windows) > maxWindows {
		r.windows = r.windows[:maxWindows]
	}
	if len(r.windows) == maxWindows {
		r.floor = r.windows[maxWindows-1].common
	}
}
