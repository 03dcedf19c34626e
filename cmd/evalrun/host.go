package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/evalrun/evalrun/reports"
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
	stdinTerminal  bool // nobody has piped anything in
	width          int  // of stdout, 0 when it is no terminal
	color          bool

	cpus       int
	name       string // of the machine
	environ    func() []string
	executable func() (string, error) // the program to start for another process like this one
}

// say writes one line to stderr, where progress and problems go. Names from
// suites and answers come through here, so what would act on a terminal is
// shown instead.
func (h host) say(format string, args ...any) { h.line("evalrun: ", format, args) }

// hint writes a line that tells how to mend what was just said.
func (h host) hint(format string, args ...any) { h.line("hint: ", format, args) }

func (h host) line(head, format string, args []any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	fmt.Fprintln(h.stderr, head+reports.Visible(text))
}
