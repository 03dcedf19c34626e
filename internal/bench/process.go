//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// bench runs the built programs in a folder of its own.
type bench struct {
	bin, dir string
}

// usage is what one process took. rss is the kernel's peak in kB, as Linux
// counts it.
type usage struct {
	wall, cpu float64 // seconds
	rss       int64
}

// anyVerdict accepts the codes that say what a gate thought of the answers.
const anyVerdict = 2

// run executes a program to its end and fails on an exit code over highest.
func (b bench) run(highest int, program string, args ...string) (usage, error) {
	return measured(highest, filepath.Join(b.bin, program), args...)
}

func measured(highest int, program string, args ...string) (usage, error) {
	cmd := exec.Command(program, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	began := time.Now()
	err := cmd.Run()
	wall := time.Since(began).Seconds()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 && exit.ExitCode() <= highest {
		err = nil
	}
	if err != nil {
		return usage{}, fmt.Errorf("%s %s: %w: %s", filepath.Base(program), args[0], err, stderr.String())
	}
	state := cmd.ProcessState
	u := usage{wall: wall, cpu: (state.UserTime() + state.SystemTime()).Seconds()}
	if r, ok := state.SysUsage().(*syscall.Rusage); ok {
		u.rss = int64(r.Maxrss)
	}
	return u, nil
}

// endpoint starts the loopback endpoint.
func (b bench) endpoint(latency string) (url string, stop func(), err error) {
	return b.serving("loopback", "-addr", "127.0.0.1:0", "-latency", latency)
}

// serving starts a program that answers at the address in its first line, as a
// process of its own, so that its work is on nobody's account.
func (b bench) serving(program string, args ...string) (url string, stop func(), err error) {
	cmd := exec.Command(filepath.Join(b.bin, program), args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("start %s: %w", program, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return strings.TrimSpace(line), stop, nil
}
