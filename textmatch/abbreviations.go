package textmatch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestAbbreviation bounds how far back a full stop looks for its word.
const longestAbbreviation = 24

// abbreviates reports whether the full stop at i belongs to a word and ends
// no sentence; rest is what follows it. A sentence that is nothing but the
// word, such as the number of a list item, has not ended either.
func abbreviates(s string, start, i int, rest string) bool {
	from := max(start, i-longestAbbreviation)
	word := s[from:i]
	if cut := strings.LastIndexFunc(word, func(r rune) bool { return !letterOrDigit(r) && r != '.' }); cut >= 0 {
		_, size := utf8.DecodeRuneInString(word[cut:])
		from += cut + size
		word = word[cut+size:]
	}
	switch {
	case ordinal(word):
		return opensLine(s, start, from)
	case initial(word):
		return true
	case numbered(word):
		next := strings.TrimLeftFunc(rest, unicode.IsSpace)
		return next != "" && asciiDigit(next[0])
	}
	return title(strings.ToLower(word))
}

// ordinal reports the number or letter before the first word of a list item.
func ordinal(word string) bool {
	return word != "" && len(word) <= maxOrdinal && digitsEnd(word, 0) == len(word)
}

// opensLine reports whether nothing but marks stands on the line before i. It
// looks no further back than the sentence, so that a line of many numbers is
// read once.
func opensLine(s string, start, i int) bool {
	head := s[start:i]
	if cut := strings.LastIndexByte(head, '\n'); cut >= 0 {
		head = head[cut+1:]
	} else if start > 0 && s[start-1] != '\n' {
		return false
	}
	return strings.Trim(head, " \t*_>") == ""
}

// initial reports a single capital, as in J. Smith or the last letter of U.S.
// "I" is a word more often than an initial.
func initial(word string) bool {
	last := word[strings.LastIndexByte(word, '.')+1:]
	r, size := utf8.DecodeRuneInString(last)
	return size == len(last) && size > 0 && unicode.IsUpper(r) && last != "I"
}

// numbered reports abbreviations that stand before a number.
func numbered(word string) bool {
	switch strings.ToLower(word) {
	case "no", "nos", "nr", "fig", "figs", "eq", "sec", "art", "vol", "ch", "p", "pp", "para", "ver":
		return true
	}
	return false
}

// title reports abbreviations that what they shorten goes on after.
func title(word string) bool {
	switch word {
	case "dr", "mr", "mrs", "ms", "prof", "rev", "gen", "sen", "hon", "st", "mt", "messrs", "capt", "col", "lt",
		"vs", "e.g", "i.e", "eg", "ie", "cf", "viz", "approx", "ca", "incl", "excl", "resp", "al",
		"bzw", "z.b", "d.h":
		return true
	}
	return false
}
