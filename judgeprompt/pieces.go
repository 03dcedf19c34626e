package judgeprompt

import (
	"unicode"
	"unicode/utf8"
)

// split cuts text into sentence-like pieces of at most limit characters. Every
// byte belongs to one piece; a piece carries the white space that follows it.
func split(text string, limit int) []piece {
	s := splitter{text: text, longest: longestPiece(limit)}
	for i, r := range text {
		s.step(i, r)
		s.seen.next(r)
	}
	s.cut(len(text), s.chars)
	return s.pieces
}

// longestPiece leaves room for several windows within the limit, but not for
// windows too short to be read.
func longestPiece(limit int) int {
	const readable = 80
	return max(limit/4, min(limit, readable))
}

type splitter struct {
	text    string
	longest int
	pieces  []piece

	start, chars int // of the piece being read
	seen         cluster
	stopped      bool // a sentence end was read
	spaced       bool // white space after it, or a line end, was read
	// The last places where the piece could end if it grows too long: after
	// white space, else between two characters that a reader sees as two.
	word, letter place
}

type place struct{ at, chars int }

func (s *splitter) step(i int, r rune) {
	space := isSpace(r)
	if i > s.start && !s.seen.joins(r) {
		s.letter = place{i, s.chars}
		if !space && isSpace(s.seen.prev) {
			s.word = s.letter
		}
		if !space && (s.spaced || s.stopped && fullStop(s.seen.prev)) {
			s.cut(i, s.chars)
		}
	}
	if s.chars == s.longest {
		s.shorten(i)
	}
	s.chars++
	s.mark(r, space)
}

func (s *splitter) mark(r rune, space bool) {
	switch {
	case r == '\n':
		s.spaced = true
	case space:
		s.spaced = s.spaced || s.stopped
	case r == '.', r == '!', r == '?', fullStop(r):
		s.stopped = true
	case !closes(r):
		s.stopped = false
	}
}

// cut ends the piece at byte i, which is chars characters into it.
func (s *splitter) cut(i, chars int) {
	if i > s.start {
		s.pieces = append(s.pieces, piece{s.start, i, chars})
	}
	s.start, s.chars = i, s.chars-chars
	s.stopped, s.spaced = false, false
	s.word, s.letter = place{}, place{}
}

// shorten ends a piece that has reached its longest: at a word if that keeps
// half of it, else between characters, else, in a single endless one, here.
func (s *splitter) shorten(i int) {
	switch {
	case s.word.chars*2 > s.longest:
		s.cut(s.word.at, s.word.chars)
	case s.letter.chars > 0:
		s.cut(s.letter.at, s.letter.chars)
	default:
		s.cut(i, s.chars)
	}
}

// fullStop reports the sentence ends that no space follows.
func fullStop(r rune) bool { return r == '。' || r == '！' || r == '？' }

// closes reports what may stand between a sentence's end and the next one.
func closes(r rune) bool {
	switch r {
	case '"', '\'', ')', ']', '}':
		return true
	}
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Pe, unicode.Pf)
}

// isSpace answers for ASCII without the call that most characters of most
// passages would otherwise cost.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	return unicode.IsSpace(r)
}
