package main

import (
	"fmt"
	"io"
	"time"
)

// host is what the process has around it. Everything a command knows of the
// outside comes through here, so that a test can be the outside.
type host struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	now            func() time.Time
	random         io.Reader
	isTerminal     bool // of stderr: a progress line may be rewritten
	width          int  // of stdout, 0 when it is no terminal
	color          bool
}

// say writes one line to stderr, where progress and problems go.
func (h host) say(format string, args ...any) {
	fmt.Fprintf(h.stderr, "evalrun: "+format+"\n", args...)
}

// hint writes a line that tells how to mend what was just said.
func (h host) hint(format string, args ...any) {
	fmt.Fprintf(h.stderr, "hint: "+format+"\n", args...)
}
