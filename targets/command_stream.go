package targets

import (
	"context"
	"sync"
	"time"
)

// maxSilentEnds is how many times in a row a program may end without one
// answer before it is taken for broken. A program that breaks on one question
// is started again for the others.
const maxSilentEnds = 3

// closeGrace is how long a program may take to go when its input has ended.
const closeGrace = 2 * time.Second

// commandStream sends all questions of a run to one program, a line each, and
// takes its answers in any order, by id. When the program ends, is stuck or
// breaks the protocol, the questions it has not answered are errors and none
// of them is sent again: which of them it broke on is not known, and each may
// have been paid for. The next question starts it anew.
type commandStream struct {
	command *Command

	mu         sync.Mutex
	now        *conversation // nil when no program runs
	silentEnds int           // in a row
	lastEnd    *Error
	closed     bool
	running    sync.WaitGroup
}

func newCommandStream(c *Command) *commandStream { return &commandStream{command: c} }

// ask sends a question and waits for its answer. A question that did not
// reach the program, because it had just ended, goes to the next one.
func (s *commandStream) ask(ctx context.Context, id string, request []byte) ([]byte, error) {
	for {
		c, err := s.current()
		if err != nil {
			return nil, err
		}
		reply, sent, err := c.ask(ctx, id, request)
		if sent || ctx.Err() != nil {
			return reply, err
		}
	}
}

func (s *commandStream) current() (*conversation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, s.command.failed(CodeCommand, "program %s is closed", s.command.name)
	case s.silentEnds >= maxSilentEnds:
		broken := s.command.failed(CodeCommand, "program %s was started %d times and answered nothing: %w", s.command.name, s.silentEnds, s.lastEnd)
		broken.fatal = true
		return nil, broken
	case s.now != nil:
		return s.now, nil
	}
	c, err := s.start()
	s.now = c
	return c, err
}

// leave lets the next question start the program anew.
func (s *commandStream) leave(c *conversation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == c {
		s.now = nil
	}
}

// ended takes note of a program's end, before anybody else learns of it.
func (s *commandStream) ended(c *conversation, why *Error, answered bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == c {
		s.now = nil
	}
	if answered {
		s.silentEnds = 0
		return
	}
	s.silentEnds++
	s.lastEnd = why
}

func (s *commandStream) close() {
	s.mu.Lock()
	c, again := s.now, s.closed
	s.closed = true
	s.mu.Unlock()
	defer s.running.Wait()
	if c == nil || again {
		return
	}
	close(c.quit)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		if s.command.opt.Sleep(ctx, closeGrace) == nil {
			c.kill(s.command.failed(CodeCommand, "program %s did not go", s.command.name))
		}
	}()
	<-c.done
}
