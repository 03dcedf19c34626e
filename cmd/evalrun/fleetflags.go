package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/fleet"
)

// The values of --fleet that are no address.
const (
	embeddedFleet = "embedded" // a server inside the process, its workers beside it
	noFleet       = "none"     // measured here, whatever the environment says
)

// fleetFlags say which workers measure the questions of a run.
type fleetFlags struct {
	fleetAddress
	workers int
	tags    []string
	keep    bool

	named func(flag string) bool // on the command line; nil: none

	// What the flags and the environment come to; see settle.
	at       fleet.Address
	embedded bool
	required map[string]string // tags of the workers
}

func (f *fleetFlags) register(cmd *cobra.Command) {
	f.fleetAddress.register(cmd, "have the questions measured by the workers at this `URL` of a NATS server with JetStream, or embedded: by processes on this machine")
	flags := cmd.Flags()
	f.named = flags.Changed
	flags.IntVar(&f.workers, "workers", 0, "with --fleet: start `K` workers on this machine (default: one for each CPU with embedded, else none)")
	flags.StringSliceVar(&f.tags, "worker-tags", nil, "with --fleet: only workers with these tags, as `NAME=VALUE,…`")
	flags.BoolVar(&f.keep, "keep", false, "with --fleet: leave the run's work and results with the server")
}

// remote reports whether the workers may be anywhere: what they have there is
// not looked for here.
func (f fleetFlags) remote() bool { return f.at.URL != "" }

// used reports whether workers measure the questions.
func (f fleetFlags) used() bool { return f.embedded || f.remote() }

// settle finds out whether there is a fleet and where.
func (f *fleetFlags) settle(getenv func(string) string, cpus int) (err error) {
	if f.required, err = tagsOf("worker-tags", f.tags); err != nil {
		return err
	}
	switch cmp.Or(f.url, strings.TrimSpace(getenv(fleetVariable))) {
	case embeddedFleet:
		f.embedded = true
		err = f.unused()
	case noFleet:
		err = f.unused()
	default:
		f.at, _, err = f.address(getenv)
	}
	if err != nil {
		return err
	}
	if !f.used() {
		return f.alone()
	}
	if f.workers < 0 || f.workers == 0 && f.given("workers") {
		return fmt.Errorf("--workers is %d, want 1 or more", f.workers)
	}
	if f.embedded {
		f.workers = cmp.Or(f.workers, cpus)
	}
	return nil
}

// alone refuses flags that say nothing without a fleet.
func (f fleetFlags) alone() error {
	for _, flag := range []string{"workers", "worker-tags", "keep"} {
		if f.given(flag) {
			return fmt.Errorf("--%s goes with --fleet", flag)
		}
	}
	return nil
}

func (f fleetFlags) given(flag string) bool { return f.named != nil && f.named(flag) }

// tagsOf reads the tags of workers.
func tagsOf(flag string, texts []string) (map[string]string, error) {
	var tags map[string]string
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("--%s has %q, want NAME=VALUE", flag, text)
		}
		if _, twice := tags[name]; twice {
			return nil, fmt.Errorf("--%s names %s twice", flag, name)
		}
		if tags == nil {
			tags = map[string]string{}
		}
		tags[name] = value
	}
	return tags, nil
}

// checkWith refuses what would be ignored of the run's other flags.
func (f fleetFlags) checkWith(cache cacheOptions) error {
	if f.remote() && f.workers == 0 && cache.dir != "" {
		return errors.New("--cache names a folder of this machine, where no worker is; give it to the workers, or start some with --workers")
	}
	return nil
}
