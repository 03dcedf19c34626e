// Command evalrun measures source-grounded question answering. This package
// reads flags and the environment, wires the others together and turns their
// results into output and an exit code; it decides nothing else.
package main

import (
	"context"
	"crypto/rand"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/verdict"
)

// grace is how long an interrupted run may take: what is in flight has
// runner.DefaultGrace to end, and then the reports are written.
const grace = runner.DefaultGrace + 10*time.Second

func main() {
	os.Exit(runProcess())
}

// gcPercent lets the heap grow to five times what is live before it is
// collected. evalrun streams, so little is live, some megabytes however large
// the run, and the collector's share of the CPU falls to a quarter.
const gcPercent = 400

func runProcess() int {
	debug.SetGCPercent(gcPercent)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the default takes over, so that a second one
	// ends the process at once. What cannot be interrupted, such as opening a
	// pipe that nobody writes, does not outlive the grace either.
	context.AfterFunc(ctx, func() {
		stop()
		time.Sleep(grace)
		os.Exit(verdict.ExitInterrupted)
	})
	return run(ctx, os.Args[1:], host{
		stdin:         os.Stdin,
		stdout:        os.Stdout,
		stderr:        os.Stderr,
		getenv:        os.Getenv,
		now:           time.Now,
		random:        rand.Reader,
		isTerminal:    isTerminal(os.Stderr),
		stdinTerminal: term.IsTerminal(int(os.Stdin.Fd())),
		width:         width(os.Stdout),
		color:         isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		cpus:          runtime.NumCPU(),
		name:          hostname(),
		environ:       os.Environ,
		executable:    os.Executable,
	})
}

func isTerminal(f *os.File) bool {
	return term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// width is the terminal's, or 0 where output goes elsewhere.
func width(f *os.File) int {
	if w, _, err := term.GetSize(int(f.Fd())); err == nil {
		return w
	}
	return 0
}

// hostname is "" where the system does not tell.
func hostname() string {
	name, _ := os.Hostname()
	return name
}
