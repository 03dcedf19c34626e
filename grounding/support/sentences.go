package support

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// sentences splits prose. Where nobody types capitals, a lower-case letter
// begins a sentence too.
func sentences(s string) []textmatch.Span {
	spans := textmatch.Sentences(s)
	if strings.ContainsFunc(s, unicode.IsUpper) {
		return spans
	}
	var out []textmatch.Span
	for _, span := range spans {
		out = appendLower(out, s, span)
	}
	return out
}

// appendLower splits a span behind . ! and ? before white space. What is cut
// off too short is an abbreviation and stays.
func appendLower(out []textmatch.Span, s string, span textmatch.Span) []textmatch.Span {
	const shortest = 12
	start := span.Start
	for i := span.Start; i < span.End; {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		stops := strings.ContainsRune("!?", r) || r == '.' && i-start >= shortest && !shortWord(s[start:i-1])
		if !stops || i >= span.End || s[i] != ' ' {
			continue
		}
		out = append(out, textmatch.Span{Start: start, End: i})
		for i < span.End && s[i] == ' ' {
			i++
		}
		start = i
	}
	if start < span.End {
		out = append(out, textmatch.Span{Start: start, End: span.End})
	}
	return out
}

// shortWord reports a last word of one or two letters, as in "j. r. cash".
func shortWord(s string) bool {
	last := s[strings.LastIndexAny(s, " .")+1:]
	return 0 < len(last) && len(last) <= 2
}
