package support

import (
	"unicode"
	"unicode/utf8"
)

// say reads one token of a claim and where the passages have it.
func (e *Evidence) say(w *said, text string, start, end int, is shape) {
	w.text = text[start:end]
	w.term = newTerm(w.text, is, text[end:])
	w.weight = 1 + rarity(w.term)/2
	first, _ := utf8.DecodeRuneInString(w.text)
	w.capital = unicode.IsUpper(first)
	if w.quantity() {
		w.key = figureKey(w.figure.plain) // thirty is 30
	}
	w.places = e.placesOf(w.key)
	if w.figure.scaled != "" {
		w.scaled = e.placesOf(figureKey(w.figure.scaled))
	}
}

// joinFigures makes one figure of "twenty-five", and leaves the million of
// "1.5 million" to its figure.
func (e *Evidence) joinFigures(words []said) {
	for i := 0; i+1 < len(words); i++ {
		w, next := &words[i], &words[i+1]
		if !w.quantity() {
			continue
		}
		both, ok := tens(w.figure.plain, next.figure.plain)
		switch {
		case ok && !w.digits() && !next.digits():
			w.figure, next.figure = quantity{plain: both}, quantity{}
			w.key, w.text = figureKey(both), w.text+"-"+next.text
			w.places = e.placesOf(w.key)
			next.cue |= function
		case w.figure.scaled != "" && magnitudes[next.folded] > 0:
			next.cue |= function
		}
	}
}

// in reports whether a block holds a word.
func (w *said) in(b *block) bool { return len(w.within(b)) > 0 }

// within returns the places of a word in a block. A figure of millions is
// also looked for in full.
func (w *said) within(b *block) []int32 {
	if own := between(w.places, b.from, b.to); len(own) > 0 || len(w.scaled) == 0 {
		return own
	}
	return between(w.scaled, b.from, b.to)
}

// beside reports whether two different words stand side by side in a block.
func (w *said) beside(next *said, b *block) bool {
	return w.key != next.key && apart(w.within(b), next.within(b), neighbours)
}
