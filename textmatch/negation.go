package textmatch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// negationReach is how many words before a hit may hold its negator: "we do
// not offer any free" reaches over three.
const negationReach = 4

// clauseBytes bounds how far back a clause is read, so that a text without
// any punctuation costs no more than another.
const clauseBytes = 256

// Negated reports whether an English negator stands in the four words before
// a hit, in the same clause. It is a hint that the text may deny what was
// found; a person or a judge decides.
func Negated(original string, h Hit) bool {
	words := clauseWords(original[max(0, h.Start-clauseBytes):h.Start])
	for i, w := range words {
		affirmed := i+1 < len(words) && affirms(w, words[i+1])
		if negator(w) && !affirmed {
			return true
		}
	}
	return false
}

func negator(word string) bool {
	switch word {
	case "not", "no", "never", "without", "neither", "nor", "none", "nobody", "nothing", "nowhere",
		"cannot", "hardly", "scarcely",
		// contractions as they are typed in haste
		"cant", "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "wont", "wouldnt":
		return true
	}
	return strings.HasSuffix(word, "n't")
}

// affirms reports the turns that negate nothing: "not only parcels" affirms
// them, and "no doubt" is a yes.
func affirms(negator, next string) bool {
	switch next {
	case "only", "just", "merely", "simply", "solely":
		return negator == "not" || strings.HasSuffix(negator, "n't")
	case "doubt", "question":
		return negator == "no" || negator == "without"
	}
	return false
}

// clauseWords returns up to negationReach words that end s, folded and in
// order, back to where their clause begins.
func clauseWords(s string) []string {
	words := make([]string, 0, negationReach)
	for len(words) < negationReach {
		rest := strings.TrimRightFunc(s, func(r rune) bool { return !wordLetter(r) })
		if breaksClause(s[len(rest):]) || rest == "" {
			break
		}
		s = strings.TrimRightFunc(rest, wordLetter)
		word := strings.Trim(needle(rest[len(s):]), "'")
		if startsClause(word) {
			break
		}
		words = append(words, word)
	}
	slices.Reverse(words)
	return words
}

func wordLetter(r rune) bool {
	return r == '\'' || r == '\u2019' || r == '\u02BC' || unicode.IsLetter(r) || unicode.IsDigit(r) || combining(r)
}

// breaksClause reports whether what stands between two words parts their
// clauses: sentence and clause punctuation, a dash that is not a hyphen, a
// table cell, a new paragraph or a new list item.
func breaksClause(gap string) bool {
	if strings.ContainsAny(gap, ".!?;:,|\u2026\u2013\u2014\u3001\u3002\uFF0C\uFF01\uFF1A\uFF1B\uFF1F") || strings.Contains(gap, " - ") {
		return true
	}
	_, line, broken := strings.Cut(gap, "\n")
	if !broken {
		return false
	}
	line = strings.TrimLeft(line, " \t\r")
	first, size := utf8.DecodeRuneInString(line)
	bullet := strings.ContainsRune("-*+#>\u2022", first) && strings.HasPrefix(line[size:], " ")
	return bullet || strings.Contains(line, "\n")
}

// startsClause reports the conjunctions after which a negation said before no
// longer holds: "not cheap but free of charge".
func startsClause(word string) bool {
	switch word {
	case "but", "yet", "although", "though", "whereas", "while", "however", "because", "instead":
		return true
	}
	return false
}
