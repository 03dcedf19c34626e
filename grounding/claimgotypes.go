package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// goTypeArguments skips [T] at i. What else stands in brackets before a
// parenthesis is an index: handlers[name](x) calls no handlers.
func goTypeArguments(s string, i int) int {
	depth := 0
	for at, r := range s[i:] {
		switch {
		case r == '[':
			depth++
		case r == ']':
			if depth--; depth == 0 {
				if goType(s[i+1 : i+at]) {
					return i + at + 1
				}
				return i
			}
		case !nameRune(r) && !strings.ContainsRune(" ,.*{}", r):
			return i
		}
	}
	return i
}

// goType reports what begins like a type: a pointer, a slice, a name that Go
// predeclares, or the name of a type, of a package or not.
func goType(text string) bool {
	name := text[:nameEnd(text, 0)]
	switch {
	case strings.HasPrefix(text, "*"), strings.HasPrefix(text, "[]"), predeclared[name], typeName(name):
		return true
	}
	rest, qualified := strings.CutPrefix(text[len(name):], ".")
	return qualified && typeName(rest[:nameEnd(rest, 0)])
}

// typeName reports a name with a capital that is not written like a constant.
func typeName(name string) bool {
	first, size := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) && (len(name) == size || name != strings.ToUpper(name))
}

var predeclared = setOf(
	"any", "bool", "byte", "error", "float32", "float64", "int", "int8", "int16", "int32", "int64", "map", "rune",
	"string", "struct", "uint", "uint8", "uint16", "uint32", "uint64",
)
