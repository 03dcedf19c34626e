package targets

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"sync"

	"github.com/evalrun/evalrun/llm"
)

// conversation is one run of a stream's program.
type conversation struct {
	stream *commandStream
	cmd    *exec.Cmd
	stderr tail
	outbox chan []byte   // to the program; unbuffered, so that who sends knows when it is being written
	quit   chan struct{} // closed: no more questions
	done   chan struct{} // closed: the program has ended

	mu       sync.Mutex
	waiting  map[string][]chan []byte // by question, oldest first: repeats share an id
	late     map[string]int           // answers nobody waits for any more
	answered int                      // answers that came
	why      *Error                   // the first reason to end it; final when done is closed
}

// start runs the program. The stream's lock is held.
func (s *commandStream) start() (*conversation, error) {
	c := &conversation{
		stream: s, cmd: exec.Command(s.command.program, s.command.args...),
		outbox: make(chan []byte), quit: make(chan struct{}), done: make(chan struct{}),
		waiting: map[string][]chan []byte{}, late: map[string]int{},
	}
	stdin, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, s.command.notStarted(err)
	}
	output, stdout := io.Pipe()
	c.cmd.Env, c.cmd.Stdout, c.cmd.Stderr, c.cmd.WaitDelay = s.command.env, stdout, &c.stderr, pipeGrace
	ownGroup(c.cmd)
	if err := c.cmd.Start(); err != nil {
		return nil, s.command.notStarted(err)
	}
	s.running.Add(1)
	ended := make(chan error, 1)
	go func() {
		ended <- c.cmd.Wait()
		_ = stdout.Close()
	}()
	go c.write(stdin)
	go func() {
		c.listen(output)
		_ = output.Close()
		c.finish(<-ended)
	}()
	return c, nil
}

// write passes questions on until there are no more.
func (c *conversation) write(stdin io.WriteCloser) {
	defer stdin.Close()
	for {
		select {
		case request := <-c.outbox:
			if _, err := stdin.Write(request); err != nil {
				c.deaf(err)
				return
			}
		case <-c.quit:
			return
		case <-c.done:
			return
		}
	}
}

// deaf ends a program that reads no more. Mostly it has just ended, and how it
// did says more than the pipe.
func (c *conversation) deaf(err error) {
	ctx, cancel := context.WithTimeout(context.Background(), pipeGrace)
	defer cancel()
	select {
	case <-c.done:
	case <-ctx.Done():
		c.broken(CodeCommand, "program %s takes no more questions: %w", err)
	}
}

// ask returns sent = false when the program ended before it was given the
// question.
func (c *conversation) ask(ctx context.Context, id string, request []byte) (reply []byte, sent bool, err error) {
	answer, before := c.await(id)
	select {
	case c.outbox <- request:
	case <-c.done:
		return nil, false, nil
	case <-ctx.Done():
		return nil, false, c.givenUp(ctx, id, answer, before, false)
	}
	select {
	case reply = <-answer:
		return reply, true, nil
	case <-ctx.Done():
		return nil, true, c.givenUp(ctx, id, answer, before, true)
	case <-c.done:
	}
	select {
	case reply = <-answer: // the last thing it said
		return reply, true, nil
	default:
		return nil, true, c.why
	}
}

// givenUp is the error of a question whose time is over. A program that has
// answered others meanwhile is slow with this one only and goes on; one that
// has said nothing at all is stuck, and would let every question wait as long.
func (c *conversation) givenUp(ctx context.Context, id string, answer chan []byte, before int, sent bool) error {
	silent := c.forget(id, answer, sent) == before
	if !errors.Is(context.Cause(ctx), errTimeout) {
		return ctx.Err()
	}
	command := c.stream.command
	err := command.failed(codeOf(llm.CodeTimeout), "program %s gave no answer within %s%s", command.name, command.timeout, c.stderr.shown(command.scrub))
	if silent {
		c.kill(command.failed(CodeCommand, "program %s was stopped: it had answered nothing for %s", command.name, command.timeout))
	}
	return err
}

// kill ends the program and all it started; the first reason stands. A
// question that comes now is for the next one.
func (c *conversation) kill(why *Error) {
	c.stream.leave(c)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.why == nil {
		c.why = why
	}
	_ = killGroup(c.cmd.Process)
}

// finish says why the program ended to all who still wait.
func (c *conversation) finish(err error) {
	command := c.stream.command
	if errors.Is(err, exec.ErrWaitDelay) {
		killLeft(c.cmd.Process.Pid)
	}
	ending := "exit status 0"
	if err != nil {
		ending = err.Error()
	}
	c.mu.Lock()
	if c.why == nil {
		c.why = command.failed(CodeCommand, "program %s ended with %s before it answered%s", command.name, ending, c.stderr.shown(command.scrub))
	}
	why, answered := c.why, c.answered > 0
	c.mu.Unlock()
	c.stream.ended(c, why, answered)
	close(c.done)
	c.stream.running.Done()
}
