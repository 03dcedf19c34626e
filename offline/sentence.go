package offline

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/quotes"
)

// sentence is one sentence of the answer.
type sentence struct {
	number     int                // from 1
	start, end int                // bytes
	text       string             // as it was written
	said       string             // with blanks for citations
	marks      []string           // names of the passages it cites
	quotes     []quotes.Citation  // quotes put to it
	proved     []*answers.Passage // those that a quote put to it stands in
	about      subject
	support    *support.Sentence // nil when it claims nothing
}

// Support, 0 to 1: from which on passages carry a sentence or an answer in
// full and in part, and below which they do not carry it at all.
const (
	fullSupport = 0.6
	partSupport = 0.4
	noSupport   = 0.2
)

// states reports a sentence that a passage must carry.
func (s *sentence) states() bool { return s.support != nil && !s.about.declines }

func (s *sentence) fully() bool { return s.support != nil && s.support.Score >= fullSupport }

// statesFigure reports a figure in digits: something of its own, whatever
// courtesy it is wrapped in.
func (s *sentence) statesFigure() bool { return strings.ContainsFunc(s.said, unicode.IsDigit) }

// hedges reports whether the speaker softens what is said. "Usually" in a
// sentence that a passage carries is the passage's word.
func (s *sentence) hedges() bool {
	return s.about.phrases[doubt] != "" || s.about.phrases[softening] != "" && !s.fully()
}

// filler returns the first phrase that says nothing, "" for none.
func (s *sentence) filler() string {
	if p := s.about.phrases[pleasantry]; p != "" {
		return p
	}
	return s.about.phrases[filler]
}

// quoted names a sentence in a reasoning line.
func quoted(s *sentence) string { return fmt.Sprintf("sentence %d (%q)", s.number, oneLine(s.text)) }

// where names the passage nearest to a sentence.
func (s *sentence) where() string {
	if s.support == nil || s.support.Passage == "" {
		return "no passage"
	}
	return bracketed(s.support.Passage)
}

// carried says how far which passage carries a sentence.
func (s *sentence) carried() string {
	return fmt.Sprintf("%s, carried to %d %% by %s", quoted(s), percent(s.support.Score), s.where())
}

func percent(share float64) int { return int(share*100 + 0.5) }

// maxShown is how much of a sentence a reasoning line repeats, in bytes.
const maxShown = 72

// oneLine is text as a reasoning line shows it. It reads no more of a long
// text than it may show.
func oneLine(text string) string {
	const mostSpace = 8 // times as much may be white space
	return shorten(strings.Join(strings.Fields(shorten(text, mostSpace*maxShown)), " "), maxShown)
}

// bracketed is how a reasoning line names a passage.
func bracketed(name string) string { return "[" + oneLine(name) + "]" }

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
