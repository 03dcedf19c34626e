package targets

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"time"

	"github.com/evalrun/evalrun/llm"
)

var errTimeout = errors.New("timeout")

// pipeGrace is how long output is waited for when a program is gone: what it
// wrote itself is in the pipe already, and more can come only from a process
// that it left behind.
const pipeGrace = time.Second

// once runs the program for one question and returns its output. When ctx
// ends, everything that it started ends with it.
func (c *Command) once(ctx context.Context, request []byte) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stdout := &capped{max: c.maxBytes, over: func() { cancel(errOverCap) }}
	stderr := &tail{}
	cmd := exec.CommandContext(ctx, c.program, c.args...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = c.env, bytes.NewReader(request), stdout, stderr
	cmd.WaitDelay = pipeGrace
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	if err := cmd.Start(); err != nil {
		return nil, c.notStarted(err)
	}
	err := cmd.Wait()
	switch cause := context.Cause(ctx); {
	case err == nil:
		return stdout.kept, nil
	case errors.Is(err, exec.ErrWaitDelay):
		killLeft(cmd.Process.Pid)
		return nil, c.failed(CodeCommand, "program %s ended and left a process behind that holds its output open%s", c.name, stderr.shown(c.scrub))
	case cause == nil:
		return nil, c.failed(CodeCommand, "program %s ended with %w%s", c.name, err, stderr.shown(c.scrub))
	case errors.Is(cause, errOverCap):
		return nil, c.failed(codeOf(llm.CodeTooLarge), "program %s wrote over %d bytes", c.name, c.maxBytes)
	case errors.Is(cause, errTimeout):
		return nil, c.failed(codeOf(llm.CodeTimeout), "program %s gave no answer within %s%s", c.name, c.timeout, stderr.shown(c.scrub))
	}
	return nil, ctx.Err()
}

// notStarted is the error of a program that cannot be run. One that is not
// there or may not be run will not be for the next question either.
func (c *Command) notStarted(err error) error {
	failed := c.failed(CodeCommand, "start program %s: %w", c.name, err)
	failed.fatal = errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)
	return failed
}
