package support

import (
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// term is a word of either side as it is compared. All its spellings share
// one: "Refunds" and "refund".
type term struct {
	folded string
	key    string // what two words must share to be the same
	cue    cue
	lemmas []int32 // what it may be a form of, in the lexicon
	figure quantity
}

func (t term) is(c cue) bool  { return t.cue&c != 0 }
func (t term) content() bool  { return t.cue&function == 0 }
func (t term) quantity() bool { return t.figure.plain != "" }
func (t term) digits() bool   { return t.quantity() && asciiDigit(t.folded[0]) }

// denialKey is the key of every n't; a negator is compared by being one.
const denialKey = "n't"

// newTerm reads one token; next is the text behind it, where a magnitude may
// stand.
func newTerm(token string, is shape, next string) term {
	switch is {
	case denial:
		return term{folded: denialKey, key: denialKey, cue: negator | function}
	case figure:
		return newFigure(strings.ToLower(token), next)
	case pair:
		return term{folded: token, key: token, cue: notes()[token].cue}
	case wide:
		folded := strings.Join(textmatch.Words(token), "")
		return term{folded: folded, key: folded, cue: notes()[folded].cue}
	}
	folded := strings.ToLower(token)
	n := notes()[folded]
	lemmas := english().lemmas(folded, n.base)
	return term{
		folded: folded, key: english().stem(folded, n.base, lemmas), cue: n.cue, lemmas: lemmas,
		figure: quantity{plain: n.figure},
	}
}

func newFigure(folded, next string) term {
	t := term{folded: folded, key: folded}
	if q, ok := readFigure(folded, firstWord(next)); ok {
		t.figure, t.key = q, figureKey(q.plain)
	}
	return t
}

// figureKey keeps figures apart from words that are spelt the same.
func figureKey(n string) string { return "#" + n }

// firstWord returns the ASCII word that follows directly after white space or
// a hyphen.
func firstWord(s string) string {
	const longestMagnitude = len(" thousand")
	s = s[:min(len(s), longestMagnitude+1)]
	if s == "" || s[0] != ' ' && s[0] != '-' {
		return ""
	}
	end := 1
	for end < len(s) && asciiLetter(s[end]) {
		end++
	}
	return s[1:end]
}

// rarity is 0 for the commonest words and 1 for those that the lexicon does
// not hold: names, figures and terms of a trade.
func rarity(t term) float64 {
	if len(t.lemmas) == 0 {
		return 1
	}
	const commonest = 9
	most := uint8(0)
	for _, lemma := range t.lemmas {
		most = max(most, english().frequency[lemma])
	}
	return 1 - float64(most)/commonest
}
