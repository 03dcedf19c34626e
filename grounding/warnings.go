package grounding

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// hedges are the phrases with which a model speaks from what it knows instead
// of what it was given.
var hedges = [...]string{
	"however, based on my knowledge", "generally speaking", "in general",
	"typically,", "usually,", "as a general rule",
}

// hedging is one phrase and where it first stands in a response.
type hedging struct {
	phrase string
	at     textmatch.Hit
}

func hedgingWarning(h hedging) string {
	return fmt.Sprintf("response contains generic phrase: %q", h.phrase)
}

// hedgings returns one entry for each phrase that a response uses, in the
// order of the list.
func hedgings(response string) []hedging {
	var found [len(hedges)]*textmatch.Hit
	inWord := false
	for i, r := range response {
		if !inWord {
			for k, phrase := range hedges {
				if end, ok := phraseAt(response, i, phrase); ok && found[k] == nil {
					found[k] = &textmatch.Hit{Start: i, End: end}
				}
			}
		}
		inWord = r == '-' || wordRune(r) // a hyphen before joins as one after does
	}
	var out []hedging
	for k, hit := range found {
		if hit != nil {
			out = append(out, hedging{hedges[k], *hit})
		}
	}
	return out
}

// phraseAt matches a phrase in any letter case, a space standing for white
// space of any length. What follows must be no part of a word and no hyphen:
// "in general-purpose mode" hedges nothing.
func phraseAt(s string, at int, phrase string) (end int, ok bool) {
	for i := 0; i < len(phrase); i++ {
		if phrase[i] == ' ' {
			next := at + len(s[at:]) - len(skipSpace(s[at:]))
			if next == at {
				return 0, false
			}
			at = next
			continue
		}
		if at >= len(s) || lower(s[at]) != phrase[i] {
			return 0, false
		}
		at++
	}
	next, _ := utf8.DecodeRuneInString(s[at:])
	return at, at == len(s) || next != '-' && !wordRune(next)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
