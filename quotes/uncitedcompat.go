package quotes

import (
	"regexp"
	"strings"
)

var (
	compatSplit  = regexp.MustCompile(`[.!?]([\s\v\p{Z}\x{feff}]+)[A-Z0-9"'“„‘«(]`)
	threeLetters = regexp.MustCompile(`[A-Za-z]{3}`)
)

// compatUncited splits and picks sentences as the reference does.
func compatUncited(text string, minChars int) []Uncited {
	var out []Uncited
	at := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		if !strings.HasPrefix(trimJS(line), "#") {
			for _, piece := range compatPieces(line) {
				if u, ok := compatPiece(line, piece, minChars); ok {
					u.Start, u.End = u.Start+at, u.End+at
					out = append(out, u)
				}
			}
		}
		at += len(line)
	}
	return out
}

// compatPieces returns the offsets of the pieces of a line: it is split at
// white space behind . ! or ? that something like a new sentence follows.
func compatPieces(line string) [][2]int {
	var out [][2]int
	start, from := 0, 0
	for {
		at := compatSplit.FindStringSubmatchIndex(line[from:])
		if at == nil {
			return append(out, [2]int{start, len(line)})
		}
		out = append(out, [2]int{start, from + at[2]})
		start = from + at[3]
		from = start
	}
}

func compatPiece(line string, piece [2]int, minChars int) (Uncited, bool) {
	raw := line[piece[0]:piece[1]]
	text := trimJS(raw)
	if lenJS(text) < minChars || strings.HasSuffix(text, "?") ||
		strictGroup.MatchString(text) || !threeLetters.MatchString(text) {
		return Uncited{}, false
	}
	start := piece[0] + strings.Index(raw, text)
	u := Uncited{Text: text, Start: start, End: start + len(text)}
	if lenJS(text) > shownUncited {
		u.Text = headJS(text, shownUncited-len("...")) + "..."
	}
	return u, true
}
