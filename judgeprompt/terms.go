package judgeprompt

import (
	"unicode"
	"unicode/utf8"
)

// terms are the words looked for in a passage, by the hash of their letters:
// a hash keeps a long passage from making one string for each of its words,
// and a collision costs no more than one sentence chosen for no reason.
type terms map[uint64]int

func termsOf(texts []string) terms {
	t := terms{}
	for _, text := range texts {
		eachTerm(text, func(h uint64) {
			if _, known := t[h]; !known {
				t[h] = len(t)
			}
		})
	}
	return t
}

// weigh gives each piece the sum, over the terms it holds, of one divided by
// the number of pieces that hold the term: a figure that stands in one
// sentence counts for more than a word that stands in all of them.
func (t terms) weigh(text string, pieces []piece) []float64 {
	pieceOf := make([]int, len(t)) // 1 + the last piece that held the term
	spread := make([]int, len(t))
	var held, ends []int
	for i, p := range pieces {
		eachTerm(text[p.start:p.end], func(h uint64) {
			if term, known := t[h]; known && pieceOf[term] != i+1 {
				pieceOf[term] = i + 1
				spread[term]++
				held = append(held, term)
			}
		})
		ends = append(ends, len(held))
	}
	weights := make([]float64, len(pieces))
	at := 0
	for i, end := range ends {
		for ; at < end; at++ {
			weights[i] += 1 / float64(spread[held[at]])
		}
	}
	return weights
}

// eachTerm calls f with the hash of every number, every word of three letters
// or more, and every pair of neighbours in scripts that write no spaces.
func eachTerm(text string, f func(hash uint64)) {
	w := word{emit: f}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		w.read(r)
		i += size
	}
	w.end()
}

// FNV-1a, over runes instead of bytes.
const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

type word struct {
	emit    func(uint64)
	hash    uint64
	letters int
	number  bool
	prev    rune // last rune of an unspaced script, 0 if none
}

func (w *word) read(r rune) {
	switch {
	case r < utf8.RuneSelf && ('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'):
		w.add(r | 0x20)
	case '0' <= r && r <= '9':
		w.number = true
		w.add(r)
	case r < utf8.RuneSelf:
		w.end()
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer):
		w.pair(r)
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r):
		w.add(unicode.ToLower(r))
	default:
		w.end()
	}
}

func (w *word) add(r rune) {
	w.prev = 0
	if w.letters == 0 {
		w.hash = hashSeed
	}
	w.hash = mix(w.hash, r)
	w.letters++
}

func (w *word) pair(r rune) {
	prev := w.prev
	w.end()
	if prev != 0 {
		w.emit(mix(mix(hashSeed, prev), r))
	}
	w.prev = r
}

func (w *word) end() {
	if w.letters >= 3 || w.number {
		w.emit(w.hash)
	}
	w.letters, w.number, w.prev = 0, false, 0
}

func mix(hash uint64, r rune) uint64 { return (hash ^ uint64(r)) * hashPrime }
