package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// filesOf returns the paths and file names of a block.
func filesOf(b *block) []mention {
	f := fileScanner{block: b, code: b.code()}
	for start, end := range b.lines() {
		f.line(start, end)
	}
	return f.found
}

// fileScanner goes through a block token by token.
type fileScanner struct {
	block   *block
	code    bool // the block is the text of a program
	comment int  // where the comment of the line begins
	found   []mention
}

func (f *fileScanner) line(start, end int) {
	s := f.block.src[:end]
	if !extends(s[start:]) || drawsTree(s[start:]) {
		return
	}
	f.comment = end
	if f.code {
		f.comment = commentStart(s, start, f.block.language)
		if showsOutput(s[f.comment:]) {
			end = f.comment
		}
	}
	before := ' '
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !f.pathRune(r, i) {
			before, i = r, i+size
			continue
		}
		next := f.tokenEnd(s, i)
		if strings.HasPrefix(s[next:], "://") {
			next = urlEnd(s, next)
		} else if f.opens(before, i) && !strings.HasPrefix(s[next:], "(") { // a name before ( is called
			f.token(s, i, next)
		}
		before, _ = utf8.DecodeLastRuneInString(s[i:next])
		i = next
	}
}

// extends reports a dot before a letter, which every extension begins with.
// Most lines of prose have none and need no closer look.
func extends(line string) bool {
	for {
		n := strings.IndexByte(line, '.') + 1
		if n == 0 || n == len(line) {
			return false
		}
		if line = line[n:]; 'a' <= line[0]|0x20 && line[0]|0x20 <= 'z' {
			return true
		}
	}
}

// drawsTree reports a line of a drawn folder tree, whose names are relative to
// the lines above.
func drawsTree(line string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " \t>"))
	return '\u2500' <= r && r <= '\u257F'
}

// showsOutput reports a comment with what a program prints, which are no
// files of the repository: the line numbers of a trace, invented data.
func showsOutput(comment string) bool {
	comment = strings.TrimLeft(comment, " /*#")
	return len(comment) > len("output:") && strings.EqualFold(comment[:len("output:")], "output:")
}

// commentStart returns where the comment of a line of code begins, the end of
// the line if it has none.
func commentStart(s string, start int, language string) int {
	mark := "//"
	switch language {
	case "python", "ruby", "r", "perl", "elixir", "julia":
		mark = "#"
	}
	text := strings.TrimLeft(s[start:], " \t")
	if strings.HasPrefix(text, mark) || strings.HasPrefix(text, "*") || strings.HasPrefix(text, "/*") {
		return len(s) - len(text)
	}
	if i := strings.Index(s[start:], " "+mark); i >= 0 {
		return start + i
	}
	return len(s)
}

// pathRune reports the characters of a path. The marks of templates, globs
// and addresses count too, so that a token that holds one is judged whole. In
// prose, a script without spaces runs on around a path and is none of it.
func (f *fileScanner) pathRune(r rune, at int) bool {
	if r < utf8.RuneSelf {
		return nameRune(r) || strings.IndexByte(`-./\@+~%*`, byte(r)) >= 0
	}
	if !nameRune(r) {
		return false
	}
	return f.inCode(at) || !textmatch.Unspaced(r)
}

func (f *fileScanner) tokenEnd(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !f.pathRune(r, i) {
			break
		}
		i += size
	}
	return i
}

func (f *fileScanner) inCode(at int) bool {
	if f.block.fenced {
		return true
	}
	_, inside := f.block.spanAt(at)
	return inside
}

// urlEnd returns where the address ends whose :// stands at i.
func urlEnd(s string, i int) int {
	if n := strings.IndexAny(s[i:], " \t`\"'<>)]|"); n >= 0 {
		return i + n
	}
	return len(s)
}

// opens reports whether a path may begin after this character. In a program
// only strings and comments hold paths.
func (f *fileScanner) opens(before rune, at int) bool {
	quote := before == '"' || before == '\'' || before == '`'
	if f.code && at < f.comment {
		return quote
	}
	if before < utf8.RuneSelf {
		return quote || strings.ContainsRune(" \t([<,;|", before)
	}
	return unicode.In(before, unicode.Ps, unicode.Pi, unicode.Pd, unicode.Po, unicode.Zs) || textmatch.Unspaced(before)
}
