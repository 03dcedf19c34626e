package quotes

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// ws is white space as it stands between the parts of a line.
const ws = `[\s\p{Zs}]*`

// A tolerated line begins with a bullet, a list number or a table's pipe; its
// id may be upper case and in brackets, its source index in brackets.
const looseID = `^(?:[-*+•–|]|[0-9]{1,3}[.)])?` + ws + `[\[({]?` + ws + `([cC]` + ws + `[0-9]+)` + ws + `[\])}]?` + ws + `[|｜]`

var (
	idLike    = regexp.MustCompile(looseID)
	looseHead = regexp.MustCompile(looseID + ws + `[\[({【［]?` + ws + `([0-9]+)` + ws + `[\])}】］]?` + ws + `[|｜]` + ws)
)

// quoteMarks are the marks around a quote: what may open it, and what closes
// it then. Models mix the two forms of one mark.
var quoteMarks = map[rune]string{
	'"': `"”`, '“': `”"“`, '„': `“”"`, '«': "»", '»': "«", '‘': "’'", '\'': "'’", '「': "」", '『': "』",
}

// maxQuoteLines bounds how many physical lines a broken quote may take.
const maxQuoteLines = 12

// evidenceLike reports a line that begins as evidence does.
func evidenceLike(text string) bool { return idLike.MatchString(trimJS(text)) }

// evidenceRead is what came of an evidence line: an item, or a warning
// without one, and how many lines it took.
type evidenceRead struct {
	item    Evidence
	ok      bool
	warning *Warning
	lines   int
}

// readEvidence reads the evidence that the first of lines begins.
func readEvidence(lines []textLine) evidenceRead {
	line := trimJS(lines[0].text)
	head := looseHead.FindStringSubmatchIndex(line)
	if head == nil {
		return evidenceRead{warning: malformed(line), lines: 1}
	}
	raw, count := quoteAcross(line[head[1]:], lines[1:])
	if count == 0 {
		return evidenceRead{warning: malformed(line), lines: 1}
	}
	id := claimID(line[head[2]:head[3]])
	source, ok := sourceIndex(line[head[4]:head[5]])
	if !ok {
		return evidenceRead{warning: badIndex(id, line), lines: count}
	}
	quote, escaped := unescape(raw)
	read := evidenceRead{item: Evidence{id, source, quote}, ok: true, lines: count}
	if escaped || count > 1 || !exactForm(line, id, raw) {
		read.warning = &Warning{
			Code:    Lenient,
			ClaimID: id,
			Source:  source,
			Message: "evidence line read although its form is off: " + cutJS(line, shownLine),
		}
	}
	return read
}

// exactForm reports whether a line has the protocol's form and means what was
// read.
func exactForm(line, id, raw string) bool {
	parts := strictLine.FindStringSubmatch(line)
	return parts != nil && parts[1] == id && parts[3] == raw && !endsEscaped(raw)
}

// claimID writes an id in one way: C 07 is c7.
func claimID(s string) string {
	digits := strings.TrimLeftFunc(s[1:], spaceJS)
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		digits = "0"
	}
	return "c" + digits
}

// quoteAcross reads the quote that rest begins with, without its marks. One
// that was broken over physical lines is put together from those that follow,
// up to the next evidence. lines is how many it took, 0 when there is none.
func quoteAcross(rest string, following []textLine) (quote string, lines int) {
	quote, state := closedQuote(rest)
	if state == quoteClosed {
		return quote, 1
	}
	if state == quoteNone {
		return "", 0
	}
	joined := rest
	for n, line := range following[:min(len(following), maxQuoteLines-1)] {
		if breaksQuote(line.text) {
			break
		}
		joined += "\n" + trimJS(line.text)
		if quote, again := closedQuote(joined); again == quoteClosed {
			return quote, n + 2
		}
	}
	if state == quoteEscaped {
		return quote, 1
	}
	return "", 0
}

// breaksQuote reports lines that no quote goes on over.
func breaksQuote(text string) bool {
	tag, _ := tagOf(text)
	marks, _ := fenceOf(text)
	return tag != "" || marks != "" || evidenceLike(text)
}

type quoteState int

// How a quote stands at the end of its line. Escaped: its last mark has a
// backslash before it, so the quote may go on, or end in a backslash.
const (
	quoteNone quoteState = iota
	quoteOpen
	quoteEscaped
	quoteClosed
)

// closedQuote looks for the marks around s, behind which a full stop, a comma
// or a table's pipe is overlooked.
func closedQuote(s string) (quote string, state quoteState) {
	opener, size := utf8.DecodeRuneInString(s)
	closers, known := quoteMarks[opener]
	if !known {
		return "", quoteNone
	}
	inner := strings.TrimRight(s[size:], " \t.,;|｜")
	for _, closer := range closers {
		body, ended := strings.CutSuffix(inner, string(closer))
		switch {
		case !ended:
		case endsEscaped(body):
			return body, quoteEscaped
		default:
			return body, quoteClosed
		}
	}
	return "", quoteOpen
}

// endsEscaped reports an odd number of backslashes at the end: what follows
// them is escaped.
func endsEscaped(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}
