package support

import (
	"regexp"
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// outsideFences returns the stretches of a text outside ``` and ~~~ blocks.
func outsideFences(s string) []textmatch.Span {
	var out []textmatch.Span
	fence, start := "", 0
	for at := 0; at < len(s); {
		line := s[at:]
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line = line[:n+1]
		}
		mark := fenceMark(line)
		switch {
		case fence == "" && mark != "":
			out = append(out, textmatch.Span{Start: start, End: at})
			fence = mark
		case fence != "" && mark == fence:
			fence, start = "", at+len(line)
		}
		at += len(line)
	}
	if fence == "" {
		out = append(out, textmatch.Span{Start: start, End: len(s)})
	}
	return out
}

func fenceMark(line string) string {
	line = strings.TrimLeft(line, " \t")
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return mark
		}
	}
	return ""
}

// leadIn is the length of the list number or bullet that a sentence begins
// with.
func leadIn(s string) int {
	if s == "" || asciiLetter(s[0]) {
		return 0
	}
	return len(listMark.FindString(s))
}

var listMark = regexp.MustCompile(`^(?:[>\-*+•–]\s+|#+\s+|\(?\d{1,3}[.)]\s+)+`)

// longestMark bounds a citation mark, in bytes; longer brackets are text.
const longestMark = 80

// nextMark returns where the next citation mark such as [2] or [a.pdf#page=3]
// begins in s[from:to] and where the text goes on, or to twice.
func nextMark(s string, from, to int) (stop, resume int) {
	for i := from; i < to; i++ {
		if s[i] != '[' && s[i] != '{' {
			continue
		}
		end := strings.IndexAny(s[i+1:min(to, i+longestMark)], "]}")
		if end < 0 {
			continue
		}
		if inner := s[i+1 : i+1+end]; strings.ContainsAny(inner, "0123456789") && !twoWords.MatchString(inner) {
			return i, i + end + 2
		}
	}
	return to, to
}

var twoWords = regexp.MustCompile(`[\pL]{2} [\pL]{2}`)
