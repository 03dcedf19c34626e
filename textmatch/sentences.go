package textmatch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences returns the sentences of s in order, without the white space
// around them. A sentence ends
//
//   - at . ! ? or … before white space and something that can begin a
//     sentence, with the closing quotes, brackets, citation marks [1] and
//     claim marks {c1} that follow directly;
//   - at 。！？ or ｡, which need no white space;
//   - at a blank line, before a list item, and at the end of a heading or
//     table row.
//
// It does not end after an abbreviation, an initial or the number of a list
// item.
func Sentences(s string) []Span {
	var out []Span
	start := 0
	for i := 0; i < len(s); {
		end, next := sentenceEnd(s, start, i)
		if end >= 0 {
			out = appendTrimmed(out, s, start, end)
			start = end
		}
		i = next
	}
	return appendTrimmed(out, s, start, len(s))
}

// sentenceEnd looks at the character at i. It returns where the sentence that
// began at start ends, or -1, and where to look next.
func sentenceEnd(s string, start, i int) (end, next int) {
	r, size := utf8.DecodeRuneInString(s[i:])
	next = i + size
	switch r {
	case '\n':
		if lineEnds(s, start, i) {
			return next, next
		}
	case '。', '！', '？', '｡':
		end = closersEnd(s, next)
		return end, end
	case '.', '!', '?', '…':
		end = closersEnd(s, next)
		if begins(s[end:]) && !(r == '.' && abbreviates(s, start, i, s[end:])) {
			return end, end
		}
		return -1, end
	}
	return -1, next
}

// closersEnd skips what closes a sentence behind its full stop: more stops,
// quotes, brackets, emphasis, [1] and {c1}.
func closersEnd(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '[' || r == '{':
			size = markSize(s[i:])
			if size == 0 {
				return i
			}
		case !strings.ContainsRune(".!?…。！？\"'*_)]", r) && !unicode.In(r, unicode.Pf, unicode.Pe):
			return i
		}
		i += size
	}
	return i
}

// maxMark bounds a citation or claim mark; longer brackets are text.
const maxMark = 24

// markSize returns the length of the [1], [1, 2] or {c1} that s begins with,
// or 0.
func markSize(s string) int {
	closer := byte(']')
	if s[0] == '{' {
		closer = '}'
	}
	end := strings.IndexByte(s[:min(len(s), maxMark)], closer)
	if end < 2 || !strings.ContainsAny(s[:end], "0123456789") || strings.ContainsAny(s[:end], " \n") && closer == '}' {
		return 0
	}
	return end + 1
}

// begins reports whether s, which follows a full stop, begins a sentence:
// white space and then no lower-case letter.
func begins(s string) bool {
	rest := strings.TrimLeftFunc(s, unicode.IsSpace)
	if len(rest) == len(s) {
		return false
	}
	opener := func(r rune) bool {
		return strings.ContainsRune("\"'*_([", r) || unicode.In(r, unicode.Pi, unicode.Ps)
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, opener))
	return !unicode.IsLower(first)
}

// lineEnds reports whether the line break at i ends a sentence.
func lineEnds(s string, start, i int) bool {
	line := s[strings.LastIndexByte(s[start:i], '\n')+1+start : i]
	following := s[i+1:]
	return blankLine(following) || blockStart(following) || ownLine(line)
}

// ownLine reports headings and table rows, which end with their line.
func ownLine(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|")
}

// blockStart reports whether s begins with a list item, heading, quotation or
// table row.
func blockStart(s string) bool {
	s = strings.TrimLeft(s, " \t")
	if ownLine(s) || strings.HasPrefix(s, ">") {
		return true
	}
	r, size := utf8.DecodeRuneInString(s)
	if strings.ContainsRune("-*+•–", r) {
		return strings.HasPrefix(s[size:], " ")
	}
	digits := digitsEnd(s, 0)
	return 0 < digits && digits <= maxOrdinal && len(s) > digits+1 &&
		(s[digits] == '.' || s[digits] == ')') && s[digits+1] == ' '
}

// maxOrdinal is the most digits of a list item's number; four would be a year
// at the end of a sentence.
const maxOrdinal = 3

// appendTrimmed appends start..end without outer white space, unless nothing
// is left.
func appendTrimmed(out []Span, s string, start, end int) []Span {
	text := s[start:end]
	start += len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	if text = strings.TrimSpace(text); text == "" {
		return out
	}
	return append(out, Span{start, start + len(text)})
}
