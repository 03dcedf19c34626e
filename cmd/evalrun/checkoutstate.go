package main

import (
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/suites"
)

// checkoutStates are the repositories that a suite's questions name, in the
// state that they have here: workers that have them so measure the same.
func (h host) checkoutStates(s *suites.Suite) ([]fleet.Checkout, error) {
	var out []fleet.Checkout
	for _, name := range s.Checkouts {
		state, err := h.checkoutState(name, s.Folder(name))
		if err != nil {
			return nil, fmt.Errorf("rubric.grounding.root %s: %w", name, err)
		}
		out = append(out, state)
	}
	return out, nil
}

func (h host) checkoutState(name, folder string) (fleet.Checkout, error) {
	index, err := h.openCheckout(folder)
	if err != nil {
		return fleet.Checkout{}, err
	}
	fingerprint, err := index.Fingerprint()
	return fleet.Checkout{Name: name, Fingerprint: fingerprint, Commit: commitOf(folder)}, errors.Join(err, index.Close())
}

// openSame opens the repositories of a run, each of which has to be here as the
// run has it.
func (e *evaluation) openSame(run []fleet.Checkout, w *workplace) (map[string]*repository.Index, error) {
	opened := map[string]*repository.Index{}
	for _, c := range run {
		folder := w.checkouts[c.Name]
		index, err := e.openNamed(c.Name, folder)
		if err != nil {
			return nil, err
		}
		here := fleet.Checkout{Name: c.Name, Fingerprint: w.states[c.Name], Commit: commitOf(folder)}
		if here.Fingerprint == "" {
			if here.Fingerprint, err = index.Fingerprint(); err != nil {
				return nil, fmt.Errorf("rubric.grounding.root %s: %w", c.Name, err)
			}
		}
		if here.Fingerprint != c.Fingerprint {
			return nil, otherState(here, c)
		}
		opened[c.Name] = index
	}
	return opened, nil
}

// otherState says how a repository differs here from the run's, as far as that
// is known, and how to find out the rest. It is read at both ends.
func otherState(here, run fleet.Checkout) error {
	var differ string
	switch {
	case here.Commit == "" || run.Commit == "":
		differ = fmt.Sprintf("the worker has fingerprint %s, the run %s; both folders have to hold the same files",
			shortHash(here.Fingerprint), shortHash(run.Fingerprint))
	case here.Commit != run.Commit:
		differ = fmt.Sprintf("the worker has commit %s, the run %s", shortHash(here.Commit), shortHash(run.Commit))
	default:
		differ = fmt.Sprintf("both have commit %s, and files of one were changed or added since; git status --short in both folders shows which",
			shortHash(here.Commit))
	}
	return fleet.Lack(fmt.Sprintf("checkout %s in the state that the run has (its files differ): %s", here.Name, differ))
}

// shortHash is as much of a hash as tells two apart.
func shortHash(hash string) string { return hash[:min(len(hash), 12)] }
