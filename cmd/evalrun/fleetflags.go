package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/fleet"
)

// The values of --fleet that are no address.
const (
	embeddedFleet = "embedded" // a server inside the process, its workers beside it
	noFleet       = "none"     // measured here, whatever the environment says
)

// mostWorkers is far more processes than a machine has use for: a number above
// it is a slip.
const mostWorkers = 256

// How long a run waits for a worker. Those on this machine are there in
// seconds; elsewhere a machine may have to start first.
const (
	defaultWorkerWait = 10 * time.Minute
	ownWorkerWait     = time.Minute
)

// fleetFlags say which workers measure the questions of a run.
type fleetFlags struct {
	fleetAddress
	workers    int
	tags       []string
	keep       bool
	workerWait time.Duration

	changed func(flag string) bool // on the command line; nil: none

	// What the flags and the environment come to; see settle.
	at       fleet.Address
	embedded bool
	none     bool              // it was said that there is none
	required map[string]string // tags of the workers
}

func (f *fleetFlags) register(cmd *cobra.Command) {
	f.fleetAddress.register(cmd, "have the questions measured by the workers at this `URL` of a NATS server with JetStream, or embedded: by processes on this machine")
	flags := cmd.Flags()
	f.changed = flags.Changed
	flags.IntVar(&f.workers, "workers", 0, "with --fleet: start `K` workers on this machine (default: one for each CPU with embedded, else none)")
	flags.StringSliceVar(&f.tags, "worker-tags", nil, "with --fleet: only workers with these tags, as `NAME=VALUE,…`")
	flags.DurationVar(&f.workerWait, "worker-wait", defaultWorkerWait, "with --fleet: give up when no worker takes the run's work for this `DURATION` (0: wait for ever; embedded: 1m)")
	flags.BoolVar(&f.keep, "keep", false, "with --fleet: leave the run's work and results with the server")
}

// remote reports whether the workers may be anywhere: what they have there is
// not looked for here.
func (f fleetFlags) remote() bool { return f.at.URL != "" }

// used reports whether workers measure the questions.
func (f fleetFlags) used() bool { return f.embedded || f.remote() }

// place is how run.json names the fleet, "" where there is none.
func (f fleetFlags) place() string {
	switch {
	case f.embedded:
		return embeddedFleet
	case f.remote():
		return f.at.String()
	}
	return ""
}

// again are the flags that lead to the same fleet.
func (f fleetFlags) again() string {
	words := "--fleet " + f.place()
	if f.creds != "" {
		words += " --nats-creds " + f.creds
	}
	if f.tlsCA != "" {
		words += " --nats-tls-ca " + f.tlsCA
	}
	return words
}

// settle finds out whether there is a fleet and where.
func (f *fleetFlags) settle(getenv func(string) string, cpus int) (err error) {
	if f.required, err = tagsOf("worker-tags", f.tags); err != nil {
		return err
	}
	switch value, from := f.fleetAddress.named(getenv); value {
	case embeddedFleet:
		f.embedded = true
		err = f.unused()
	case noFleet:
		f.none = true
		err = f.unused()
	default:
		f.at, _, err = f.address(getenv)
		if errors.Is(err, fleet.ErrNotURL) {
			err = fmt.Errorf("%s is %w, nor embedded or none", from, fleet.ErrNotURL)
		}
	}
	if err != nil {
		return err
	}
	if !f.used() {
		return f.alone()
	}
	if err := f.bounds(); err != nil {
		return err
	}
	if f.embedded {
		f.workers = cmp.Or(f.workers, min(cpus, mostWorkers))
		if !f.given("worker-wait") {
			f.workerWait = ownWorkerWait
		}
	}
	return nil
}

func (f fleetFlags) bounds() error {
	switch {
	case f.workers < 0 || f.workers == 0 && f.given("workers"):
		return fmt.Errorf("--workers is %d, want 1 or more", f.workers)
	case f.workers > mostWorkers:
		return fmt.Errorf("--workers is %d, want at most %d: each is a process on this machine", f.workers, mostWorkers)
	case f.workerWait < 0:
		return fmt.Errorf("--worker-wait is %v, want 0 or more", f.workerWait)
	}
	return nil
}

// alone refuses flags that say nothing without a fleet.
func (f fleetFlags) alone() error {
	for _, flag := range []string{"workers", "worker-tags", "worker-wait", "keep"} {
		if f.given(flag) {
			return fmt.Errorf("--%s goes with --fleet", flag)
		}
	}
	return nil
}

func (f fleetFlags) given(flag string) bool { return f.changed != nil && f.changed(flag) }

// checkWith refuses what would be ignored of the run's other flags.
func (f fleetFlags) checkWith(cache cacheOptions) error {
	if f.remote() && f.workers == 0 && cache.dir != "" {
		return errors.New("--cache names a folder of this machine, where no worker is; give it to the workers, or start some with --workers")
	}
	return nil
}
