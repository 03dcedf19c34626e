package quotes

import (
	"strings"
	"sync"
)

// class is what kind of meaning hangs on a word.
type class uint8

const (
	classNumber   class = 1 << iota
	classUnit           // percent, km, million, $
	classNegator        // English words are known to textmatch; these are others
	classModal          // may, must, should, will
	classSymbolic       // a sign and no word
	classClipping       // a unit that changes the number before it: %, million
)

// sense is what is known about a word. Words of one class with different
// values say different things; sides name its groups of opposites, positive
// on the one side and negative on the other.
type sense struct {
	class class
	value string
	sides []int16
}

// senseOf looks a folded word up.
func senseOf(word string, digits bool) sense {
	s := lexicon()[word]
	if digits {
		s.class |= classNumber
		s.value = strings.TrimLeft(word, "+")
	}
	return s
}

// opposed reports whether two words are opposites.
func (s sense) opposed(other sense) bool {
	for _, a := range s.sides {
		for _, b := range other.sides {
			if a == -b {
				return true
			}
		}
	}
	return false
}

// lexicon is made once and only read afterwards.
var lexicon = sync.OnceValue(func() map[string]sense {
	words := map[string]sense{}
	addValues(words, classNumber, numberWords)
	addValues(words, classUnit, unitWords)
	addValues(words, classUnit|classClipping, magnitudeWords)
	addValues(words, classModal, modalWords)
	for _, w := range strings.Fields(otherNegators) {
		words[w] = sense{class: classNegator}
	}
	for i, line := range strings.Split(strings.TrimSpace(opposites), "\n") {
		left, right, _ := strings.Cut(line, "|")
		addSide(words, left, int16(i+1))
		addSide(words, right, -int16(i+1))
	}
	return words
})

// addValues reads lines of words that mean the same; the first is the value.
func addValues(words map[string]sense, c class, table string) {
	for line := range strings.Lines(table) {
		same := strings.Fields(line)
		for _, w := range same {
			words[w] = sense{class: c, value: same[0]}
		}
	}
}

func addSide(words map[string]sense, side string, id int16) {
	for _, base := range strings.Fields(side) {
		for _, w := range inflected(base) {
			s := words[w]
			s.sides = append(s.sides[:len(s.sides):len(s.sides)], id)
			words[w] = s
		}
	}
}

// inflected returns a word with the regular forms that English could give it.
// Those that do not exist do no harm.
func inflected(word string) []string {
	stem := strings.TrimSuffix(word, "e")
	last := word[len(word)-1:]
	forms := []string{word, word + "s", stem + "ed", stem + "ing", stem + "er", stem + "est", word + "ly"}
	if strings.HasSuffix(word, "y") {
		return append(forms, word[:len(word)-1]+"ies", word[:len(word)-1]+"ied", word[:len(word)-1]+"ier")
	}
	return append(forms, word+"es", word+last+"ed", word+last+"ing", word+last+"er")
}
