package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/runner"
)

// Workers that die one after the other mostly die of the same. A minute later
// it may be another question.
const (
	mostRestarts  = 5
	restartWithin = time.Minute
	restartPause  = 200 * time.Millisecond
)

// dismissal is how long a worker has to leave: what it has in flight may take
// its grace.
const dismissal = runner.DefaultGrace + 5*time.Second

// crew are the worker processes that a run has on this machine. Each ends when
// its standard input does, so that none outlives this process.
type crew struct {
	host    host
	program string
	args    []string
	env     []string
	prefix  string // of the names

	ending  <-chan struct{} // closed: who ends is not replaced
	over    chan struct{}   // closed: no worker is wanted any more
	workers sync.WaitGroup

	patience time.Duration // for a worker to leave, once over is closed

	mu       sync.Mutex
	begun    int         // workers so far
	restarts []time.Time // within the last restartWithin
}

// startCrew starts as many workers as the flags say. After the end of ctx,
// which is an interrupt, those that end are not replaced.
func (e *evaluation) startCrew(ctx context.Context, p preparedSuite, at fleet.Address) (*crew, error) {
	c := &crew{host: e.host, ending: ctx.Done(), over: make(chan struct{}), prefix: "worker"}
	n := e.opt.fleet.workers
	if n == 0 {
		return c, nil
	}
	var err error
	if c.program, err = e.host.executable(); err != nil {
		return nil, fmt.Errorf("start a worker: %w", err)
	}
	if e.opt.fleet.remote() {
		if c.prefix, err = e.host.workerName(); err != nil {
			return nil, err
		}
	}
	c.args, c.env = e.crewArgs(p, n), environmentOf(e.host.environ(), at)
	for range n {
		c.workers.Go(c.keepOne)
	}
	return c, nil
}

// crewArgs are the flags of one of n workers. Together they have places for
// all that the run asks and judges at once.
func (e *evaluation) crewArgs(p preparedSuite, n int) []string {
	o := e.opt
	places := o.limits.concurrency + max(o.limits.judgeConcurrency, o.limits.concurrency)
	args := []string{"worker", "--with-parent", "--quiet", "--concurrency", strconv.Itoa((places + n - 1) / n)}
	for _, flag := range [][2]string{
		{"--nats-creds", o.fleet.creds}, {"--nats-tls-ca", o.fleet.tlsCA}, {"--cache", o.cache.dir}, {"--tags", strings.Join(o.fleet.tags, ",")},
	} {
		if flag[1] != "" {
			args = append(args, flag[0], flag[1])
		}
	}
	if o.target.allowCommands {
		args = append(args, "--allow-commands")
	}
	for _, c := range p.workers.setup.Checkouts {
		args = append(args, "--checkout", c.Name+"="+p.suite.Folder(c.Name), "--checkout-state", c.Name+"="+c.Fingerprint)
	}
	return args
}

// environmentOf has the address, which holds a password, in no list of
// processes.
func environmentOf(environ []string, at fleet.Address) []string {
	out := slices.DeleteFunc(slices.Clone(environ), func(v string) bool { return strings.HasPrefix(v, fleetVariable+"=") })
	return append(out, fleetVariable+"="+at.URL)
}

// dismiss has the workers leave and waits for them. Those that are still there
// after a time are ended.
func (c *crew) dismiss(within time.Duration) {
	c.patience = within
	close(c.over)
	c.workers.Wait()
}

// keepOne keeps one worker at work.
func (c *crew) keepOne() {
	for {
		name := c.next()
		err := c.employ(name)
		if !c.wanted(0) {
			return
		}
		c.host.say("%s ended: %v; another one takes its place", name, cmp.Or(err, errors.New("exit status 0")))
		if !c.wanted(c.pause(c.host.now())) {
			return
		}
	}
}

// wanted waits and reports whether another worker is still wanted then.
func (c *crew) wanted(wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-c.over:
	case <-c.ending:
	case <-timer.C:
		select {
		case <-c.over:
		case <-c.ending:
		default:
			return true
		}
	}
	return false
}

// next is a name that no worker of this crew has had: who has died is another
// one.
func (c *crew) next() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun++
	return c.prefix + "-" + strconv.Itoa(c.begun)
}

// pause is how long to wait before the next worker takes the place of one that
// died.
func (c *crew) pause(now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.restarts = slices.DeleteFunc(c.restarts, func(at time.Time) bool { return now.Sub(at) >= restartWithin })
	at := now.Add(restartPause)
	if n := len(c.restarts); n >= mostRestarts {
		at = c.restarts[n-mostRestarts].Add(restartWithin)
	}
	c.restarts = append(c.restarts, at)
	return at.Sub(now)
}

// employ runs one worker until it ends, or is dismissed.
func (c *crew) employ(name string) error {
	cmd := exec.Command(c.program, append(slices.Clone(c.args), "--name", name)...)
	cmd.Args[0] = "evalrun"
	cmd.Env = c.env
	cmd.Stderr = &relay{host: c.host, name: name}
	cmd.WaitDelay = time.Second
	life, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-c.over:
	}
	_ = life.Close()
	select {
	case err := <-ended:
		return err
	case <-time.After(c.patience):
		_ = cmd.Process.Kill()
		return <-ended
	}
}
