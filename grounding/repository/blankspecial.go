package repository

import (
	"bytes"
	"unicode/utf8"
)

// The functions here return the end of a passage that the table of a language
// cannot describe, or a value not above i to leave the place to the table.

// jsSpecial knows regular expressions.
func jsSpecial(src []byte, i int) int {
	if src[i] == '/' && !hasPrefix(src[i:], "//") && !hasPrefix(src[i:], "/*") && jsOperandExpected(src, i) {
		return jsPattern(src, i)
	}
	return i
}

// jsOperandExpected tells whether a slash at i begins a regular expression:
// what stands before it cannot end an operand.
func jsOperandExpected(src []byte, i int) bool {
	before := bytes.TrimRight(src[max(0, i-200):i], " \t\r\n")
	if len(before) == 0 {
		return true
	}
	last := before[len(before)-1]
	if !nameByte[last] {
		return bytes.HasSuffix(before, []byte("=>")) || bytes.IndexByte([]byte("(,=:[!&|?{};+-*%~^"), last) >= 0
	}
	start := len(before)
	for start > 0 && nameByte[before[start-1]] {
		start--
	}
	return jsBeforeOperand[string(before[start:])]
}

var jsBeforeOperand = list("return typeof case in of do else void delete throw new await yield")

// jsPattern returns the end of a regular expression, i when the line ends
// before it does.
func jsPattern(src []byte, i int) int {
	class := false
	for j := i + 1; j < len(src) && src[j] != '\n'; j++ {
		switch c := src[j]; {
		case c == '\\':
			j++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return j + 1
		}
	}
	return i
}

// quotedCharacter knows 'x' and '\n' where a quote alone is not a string: a
// lifetime of Rust, a symbol of Scala, a digit separator of C++.
func quotedCharacter(src []byte, i int) int {
	if src[i] != '\'' || i+2 >= len(src) {
		return i
	}
	if src[i+1] == '\\' {
		return i + quoted(src[i:], single)
	}
	if _, size := utf8.DecodeRune(src[i+1:]); i+1+size < len(src) && src[i+1+size] == '\'' && src[i+1] != '\n' {
		return i + size + 2
	}
	return i
}

// rustSpecial knows raw strings, r#"…"#, and lifetimes.
func rustSpecial(src []byte, i int) int {
	if src[i] != 'r' || i > 0 && nameByte[src[i-1]] && src[i-1] != 'b' {
		return quotedCharacter(src, i)
	}
	hashes := i + 1
	for hashes < len(src) && src[hashes] == '#' {
		hashes++
	}
	if hashes == len(src) || src[hashes] != '"' {
		return i
	}
	return closing(src, hashes+1, append([]byte{'"'}, src[i+1:hashes]...))
}

// cSpecial knows raw strings, R"mark(…)mark", and characters.
func cSpecial(src []byte, i int) int {
	if !hasPrefix(src[i:], `R"`) {
		return quotedCharacter(src, i)
	}
	paren := bytes.IndexByte(src[i:min(len(src), i+20)], '(')
	if paren < 0 {
		return i
	}
	mark := append([]byte{')'}, src[i+2:i+paren]...)
	return closing(src, i+paren, append(mark, '"'))
}

// shellSpecial knows that $# and a # within a word are no comments, and that
// a backslash takes the meaning from what follows.
func shellSpecial(src []byte, i int) int {
	switch {
	case src[i] == '\\' || hasPrefix(src[i:], "$#"):
		return min(i+2, len(src))
	case hasPrefix(src[i:], "${"):
		return i + 2 + lineEndOr(src[i+2:], '}')
	case src[i] == '#' && i > 0 && bytes.IndexByte([]byte(" \t\n;&|("), src[i-1]) < 0:
		return i + 1
	}
	return i
}

func closing(src []byte, from int, mark []byte) int {
	if at := bytes.Index(src[from:], mark); at >= 0 {
		return from + at + len(mark)
	}
	return len(src)
}

func lineEndOr(b []byte, c byte) int {
	end := lineEnd(b)
	if i := bytes.IndexByte(b[:end], c); i >= 0 {
		return i + 1
	}
	return end
}
