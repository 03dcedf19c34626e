package textmatch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// markup returns the bytes of s that are light Markdown marks and not text:
// emphasis, code and strike-through marks in pairs, the brackets and targets
// of links, and the backslash of an escape. Marks that do not pair up, list
// bullets, table pipes, underscores within words and 2*3 are text.
//
// It is a reader's view, not a Markdown parser: where the two could differ,
// the text with all its marks is searched as well.
func markup(s string) []Span {
	if !strings.ContainsAny(s, "*_`~[\\") {
		return nil
	}
	m := marker{s: s, open: map[delimiter]int{}, unclosed: map[int]bool{}}
	for i := 0; i < len(s); {
		i = m.step(i)
	}
	slices.SortFunc(m.marks, func(a, b Span) int { return a.Start - b.Start })
	return m.marks
}

// marker walks a text once. Openers wait for their closers until the
// paragraph ends.
type marker struct {
	s        string
	marks    []Span
	open     map[delimiter]int // where the last opener of a kind starts
	brackets []int             // where the open brackets stand
	unclosed map[int]bool      // lengths of backtick runs that never close again
}

// delimiter is a kind of emphasis mark: ** is the character * twice.
type delimiter struct {
	char  byte
	count int
}

// step reads one mark or one byte of text at i and returns what comes next.
func (m *marker) step(i int) int {
	switch m.s[i] {
	case '*', '_', '~':
		return m.emphasis(i)
	case '`':
		return m.code(i)
	case '[':
		m.brackets = append(m.brackets, i)
	case ']':
		return m.link(i)
	case '\\':
		return m.escape(i)
	case '\n':
		if blankLine(m.s[i+1:]) {
			clear(m.open)
			m.brackets = m.brackets[:0]
		}
	}
	return i + 1
}

// escape drops the backslash before punctuation and takes the punctuation
// for text, whatever it is.
func (m *marker) escape(i int) int {
	if i+1 < len(m.s) && asciiPunct(m.s[i+1]) {
		m.marks = append(m.marks, Span{i, i + 1})
		return i + 2
	}
	return i + 1
}

// emphasis pairs the run of marks at i with an open one of its kind, or opens
// it. Longer runs are rules and decorations.
func (m *marker) emphasis(i int) int {
	end := runEnd(m.s, i)
	kind := delimiter{m.s[i], end - i}
	if kind.count > 3 || (kind.char == '~' && kind.count != 2) {
		return end
	}
	before, _ := utf8.DecodeLastRuneInString(m.s[:i])
	after, _ := utf8.DecodeRuneInString(m.s[end:])
	opens, closes := flanks(kind.char, before, after)
	if from, ok := m.open[kind]; ok && closes {
		m.marks = append(m.marks, Span{from, from + kind.count}, Span{i, end})
		delete(m.open, kind)
	} else if opens {
		m.open[kind] = i
	}
	return end
}

// flanks reports whether a run of marks between two characters can open or
// close emphasis: an opener has text right after it, a closer right before
// it. An underscore within a word does neither, nor does an asterisk between
// two digits.
func flanks(char byte, before, after rune) (opens, closes bool) {
	opens = after != utf8.RuneError && !unicode.IsSpace(after)
	closes = before != utf8.RuneError && !unicode.IsSpace(before)
	switch {
	case char == '_':
		opens = opens && !inWord(before)
		closes = closes && !inWord(after)
	case char == '*' && unicode.IsDigit(before) && unicode.IsDigit(after):
		return false, false
	}
	return opens, closes
}

// maxTicks bounds the length of a code mark. Longer runs are decoration, and
// every length is searched for in vain at most once.
const maxTicks = 6

// code drops the marks of a code span and jumps over its text, in which no
// other marks count.
func (m *marker) code(i int) int {
	end := runEnd(m.s, i)
	ticks := end - i
	if ticks > maxTicks || m.unclosed[ticks] {
		return end
	}
	for j := end; j < len(m.s); {
		if m.s[j] != '`' {
			next := strings.IndexByte(m.s[j:], '`')
			if next < 0 {
				break
			}
			j += next
		}
		closing := runEnd(m.s, j)
		if closing-j == ticks {
			m.marks = append(m.marks, Span{i, end}, Span{j, closing})
			return closing
		}
		j = closing
	}
	m.unclosed[ticks] = true
	return end
}

// link closes the last open bracket; when a target follows, brackets and
// target are marks around the link's text.
func (m *marker) link(i int) int {
	if len(m.brackets) == 0 {
		return i + 1
	}
	from := m.brackets[len(m.brackets)-1]
	m.brackets = m.brackets[:len(m.brackets)-1]
	end, ok := targetEnd(m.s, i+1)
	if !ok {
		return i + 1
	}
	opening := Span{from, from + 1}
	if from > 0 && m.s[from-1] == '!' {
		opening.Start-- // an image
	}
	m.marks = append(m.marks, opening, Span{i, end})
	return end
}

// targetEnd returns the end of a link target in parentheses that starts at i.
// It stays on its line and holds no other link, which keeps a text of opening
// marks alone from being read again and again.
func targetEnd(s string, i int) (int, bool) {
	if i == len(s) || s[i] != '(' {
		return 0, false
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1, true
			}
		case '\n', '[', ']':
			return 0, false
		}
	}
	return 0, false
}

// runEnd returns the end of the run of equal bytes at i.
func runEnd(s string, i int) int {
	end := i + 1
	for end < len(s) && s[end] == s[i] {
		end++
	}
	return end
}

// blankLine reports whether s begins with a line of white space alone.
func blankLine(s string) bool {
	rest := strings.TrimLeft(s, " \t\r")
	return rest == "" || rest[0] == '\n'
}

func asciiPunct(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}
