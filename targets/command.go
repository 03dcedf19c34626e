package targets

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// CodeCommand is of a program that failed, broke off or broke the protocol.
const CodeCommand = "target_command"

// Command answers by a program on this machine. It is run without a shell, in
// the current folder, and gets the environment variables that the suite names
// and no others. Nothing is asked twice: a program that wants another try
// makes it itself.
type Command struct {
	name     string // as the suite has it
	settings string // see Ref
	program  string // where it was found
	args     []string
	env      []string
	secrets  []llm.Secret
	scrub    *llm.Scrubber
	timeout  time.Duration
	maxBytes int64
	mapper   mapper
	versions versions
	opt      Options
	stream   *commandStream // nil: a process for each question
}

// NewCommand finds the program and its environment; no process is started.
// Whether a suite may run programs at all is the caller's to ask.
func NewCommand(spec suites.CommandSpec, opt Options) (*Command, error) {
	if len(spec.Args) == 0 {
		return nil, errors.New("target.command names no program")
	}
	program, err := exec.LookPath(spec.Args[0])
	if err != nil {
		return nil, fmt.Errorf("target.command: %w", err)
	}
	env, secrets, err := environment(spec.Env, opt.Getenv)
	if err != nil {
		return nil, err
	}
	c := &Command{
		name: spec.Args[0], settings: commandSettings(spec), program: program, args: spec.Args[1:], env: env,
		secrets: secrets, scrub: llm.NewScrubber(secrets...),
		timeout: spec.Timeout, maxBytes: spec.MaxBytes,
		mapper: mapper{version: spec.Version}, opt: opt.withDefaults(),
	}
	if c.timeout == 0 {
		c.timeout = defaultTimeout
	}
	if c.maxBytes == 0 {
		c.maxBytes = defaultMaxBytes
	}
	if spec.Mode == suites.ModeStream {
		c.stream = newCommandStream(c)
	}
	return c, nil
}

// Answer runs the program, or sends the question to the one that runs. A
// program that fails is target_command, one that takes too long
// target_timeout, one that says too much target_too_large; output that is no
// answer is target_mapping, and none at all target_empty.
func (c *Command) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	pass, err := c.enter(ctx)
	if err != nil {
		return answers.Answer{}, err
	}
	a, err := c.ask(ctx, q)
	pass.Done(c.end(a, err))
	return a, err
}

func (c *Command) ask(ctx context.Context, q suites.Question) (answers.Answer, error) {
	request, err := c.request(q)
	if err != nil {
		return answers.Answer{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, errTimeout)
	defer cancel()
	started := c.opt.Now()
	reply, err := c.exchange(ctx, q.ID, request)
	took := c.opt.Now().Sub(started)
	if err != nil {
		return answers.Answer{}, err
	}
	a, version, err := c.read(reply, q.ID)
	if err != nil {
		return a, err
	}
	c.versions.saw(version)
	if a.LatencyMs == nil { // without what the question waited for its turn
		a.LatencyMs = milliseconds(took)
	}
	return a, nil
}

func (c *Command) exchange(ctx context.Context, id string, request []byte) ([]byte, error) {
	if c.stream != nil {
		return c.stream.ask(ctx, id, request)
	}
	return c.once(ctx, request)
}

// Probe asks one question that is no suite's. A program that answers nothing
// to it works all the same.
func (c *Command) Probe(ctx context.Context) error {
	_, err := c.Answer(ctx, suites.Question{ID: probeID, Query: probeQuery})
	var failed *Error
	if errors.As(err, &failed) && failed.Code == CodeEmpty {
		return nil
	}
	return err
}

// Ref describes the program by the name that the suite calls it by.
func (c *Command) Ref() Ref {
	return Ref{Type: suites.TargetCommand, File: c.name, Settings: c.settings, Version: c.versions.last()}
}

// Version returns what the application last said of its version.
func (c *Command) Version() string { return c.versions.last() }

// Notes are remarks on the answers as a whole: a version that changed while
// the questions were asked.
func (c *Command) Notes() []string { return c.versions.notes() }

// Secrets returns the values that no artefact may show.
func (c *Command) Secrets() []llm.Secret { return c.secrets }

// Close ends the program of a stream, by the end of its input or, when it
// does not go, by force.
func (c *Command) Close() error {
	if c.stream != nil {
		c.stream.close()
	}
	return nil
}
