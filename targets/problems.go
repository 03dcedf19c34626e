package targets

import (
	"fmt"
	"slices"
	"strings"
)

// maxProblems is how many broken lines are told; a file that is broken
// throughout needs no more.
const maxProblems = 20

// Problem is one thing wrong with a file of recorded answers. Line counts
// from 1, blank lines included; 0 means that there is no one line to name.
type Problem struct {
	File    string
	Line    int
	Message string
}

// String is file:line: message, without a line that is not known.
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Problems are what is wrong with a file, in the order of its lines: at most
// the first 20 and, when there are more, a last one that says how many.
type Problems []Problem

// Error is every problem on a line of its own.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

// collector keeps the first problems of a file by line and counts them all.
type collector struct {
	file  string
	first Problems
	count int
}

func (c *collector) add(line int, message string) {
	c.count++
	at := len(c.first)
	for at > 0 && c.first[at-1].Line > line {
		at--
	}
	c.first = slices.Insert(c.first, at, Problem{c.file, line, message})
	c.first = c.first[:min(len(c.first), maxProblems)]
}

// err returns the Problems, nil when there are none.
func (c *collector) err() error {
	if c.count == 0 {
		return nil
	}
	if more := c.count - len(c.first); more > 0 {
		return append(c.first, Problem{File: c.file, Message: fmt.Sprintf("and %d more", more)})
	}
	return c.first
}
