package main

import (
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// process is a process and the pipe whose end has it leave.
type process struct {
	name  string // of a worker
	cmd   *exec.Cmd
	life  io.Closer
	said  *speech
	ended chan struct{}
	err   error // once it has ended
}

// launch starts a process that does not outlive the test.
func launch(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	w := &process{cmd: cmd, said: &speech{}, ended: make(chan struct{})}
	w.cmd.Stdout, w.cmd.Stderr = w.said, w.said
	// A child of a process that was killed may hold the pipe for some time.
	w.cmd.WaitDelay = time.Second
	var err error
	if w.life, err = w.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(w.ended)
		// The end of the process counts, not that of its pipes, which a busy
		// machine may see later.
		if w.err = w.cmd.Wait(); errors.Is(w.err, exec.ErrWaitDelay) {
			w.err = nil
		}
	}()
	t.Cleanup(w.kill)
	return w
}

// kill ends a process at once and waits for its end.
func (w *process) kill() {
	_ = w.cmd.Process.Kill()
	<-w.ended
}

// leave has a process end by itself and waits for that.
func (w *process) leave() {
	_ = w.life.Close()
	<-w.ended
}

func (w *process) wait() error {
	<-w.ended
	return w.err
}

func (w *process) code() int { return w.cmd.ProcessState.ExitCode() }

// speech is what a process says, for those who listen while it goes on.
type speech struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *speech) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *speech) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// awaitSaid waits for a whole line of a process with some text in it.
func (w *process) awaitSaid(t *testing.T, text string) string {
	t.Helper()
	for range 2400 {
		for line := range strings.Lines(w.said.String()) {
			if strings.HasSuffix(line, "\n") && strings.Contains(line, text) {
				return strings.TrimSpace(line)
			}
		}
		select {
		case <-w.ended:
			t.Fatalf("it ended with %v and never said %q:\n%s", w.err, text, w.said)
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatalf("it never said %q:\n%s", text, w.said)
	return ""
}
