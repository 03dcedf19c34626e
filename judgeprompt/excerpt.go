package judgeprompt

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// excerpt is the part of a passage that is shown; shown and total count
// characters (code points) of the passage, without the gap marks.
type excerpt struct {
	text         string
	shown, total int
}

// gap stands where text of a passage was left out.
const gap = "[…]"

// window cuts passages to at most limit characters. The head of a passage
// alone would fail every claim that rests on its end, so the pieces that share
// the rarest words with the answer and the question are shown, and what is
// left of the limit goes to the text around them.
type window struct {
	limit int
	about []string
	terms terms // of about; made with the first passage that needs them
}

func (w *window) cut(text string) excerpt {
	if len(text) <= w.limit {
		return excerpt{text: text}
	}
	total := utf8.RuneCountInString(text)
	if total <= w.limit {
		return excerpt{text: text}
	}
	if w.terms == nil {
		w.terms = termsOf(w.about)
	}
	pieces := split(text, w.limit)
	shown, n := join(text, pieces, w.choose(pieces, w.terms.weigh(text, pieces)))
	return excerpt{text: shown, shown: n, total: total}
}

// piece is a stretch of text that is shown whole or not at all.
type piece struct {
	start, end int // bytes
	chars      int
}

// relevant is the share of the best piece's weight from which on a piece is
// chosen for its words rather than for its place. Below it the words shared
// are common ones, and choosing by them would scatter the excerpt.
const relevant = 0.2

func (w *window) choose(pieces []piece, weights []float64) []bool {
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case weights[a] > weights[b]:
			return -1
		case weights[a] < weights[b]:
			return 1
		}
		return 0
	})
	c := choice{keep: make([]bool, len(pieces)), pieces: pieces, left: w.limit}
	for _, i := range order {
		if weights[i] < relevant*weights[order[0]] || (weights[i] == 0 && len(c.queue) > 0) {
			break
		}
		c.add(i)
	}
	c.grow()
	return c.keep
}

type choice struct {
	keep   []bool
	pieces []piece
	left   int   // characters still free
	queue  []int // kept pieces whose neighbours were not tried yet
}

func (c *choice) add(i int) {
	if i < 0 || i >= len(c.pieces) || c.keep[i] || c.pieces[i].chars > c.left {
		return
	}
	c.keep[i] = true
	c.left -= c.pieces[i].chars
	c.queue = append(c.queue, i)
}

// grow adds the neighbours of what is kept, best pieces first, until nothing
// fits. What follows a sentence explains it more often than what precedes it.
func (c *choice) grow() {
	for len(c.queue) > 0 && c.left > 0 {
		i := c.queue[0]
		c.queue = c.queue[1:]
		c.add(i + 1)
		c.add(i - 1)
	}
}

// join writes the kept pieces in order, with a mark for each gap, and counts
// the characters of text it shows.
func join(text string, pieces []piece, keep []bool) (string, int) {
	var windows []string
	shown, at := 0, 0
	for at < len(pieces) {
		first := at
		for at < len(pieces) && keep[at] == keep[first] {
			at++
		}
		if !keep[first] {
			windows = append(windows, gap)
			continue
		}
		part := strings.TrimSpace(text[pieces[first].start:pieces[at-1].end])
		shown += utf8.RuneCountInString(part)
		windows = append(windows, part)
	}
	return strings.Join(windows, "\n"), shown
}
