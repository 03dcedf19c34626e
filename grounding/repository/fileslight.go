package repository

import (
	"bytes"
	"slices"
)

// lightSignatures returns what a file of any language but Go declares, and the
// first sentence of the comment at its top.
func lightSignatures(file source, text []byte) ([]Signature, string) {
	var at []int
	f := newFinder(file, text, own, names{})
	f.declare = func(offset int) { at = append(at, offset) }
	f.run()
	slices.Sort(at)
	s := lightSurvey{finder: f, text: text, lines: newLines(text)}
	s.bodies = newBodies(f.code, s.lines, file.lang.indents)
	for i, offset := range at {
		if i == 0 || s.lineStart(offset) != s.lineStart(at[i-1]) {
			s.add(offset)
		}
	}
	return s.found, firstSentence(topComment(file.lang, text))
}

type lightSurvey struct {
	*finder
	text   []byte
	lines  lines
	bodies bodies
	found  []Signature
}

func (s *lightSurvey) lineStart(offset int) int { return s.lines[s.lines.of(offset)-1] }

// add takes the declaration whose name is at an offset: its text from the
// beginning of the line to its body, its end where the body ends.
func (s *lightSurvey) add(offset int) {
	start, body := s.lineStart(offset), s.body(offset)
	end := body
	switch {
	case s.lang.indents:
		end = max(end, s.bodies.dedent(s.lines.of(offset)))
	case s.byte(body) == '{':
		end = s.bodies.brace(body, len(s.code))
	}
	s.found = append(s.found, signature(s.text[start:body], s.lines.of(offset), s.lines.of(max(end-1, offset))))
}

// body returns where a declaration's own text ends: at its opening brace or
// colon, at a semicolon, at the end of its line, but not inside brackets.
func (s *lightSurvey) body(offset int) int {
	depth := 0
	stop := min(len(s.code), offset+maxClause)
	for i := offset; i < stop; i++ {
		switch c := s.code[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth > 0:
		case c == ';', c == '{' && s.lang.braces, c == ':' && s.lang == &python && s.endsLine(i+1), c == '\n' && s.ends(i):
			return i
		}
	}
	return offset + lineEnd(s.code[offset:])
}

// ends tells whether a declaration ends with the line at i: unless the next
// line brings its brace.
func (s *lightSurvey) ends(i int) bool {
	return !s.lang.braces || s.byte(s.space(i)) != '{'
}

func (s *lightSurvey) endsLine(i int) bool {
	return len(bytes.TrimSpace(s.code[i:i+lineEnd(s.code[i:])])) == 0
}
