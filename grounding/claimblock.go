package grounding

import (
	"iter"
	"strings"
)

// block is a part of a response that is read in one way: the body of a code
// fence, or the prose between two.
type block struct {
	// src is the response up to the end of the block, so that offsets in it
	// are offsets in the response.
	src       string
	start     int
	fenced    bool
	language  string // of a fence; plain where the tag tells nothing
	importing bool   // holds an import
	spans     []codeSpan
	prose     *clauses
}

func (b *block) body() string { return b.src[b.start:] }

// lines yields the offsets of each line, without its line break.
func (b *block) lines() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at := b.start; at < len(b.src); {
			next := lineBreak(b.src, at)
			if !yield(at, at+len(strings.TrimRight(b.src[at:next], "\r\n"))) {
				return
			}
			at = next
		}
	}
}

// lineBreak returns where the line after the one at i begins.
func lineBreak(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(s)
}

// splitBlocks parts a response at its code fences. A fence that is not closed
// runs to the end.
func splitBlocks(response string) []*block {
	s := splitter{response: response}
	for at := 0; at < len(response); {
		next := lineBreak(response, at)
		s.line(at, next)
		at = next
	}
	s.cut(len(response))
	return s.blocks
}

// splitter goes through a response line by line.
type splitter struct {
	response string
	blocks   []*block
	start    int    // of the block that is being read
	fence    string // the marks that opened it, "" in prose
	tag      string
}

func (s *splitter) line(at, next int) {
	text := strings.TrimSpace(unquoted(s.response[at:next]))
	if s.fence != "" {
		// a fence is closed by at least as many of its marks, alone on a line
		if strings.HasPrefix(text, s.fence) && strings.Trim(text, s.fence[:1]) == "" {
			s.cut(at)
			s.start, s.fence, s.tag = next, "", ""
		}
		return
	}
	if marks, info := openingFence(unlisted(text)); marks != "" {
		s.cut(at)
		s.start, s.fence, s.tag = next, marks, fenceTag(info)
	}
}

// cut ends the current block.
func (s *splitter) cut(end int) {
	if s.start >= end {
		return
	}
	b := &block{src: s.response[:end], start: s.start, fenced: s.fence != "", language: plain}
	if b.fenced {
		b.language = fenceLanguage(s.tag, b.body())
	} else {
		b.spans = codeSpans(b)
	}
	s.blocks = append(s.blocks, b)
}

// openingFence returns the marks of an opening fence and what follows them.
func openingFence(line string) (marks, info string) {
	for _, mark := range []string{"`", "~"} {
		info = strings.TrimLeft(line, mark)
		marks = line[:len(line)-len(info)]
		// backticks after backticks are inline code
		if len(marks) >= 3 && !(mark == "`" && strings.Contains(info, mark)) {
			return marks, info
		}
	}
	return "", ""
}

// unquoted takes the marks of a Markdown quotation and of a Python prompt off
// a line.
func unquoted(line string) string { return strings.TrimLeft(line, " \t>") }

// unlisted takes the mark of a list item off a line: "1. ```sh" opens a fence.
func unlisted(line string) string {
	rest := strings.TrimLeft(line, "0123456789")
	if rest == line {
		rest = strings.TrimLeft(line, "-*+")
	} else {
		rest = strings.TrimLeft(rest, ".)")
	}
	if strings.HasPrefix(rest, " ") {
		return strings.TrimLeft(rest, " ")
	}
	return line
}
