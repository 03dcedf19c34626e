package textmatch

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed ordinary.txt
var ordinaryText string

// ordinary holds the words of ordinary.txt and their stems, so that one list
// covers every form of a word.
var ordinary = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for line := range strings.Lines(ordinaryText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for word := range strings.FieldsSeq(line) {
			words[word] = true
			words[Stem(word)] = true
		}
	}
	return words
})

// OrdinaryWord reports whether w, in lower case, is ordinary English in any of
// its forms: a word that names nothing in technical prose. What denies is not
// ordinary.
func OrdinaryWord(w string) bool { return ordinary()[w] || ordinary()[Stem(w)] }
