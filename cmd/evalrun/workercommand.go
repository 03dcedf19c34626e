package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/verdict"
)

// workerOptions are the flags of worker.
type workerOptions struct {
	fleetAddress
	cache         cacheOptions
	name          string
	concurrency   int
	tags          []string
	allowCommands bool
	checkouts     []string
	states        []string // of checkouts, as the process that started this one has seen them
	quiet         bool
	withParent    bool
}

func workerCommand(h host) *cobra.Command {
	var o workerOptions
	cmd := &cobra.Command{
		Use:   "worker --fleet URL",
		Short: "Measure questions of runs that are started elsewhere",
		Long: `Connect to a NATS server with JetStream and measure the questions that
evalrun run --fleet hands out there: ask target and judge, check the answer and
send the record back. Keys are read from this process's environment; a run that
needs what is not here is left to other workers, and said so.

TERM or an interrupt has it begin nothing new and leave when what it has in
flight has ended; what takes more than 10 s is cut short and goes to other
workers. A second one ends it at once.`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.work(cmd.Context(), h) },
	}
	o.register(cmd)
	return cmd
}

func (o *workerOptions) register(cmd *cobra.Command) {
	o.fleetAddress.register(cmd, "take work from the NATS server at this `URL`")
	o.cache.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.name, "name", "", "`NAME` in records and in the fleet's status (default: the machine's, and a random end)")
	flags.IntVar(&o.concurrency, "concurrency", 8, "questions at once in this worker; how many calls a run makes at once, its own --concurrency says for all workers together")
	flags.StringSliceVar(&o.tags, "tags", nil, "what runs may ask of a worker, as `NAME=VALUE,…`")
	flags.BoolVar(&o.allowCommands, "allow-commands", false, "let runs start the programs they name on this machine")
	flags.StringArrayVar(&o.checkouts, "checkout", nil, "where the repository is that suites name as rubric.grounding.root, as `NAME=DIR` with "+
		"NAME as it stands there: ..=/srv/shop for root: ..; may be repeated")
	flags.StringArrayVar(&o.states, "checkout-state", nil, "take the fingerprint of a --checkout to be that of `NAME=SHA-256`")
	flags.Lookup("checkout-state").Hidden = true
	flags.BoolVar(&o.quiet, "quiet", false, "print problems only")
	flags.BoolVar(&o.withParent, "with-parent", false, "leave at the end of standard input")
	flags.Lookup("with-parent").Hidden = true
}

func (o workerOptions) check() error {
	if o.concurrency < 1 {
		return fmt.Errorf("--concurrency is %d, want 1 or more", o.concurrency)
	}
	if o.name != "" && !fleet.ValidWorkerName(o.name) {
		return fmt.Errorf("--name is %q, want letters, digits, ., _ and -, at most 64", o.name)
	}
	return o.cache.check()
}

func (o workerOptions) work(ctx context.Context, h host) error {
	w, at, err := o.worker(h)
	if err != nil {
		return err
	}
	if w.Conn, err = h.dialFleet(ctx, at, w.Tool+" worker "+w.Name); err != nil {
		return err
	}
	defer w.Conn.Close()
	if !o.quiet {
		h.say("%s: at %s, up to %s at once", w.Name, at, count(w.Concurrency, "question"))
	}
	if o.withParent {
		var leave context.CancelFunc
		ctx, leave = context.WithCancel(ctx)
		go func() {
			_, _ = io.Copy(io.Discard, h.stdin)
			leave()
		}()
	}
	told := context.AfterFunc(ctx, func() { o.leaves(h, w.Name) })
	defer told()
	if err := w.Run(ctx); err != nil {
		return infrastructure(err)
	}
	return nil
}

func (o workerOptions) leaves(h host, name string) {
	if !o.quiet {
		h.say("%s leaves: what is in flight has %v to end; again quits at once", name, runner.DefaultGrace)
	}
}

// worker is what the flags make, before it is connected.
func (o workerOptions) worker(h host) (*fleet.Worker, fleet.Address, error) {
	if err := o.check(); err != nil {
		return nil, fleet.Address{}, err
	}
	at, err := o.demanded(h.getenv)
	if err != nil {
		return nil, at, err
	}
	place, err := o.workplace(h)
	if err != nil {
		return nil, at, err
	}
	tags, err := tagsOf("tags", o.tags)
	if err != nil {
		return nil, at, err
	}
	if o.name == "" {
		if o.name, err = h.workerName(); err != nil {
			return nil, at, infrastructure(err)
		}
	}
	w := &fleet.Worker{
		Name: o.name, Tool: toolVersion(), Tags: tags, Concurrency: o.concurrency,
		Lacks: place.lacks, Open: place.open, Say: func(line string) { h.say("%s", line) },
	}
	if !o.quiet {
		w.Tell = w.Say
	}
	return w, at, nil
}

// workerName is one that no other worker has: that of the machine and a random
// end.
func (h host) workerName() (string, error) {
	var end [3]byte
	if _, err := io.ReadFull(h.random, end[:]); err != nil {
		return "", fmt.Errorf("name a worker: %w", err)
	}
	machine, _, _ := strings.Cut(h.name, ".")
	if len(machine) > 40 || !fleet.ValidWorkerName(machine) {
		machine = "worker"
	}
	return machine + "-" + hex.EncodeToString(end[:]), nil
}

// refused is a mistake in a flag.
func refused(format string, args ...any) error {
	return &failure{code: verdict.ExitUsage, err: fmt.Errorf(format, args...)}
}
