package quotes

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// quoted is a quote with the readings that the levels of matching need.
type quoted struct {
	text   string // without outer white space
	folded func() string
	plain  func() *textmatch.Folded
	tight  func() string
	tokens func() []token
}

func readQuote(quote string) *quoted {
	text := strings.TrimSpace(quote)
	q := &quoted{text: text}
	folded := sync.OnceValue(func() *textmatch.Folded { return textmatch.Fold(text) })
	q.folded = sync.OnceValue(func() string { return strings.Trim(folded().String(), " ") })
	q.plain = sync.OnceValue(func() *textmatch.Folded { return folded().WithoutMarkup() })
	q.tight = sync.OnceValue(func() string { return bare(q.plain()) })
	q.tokens = sync.OnceValue(func() []token { return tokenize(q.plain().String(), 0, len(q.plain().String())) })
	return q
}

// outerSigns are what a writer puts around a quote or at its end whatever the
// source has there.
const outerSigns = " .,;:'"

// bare is the tight reading without the signs around it. It is "" where no
// word would be left, so that signs alone never match loosely.
func bare(plain *textmatch.Folded) string {
	if strings.IndexFunc(plain.String(), textmatch.Wordlike) < 0 {
		return ""
	}
	return strings.Trim(plain.Tight().String(), outerSigns)
}

// information counts the words of a quote. A character of a script that
// parts no words counts for half of one.
func (q *quoted) information() float64 {
	total := 0.0
	for _, t := range q.tokens() {
		switch {
		case t.unspaced:
			total += 0.5
		case t.class&classSymbolic == 0:
			total++
		}
	}
	return total
}

// A quote below both limits is too short to prove anything, unless it holds
// a number or is a whole sentence of its source: "the" is in every text.
const (
	minWords = 3
	minRunes = 20
)

// judgeLength marks a match of too little text and takes its score.
func judgeLength(p *Prepared, q *quoted, m Match) Match {
	if q.information() >= minWords || utf8.RuneCountInString(q.text) >= minRunes || q.holdsDigit() {
		return m
	}
	if m.Start != nil && wholeSentence(p.field(m.Field), textmatch.Span{Start: *m.Start, End: *m.End}) {
		return m
	}
	m.TooShort = true
	m.Score = 0
	return m
}

func (q *quoted) holdsDigit() bool {
	for _, t := range q.tokens() {
		if t.digits {
			return true
		}
	}
	return false
}

// sentenceReach is how far around a short hit its sentence is read.
const sentenceReach = 240

// wholeSentence reports whether a span is a sentence of the field, or all of
// its title. Signs at the ends do not count.
func wholeSentence(f *field, span textmatch.Span) bool {
	if f.name == titleField {
		return bareWords(f.text) == bareWords(f.text[span.Start:span.End])
	}
	lo := floorRune(f.text, max(0, span.Start-sentenceReach))
	hi := floorRune(f.text, min(len(f.text), span.End+sentenceReach))
	for _, s := range textmatch.Sentences(f.text[lo:hi]) {
		from, to := lo+s.Start, lo+s.End
		if from <= span.Start && span.End <= to {
			return bareWords(f.text[from:to]) == bareWords(f.text[span.Start:span.End])
		}
	}
	return false
}

// bareWords is a text without the signs around it.
func bareWords(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return !textmatch.Wordlike(r) })
}

// floorRune moves i back to where its character begins. A run of bytes that
// continue no character stops it.
func floorRune(s string, i int) int {
	for back := 0; back < utf8.UTFMax && i-back >= 0 && i < len(s); back++ {
		if utf8.RuneStart(s[i-back]) {
			return i - back
		}
	}
	return i
}
