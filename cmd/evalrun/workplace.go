package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/fleet"
)

// workplace is what a worker has on its machine.
type workplace struct {
	host          host // with the environment that runs may use
	cache         cacheOptions
	concurrency   int
	allowCommands bool
	checkouts     map[string]string // folder by the name that suites use
	states        map[string]string // fingerprint by that name, where it need not be taken
}

func (o workerOptions) workplace(h host) (*workplace, error) {
	w := &workplace{host: h, cache: o.cache, concurrency: o.concurrency, allowCommands: o.allowCommands, checkouts: map[string]string{}}
	w.host.getenv = hiding(fleetVariable, h.getenv)
	for _, text := range o.checkouts {
		name, folder, ok := strings.Cut(text, "=")
		if !ok || name == "" || folder == "" {
			return nil, refused("--checkout is %q, want NAME=DIR", text)
		}
		if _, twice := w.checkouts[name]; twice {
			return nil, refused("--checkout names %s twice", name)
		}
		if about, err := os.Stat(folder); err != nil || !about.IsDir() {
			return nil, refused("--checkout %s: %s is no folder", name, folder)
		}
		w.checkouts[name] = folder
	}
	var err error
	w.states, err = tagsOf("checkout-state", o.states)
	return w, err
}

// hiding is the environment without a variable. The fleet's address may hold
// its password, and a run names the variables that are sent to its target.
func hiding(hidden string, getenv func(string) string) func(string) string {
	return func(name string) string {
		if name == hidden {
			return ""
		}
		return getenv(name)
	}
}

// lacks says what of a run's needs is not here.
func (w *workplace) lacks(n fleet.Needs) (missing []string) {
	for _, name := range n.Env {
		if strings.TrimSpace(w.host.getenv(name)) == "" {
			missing = append(missing, "environment variable "+name)
		}
	}
	if len(n.Commands) > 0 && !w.allowCommands {
		missing = append(missing, "--allow-commands")
	}
	for _, program := range n.Commands {
		if _, err := exec.LookPath(program); err != nil {
			missing = append(missing, "program "+program)
		}
	}
	for _, name := range n.Checkouts {
		if w.checkouts[name] == "" {
			missing = append(missing, fmt.Sprintf("--checkout %s=DIR", name))
		}
	}
	return slices.Compact(missing)
}
