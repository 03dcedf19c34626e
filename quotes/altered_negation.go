package quotes

import (
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// negations counts what denies in tokens; after is the token behind them.
// "Not only" denies nothing where both words are among the tokens: whoever
// takes "not" alone from it does turn it round.
func negations(tokens []token, after *token) int {
	n := 0
	for i, t := range tokens {
		next, word := after, ""
		if i+1 < len(tokens) {
			next, word = &tokens[i+1], tokens[i+1].text
		}
		abbreviation := t.text == "no" && next != nil && next.digits // No. 5
		if !abbreviation && denies(t, word) {
			n++
		}
	}
	return n
}

func denies(t token, next string) bool {
	return t.class&classNegator != 0 || textmatch.Negates(strings.Trim(t.text, "'"), next)
}

// shortestDenied is the least length of a word that a prefix can deny: with
// shorter ones "form" and "inform" would be a pair.
const shortestDenied = 4

// deniedForm reports whether one word is the other with a prefix or ending
// that denies it: legal and illegal, harmful and harmless.
func deniedForm(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if prefix, ok := strings.CutSuffix(b, a); ok && len(a) >= shortestDenied {
		switch prefix {
		case "un", "il", "ir", "dis", "non":
			return true
		case "in", "im":
			return len(a) >= shortestDenied+2
		}
	}
	full, ok := strings.CutSuffix(a, "ful")
	less, also := strings.CutSuffix(b, "less")
	return ok && also && full == less
}
