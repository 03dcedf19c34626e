package quotes

// addedCap is the most that a quote with a word of its own scores: below the
// default pass limit of 0.85, whatever the rest is. Scanners and typists
// garble words and lose them, but they do not make new ones; whether the new
// word turns the meaning round is for a reader to see.
const addedCap = 0.84

// leastAdded is the weight from which a word counts: four letters. Small
// words change with grammar.
const leastAdded = 5

// garbled is the share of letters that may be wrong in a word that a scanner
// mangled or ran together with the next one.
const garbled = 0.6

// addsWord reports whether the quote holds a word to which nothing in its
// place of the source is alike.
func (a *alignment) addsWord() bool {
	for _, d := range a.differences() {
		for i := range d.quote {
			t := &d.quote[i]
			if t.weight >= leastAdded && !t.unspaced && !t.digits && !alikeAny(t, d.source) {
				return true
			}
		}
	}
	return false
}

func alikeAny(t *token, others []token) bool {
	for i := range others {
		other := &others[i]
		longer := max(len(t.text), len(other.text))
		if likeness(t, other) > kinship || longer > maxSpelling || float64(slips(t.text, other.text)) <= garbled*float64(longer) {
			return true
		}
	}
	return false
}
