package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/fleet"
)

// TestARepositoryInAnotherStateIsToldApart, with what a person can do about it.
// Others may read it.
func TestARepositoryInAnotherStateIsToldApart(t *testing.T) {
	here := fleet.Checkout{Name: "..", Fingerprint: strings.Repeat("a", 64), Commit: strings.Repeat("1", 40)}
	for name, c := range map[string]struct {
		commit string
		says   string
	}{
		"another commit":    {strings.Repeat("2", 40), "the worker has commit 111111111111, the run 222222222222"},
		"changed since":     {here.Commit, "both have commit 111111111111, and files of one were changed or added since; git status --short in both folders shows which"},
		"no git over there": {"", "the worker has fingerprint aaaaaaaaaaaa, the run bbbbbbbbbbbb; both folders have to hold the same files"},
	} {
		t.Run(name, func(t *testing.T) {
			err := otherState(here, fleet.Checkout{Name: "..", Fingerprint: strings.Repeat("b", 64), Commit: c.commit})
			want := "checkout .. in the state that the run has (its files differ): " + c.says
			var lack fleet.Lack
			if err.Error() != want || !errors.As(err, &lack) {
				t.Errorf("got %q, want %q", err, want)
			}
		})
	}
}

// TestAWorkerOpensARepositoryInTheRunsState alone. What the coordinator that
// started it has seen itself holds.
func TestAWorkerOpensARepositoryInTheRunsState(t *testing.T) {
	h := host{getenv: func(string) string { return "" }}
	folders := map[string]string{}
	for name, text := range map[string]string{"one": "package a\n", "same": "package a\n", "two": "package b\n"} {
		folders[name] = t.TempDir()
		if err := os.WriteFile(filepath.Join(folders[name], "a.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run, err := h.checkoutState("..", folders["one"])
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		folder, state string
		refused       bool
	}{
		"the folder itself":                  {folder: "one"},
		"a copy":                             {folder: "same"},
		"another repository of the name":     {folder: "two", refused: true},
		"changed under a worker that is own": {folder: "two", state: run.Fingerprint},
		"another run's than the own":         {folder: "same", state: strings.Repeat("0", 64), refused: true},
	} {
		t.Run(name, func(t *testing.T) {
			o := workerOptions{concurrency: 1, checkouts: []string{"..=" + folders[c.folder]}}
			if c.state != "" {
				o.states = []string{"..=" + c.state}
			}
			place, err := o.workplace(h)
			if err != nil {
				t.Fatal(err)
			}
			e := &evaluation{host: h}
			defer e.close()
			opened, err := e.openSame([]fleet.Checkout{run}, place)
			var lack fleet.Lack
			if errors.As(err, &lack) != c.refused || (err == nil) == c.refused || c.refused == (opened[".."] != nil) {
				t.Errorf("opened %v, %v", opened, err)
			}
		})
	}
}
