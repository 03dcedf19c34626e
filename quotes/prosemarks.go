package quotes

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// proseClosers returns the marks that close what r opens.
func proseClosers(r rune) string {
	switch r {
	case '"', '”', '\'':
		return string(r)
	case '“':
		return "”"
	case '„', '‟':
		return "“”"
	case '«':
		return "»"
	case '»':
		return "«"
	case '‹':
		return "›"
	case '›':
		return "‹"
	case '‘', '‚':
		return "’‘"
	case '「':
		return "」"
	case '『':
		return "』"
	}
	return ""
}

// closesQuote reports marks that a quotation may end with.
func closesQuote(r rune) bool { return strings.ContainsRune(`"”“»«›‹’」』`, r) }

// opens reports whether the mark at i can open: not behind a word or number,
// where it is an inch, a minute or an apostrophe, and not before white space.
func (f *quoteFinder) opens(i int, r rune, size int) bool {
	prev, _ := utf8.DecodeLastRuneInString(f.s[:i])
	next, _ := utf8.DecodeRuneInString(f.s[i+size:])
	if r == '「' || r == '『' || r == '«' || r == '‹' {
		return true // French sets spaces inside
	}
	behindWord := i > 0 && wordRune(prev) && !ideographic(prev)
	if behindWord || unicode.IsSpace(next) || i+size == len(f.s) {
		return false
	}
	return r != '\'' || unicode.IsLetter(next)
}

// closes reports whether the mark at i can close a quotation.
func (f *quoteFinder) closes(i int, r rune, size, limit int) bool {
	prev, _ := utf8.DecodeLastRuneInString(f.s[:i])
	next, _ := utf8.DecodeRuneInString(f.s[i+size:])
	inWord := i+size < len(f.s) && wordRune(next) && !ideographic(next)
	switch r {
	case '\'':
		return !unicode.IsSpace(prev) && !inWord && f.citedAt(i+size)
	case '’', '‘':
		return !inWord && (f.citedAt(i+size) || !f.possessive(i, size, limit))
	case '"':
		return !unicode.IsSpace(prev) && !inWord && !f.inch(i, limit)
	}
	return true
}

// possessive reports an apostrophe behind a plural, "the dogs’ home": the
// quotation goes on in small letters to a mark that cites.
func (f *quoteFinder) possessive(i, size, limit int) bool {
	if f.s[i-1] != 's' || !goesOn(f.s[i+size:limit]) {
		return false
	}
	for at := i + size; at < limit; at += len("’") {
		next := strings.Index(f.s[at:limit], "’")
		if next < 0 || strings.Contains(f.s[at:at+next], "‘") {
			return false
		}
		at += next
		behind, _ := utf8.DecodeRuneInString(f.s[at+len("’"):])
		if !unicode.IsLetter(behind) {
			return f.citedAt(at + len("’"))
		}
	}
	return false
}

// inch reports a straight mark behind a number inside a quotation: the next
// one closes it, and could not open another.
func (f *quoteFinder) inch(i, limit int) bool {
	if i == 0 || !beginsDigit(f.s[i-1:]) {
		return false
	}
	next := strings.IndexByte(f.s[i+1:limit], '"')
	if next < 0 {
		return false
	}
	prev := f.s[i+next]
	return prev != ' ' && prev != '('
}

// ideographic reports letters of scripts that write no spaces, so that a mark
// between two of them says nothing of a word.
func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// dense reports whether most letters of s are of scripts that say as much in
// one character as others in three.
func dense(s string) bool {
	letters, dense := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
			if r >= 0x1100 && ideographic(r) {
				dense++
			}
		}
	}
	return 2*dense > letters
}
