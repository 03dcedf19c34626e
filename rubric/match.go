package rubric

import (
	"iter"
	"regexp"

	"github.com/evalrun/evalrun/textmatch"
)

// subject is an answer's text, normalised at the first phrase that needs it.
type subject struct {
	text       string
	normalized *textmatch.Text
}

// first returns the first place of a phrase.
func (s *subject) first(p Phrase) (textmatch.Hit, bool) {
	for h := range s.places(p) {
		return h, true
	}
	return textmatch.Hit{}, false
}

// claimed returns the first place where a phrase is not denied, or else the
// first at all: "we have no X; X is free" claims X.
func (s *subject) claimed(p Phrase) (h textmatch.Hit, denied, ok bool) {
	for at := range s.places(p) {
		if !textmatch.Negated(s.text, at) {
			return at, false, true
		}
		if !ok {
			h, denied, ok = at, true, true
		}
	}
	return h, denied, ok
}

// places yields where a phrase stands, one alternative after the other.
func (s *subject) places(p Phrase) iter.Seq[textmatch.Hit] {
	switch {
	case p.AnyOf != nil:
		return func(yield func(textmatch.Hit) bool) {
			for _, item := range p.AnyOf {
				for h := range s.places(item) {
					if !yield(h) {
						return
					}
				}
			}
		}
	case p.Regex != "":
		return s.matches(p.Regex)
	case p.Word != "":
		return s.prepared().FindAll(p.Word, textmatch.FindOptions{Word: true})
	}
	return s.prepared().FindAll(p.Text, textmatch.FindOptions{})
}

func (s *subject) prepared() *textmatch.Text {
	if s.normalized == nil {
		s.normalized = textmatch.Normalize(s.text)
	}
	return s.normalized
}

// maxMatches bounds how many places of a pattern are looked at; a pattern
// such as "." has as many as the answer has characters.
const maxMatches = 1000

// matches yields the places of a valid pattern in the original text.
func (s *subject) matches(pattern string) iter.Seq[textmatch.Hit] {
	return func(yield func(textmatch.Hit) bool) {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		for _, at := range re.FindAllStringIndex(s.text, maxMatches) {
			if !yield(textmatch.Hit{Start: at[0], End: at[1]}) {
				return
			}
		}
	}
}
