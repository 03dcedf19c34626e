package offline

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// sentence is one sentence of the answer.
type sentence struct {
	number  int // from 1
	text    string
	terms   []int // distinct content words and figures
	figures []figure
	marks   []string
	about   subject
	kind    kind
	support support
}

// figure is a number in the answer that a passage must agree with.
type figure struct {
	term  int
	shown string
	near  []int // terms beside it in the sentence
	most  int   // of near, the most that one sentence of the passages holds
}

func (r *reading) readSentence(text string, words []string) *sentence {
	s := &sentence{number: len(r.sentences) + 1, text: text}
	s.terms, s.figures = r.number(words)
	for i, f := range s.figures {
		s.figures[i].near = s.beside(f.term)
	}
	s.about = subjectOf(words)
	s.kind = s.kindOf()
	return s
}

// nearTerms is how many terms on either side of a figure say what it is of.
const nearTerms = 3

func (s *sentence) beside(term int) []int {
	at := slices.Index(s.terms, term)
	before, after := s.terms[max(0, at-nearTerms):at], s.terms[at+1:min(len(s.terms), at+1+nearTerms)]
	return slices.Concat(before, after)
}

// number enters words into the vocabulary and returns the distinct terms and
// the figures among them, in order.
func (r *reading) number(words []string) (ids []int, figures []figure) {
	seen := map[int]bool{}
	terms(words, func(t term) {
		id, known := r.vocabulary[t.key]
		if !known {
			id = len(r.vocabulary)
			r.vocabulary[t.key] = id
		}
		if seen[id] {
			return
		}
		seen[id] = true
		if t.figure {
			figures = append(figures, figure{term: id, shown: t.shown})
		}
		ids = append(ids, id)
	})
	return ids, figures
}

// withoutBullet drops a list marker: the 2 of "2. Open the form" is no figure
// of the answer.
func withoutBullet(s string) string {
	digits := leadingFigure(s)
	digits = strings.TrimRight(digits, ".")
	if n := len(digits); n > 0 && n <= 2 && len(s) > n && (s[n] == '.' || s[n] == ')') &&
		(len(s) == n+1 || s[n+1] == ' ') {
		return s[n+1:]
	}
	return s
}

// maxShown is how much of a sentence a reasoning line repeats, in bytes.
const maxShown = 72

// shown is the sentence as a reasoning line names it.
func (s *sentence) shown() string {
	return shorten(strings.Join(strings.Fields(s.text), " "), maxShown)
}

// shorten cuts text to max bytes at a character, at a word where one is near.
func shorten(text string, max int) string {
	if len(text) <= max {
		return text
	}
	end := max
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	if space := strings.LastIndexByte(text[:end], ' '); space > max/2 {
		end = space
	}
	return text[:end] + "…"
}
