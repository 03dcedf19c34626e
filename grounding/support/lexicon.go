package support

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
)

// lexiconData holds common English words with their meanings, cut out of
// WordNet 3.1; NOTICE.md has its licence.
//
//go:embed lexicon.txt.gz
var lexiconData []byte

// lexicon knows which words mean the same, which are wider than others, and
// which are opposites. Words and meanings are numbered by line.
type lexicon struct {
	index     map[string]int32
	stems     []string // by word
	frequency []uint8  // by word, 0 to 9 on a scale of doublings
	meanings  lists    // by word
	wider     lists    // by word: what its meanings are cases of
	count     int      // of meanings
	opposites map[int32][]int32
}

// lists are many short lists in one.
type lists struct{ first, all []int32 }

func (l *lists) end()                { l.first = append(l.first, int32(len(l.all))) }
func (l *lists) of(i int32) []int32  { return l.all[l.first[i]:l.first[i+1]] }
func (l *lists) read(numbers string) { l.all = appendNumbers(l.all, numbers); l.end() }

// english is made once and only read afterwards.
var english = sync.OnceValue(readLexicon)

func readLexicon() *lexicon {
	unpacked, err := gzip.NewReader(bytes.NewReader(lexiconData))
	if err != nil {
		panic("support: embedded lexicon: " + err.Error())
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		panic("support: embedded lexicon: " + err.Error())
	}
	words, rest, _ := strings.Cut(strings.TrimPrefix(string(data), "words\n"), "meanings\n")
	meanings, opposites, _ := strings.Cut(rest, "opposites\n")

	l := &lexicon{
		index:     make(map[string]int32, strings.Count(words, "\n")),
		opposites: map[int32][]int32{},
		meanings:  lists{first: []int32{0}}, wider: lists{first: []int32{0}},
	}
	l.readWords(words)
	l.readWider(meanings)
	for line := range strings.Lines(opposites) {
		a, b, _ := strings.Cut(strings.TrimSpace(line), " ")
		l.oppose(a, b)
	}
	for a, b := range ownOpposites() {
		l.oppose(a, b)
	}
	return l
}

// readWords reads lines of a word, its frequency, its stem and its meanings.
func (l *lexicon) readWords(lines string) {
	for line := range strings.Lines(lines) {
		word, rest, _ := strings.Cut(line[:len(line)-1], " ")
		frequency, rest, _ := strings.Cut(rest, " ")
		stem, meanings, _ := strings.Cut(rest, " ")
		l.index[word] = int32(len(l.stems))
		l.stems = append(l.stems, stem)
		l.frequency = append(l.frequency, frequency[0]-'0')
		l.meanings.read(meanings)
	}
}

// readWider reads the wider meanings of each meaning and gathers them by word.
func (l *lexicon) readWider(lines string) {
	wider := lists{first: []int32{0}}
	for line := range strings.Lines(lines) {
		wider.read(line[:len(line)-1])
		l.count++
	}
	for word := range l.stems {
		for _, m := range l.meanings.of(int32(word)) {
			l.wider.all = append(l.wider.all, wider.of(m)...)
		}
		l.wider.end()
	}
}

func appendNumbers(to []int32, s string) []int32 {
	for i := 0; i < len(s); i++ {
		n := int32(0)
		for ; i < len(s) && asciiDigit(s[i]); i++ {
			n = 10*n + int32(s[i]-'0')
		}
		to = append(to, n)
	}
	return to
}

func (l *lexicon) oppose(a, b string) {
	i, known := l.index[a]
	k, alsoKnown := l.index[b]
	if known && alsoKnown {
		l.opposites[i] = append(l.opposites[i], k)
		l.opposites[k] = append(l.opposites[k], i)
	}
}
