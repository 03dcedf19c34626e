package grounding

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// standInPath reports the paths that stand for any file: path/to/x.js, a name
// of which a word is example, sample, demo or placeholder, and what is yours
// or some.
func standInPath(token, base string) bool {
	return strings.HasPrefix(token, "path/to/") || strings.Contains(token, "/path/to/") ||
		anyWord(base, standIn) || anyWord(token, anyones)
}

// standInModule reports the names that documentation writes for any module.
func standInModule(name string) bool {
	switch name {
	case "module-name", "package-name", "my-module", "...":
		return true
	}
	return strings.HasPrefix(name, "@scope/") || strings.Contains(name, "path/to/") || anyWord(name, anyones)
}

func standIn(word string) bool {
	switch strings.ToLower(word) {
	case "example", "sample", "demo", "placeholder":
		return true
	}
	return false
}

func anyones(word string) bool {
	switch strings.ToLower(word) {
	case "your", "some":
		return true
	}
	return false
}

func anyWord(name string, is func(string) bool) bool {
	for word := range nameWords(name) {
		if is(word) {
			return true
		}
	}
	return false
}

// nameWords yields the words that a name is made of: its runs of letters, cut
// before a capital that begins one.
func nameWords(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, previous := 0, ' '
		for i, r := range name {
			if !unicode.IsLetter(r) || unicode.IsUpper(r) && !unicode.IsUpper(previous) {
				if !yield(name[start:i]) {
					return
				}
				start = i
				if !unicode.IsLetter(r) {
					start += utf8.RuneLen(r)
				}
			}
			previous = r
		}
		yield(name[start:])
	}
}
