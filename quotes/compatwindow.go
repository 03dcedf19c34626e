package quotes

import (
	"math"
	"slices"
)

const (
	// leastWindow is the shortest window, in UTF-16 units, unless the text
	// itself is shorter.
	leastWindow = 40
	// closeEnough is the likeness at which a scan takes what it has.
	closeEnough = 0.995
)

// trigramWindow is a stretch of a normalised text, in UTF-16 units, and how
// like a quote it is: the Dice coefficient of their trigrams, 0..1. The zero
// value is no window.
type trigramWindow struct {
	offset, length int
	dice           float64
}

// bestWindow looks for the stretch of text most like the quote. It walks the
// text once in steps for each window length, then unit by unit around the
// best place. A later length wins only if it is better; what lies between two
// steps and off the best place is never seen, as in the reference.
func bestWindow(quote *trigramIndex, text []uint16, scales []float64) trigramWindow {
	s := windowScan{quote: quote, numbers: quote.numbers(text), room: make([]int32, len(quote.counts))}
	if quote.total == 0 || len(s.numbers) == 0 {
		return trigramWindow{}
	}
	step := int(min(max(roundJS(float64(quote.units)/8), 10), 80))
	var best trigramWindow
	var seen []int // a length scanned twice finds nothing better
	for _, scale := range scales {
		length := windowLength(quote.units, scale, len(text))
		if slices.Contains(seen, length) {
			continue
		}
		seen = append(seen, length)
		if w := s.scan(0, len(text)-length, step, length); w.dice > best.dice {
			best = w
		}
	}
	if best.dice == 0 {
		return best
	}
	from, to := max(best.offset-step, 0), min(best.offset+step, len(text)-best.length)
	if w := s.scan(from, to, 1, best.length); w.dice > best.dice {
		best = w
	}
	return best
}

// windowLength scales the length of the quote; a window that would be longer
// than the text is the text.
func windowLength(quote int, scale float64, text int) int {
	// The conversion keeps the product from being fused with the sum in
	// roundJS: 50 × 1.15 has to stay just below 57.5.
	scaled := max(leastWindow, roundJS(float64(float64(quote)*scale)))
	if scaled < float64(text) {
		return int(scaled)
	}
	return text
}

// roundJS rounds halves up, as Math.round does.
func roundJS(x float64) float64 { return math.Floor(x + 0.5) }

// windowScan moves a window over a text and keeps count of the trigrams that
// window and quote share.
type windowScan struct {
	quote   *trigramIndex
	numbers []int32 // of the text's trigrams
	// room holds how many more of each trigram would be shared; below 0 the
	// window holds more of them than the quote. For number 0 it never is
	// above 0, so that foreign trigrams need no case of their own.
	room []int32
}

// scan returns the best of the windows at from, from+step, … up to to, the
// first of equal ones; the first that is close enough ends it. All windows
// have the same length, so that comparing what they share compares their
// likeness.
func (s *windowScan) scan(from, to, step, length int) trigramWindow {
	grams := length - 2
	shared := s.enterAll(from, grams)
	best := trigramWindow{offset: from, length: length}
	for most, at := 0, from; ; at += step {
		if shared > most {
			most = shared
			best.offset, best.dice = at, s.dice(shared, grams)
		}
		if best.dice >= closeEnough || at+step > to {
			return best
		}
		shared += s.move(at, step, grams)
	}
}

func (s *windowScan) dice(shared, grams int) float64 {
	return float64(2*shared) / float64(s.quote.total+grams)
}

// enterAll starts with the window at from and returns what it shares.
func (s *windowScan) enterAll(from, grams int) int {
	copy(s.room, s.quote.counts)
	shared := 0
	for _, number := range s.numbers[from : from+grams] {
		if s.room[number] > 0 {
			shared++
		}
		s.room[number]--
	}
	return shared
}

// move shifts the window at at by step and returns by how much what it shares
// grows.
func (s *windowScan) move(at, step, grams int) int {
	leaving := s.numbers[at : at+step]
	entering := s.numbers[at+grams : at+grams+step]
	room, grown := s.room, 0
	for i, in := range entering {
		if out := leaving[i]; out != 0 {
			room[out]++
			if room[out] > 0 {
				grown--
			}
		}
		if in != 0 {
			if room[in] > 0 {
				grown++
			}
			room[in]--
		}
	}
	return grown
}
