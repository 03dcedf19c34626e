package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/fleet"
)

// TestTheFleetIsTheFlagsElseTheEnvironments: a flag goes first, none too.
func TestTheFleetIsTheFlagsElseTheEnvironments(t *testing.T) {
	const named = "nats://user:pw@h:4222"
	for line, c := range map[string]struct {
		environment string
		at          string
		embedded    bool
		workers     int
		refused     string
	}{
		"":                                     {},
		"--fleet nats://h:4222":                {at: "nats://h:4222"},
		"--fleet tls://a:1,nats://b:2":         {at: "tls://a:1,nats://b:2"},
		"--fleet nats://i:4222 --workers 2":    {environment: named, at: "nats://i:4222", workers: 2},
		"--fleet embedded":                     {environment: named, embedded: true, workers: 6},
		"--fleet embedded --workers 3":         {embedded: true, workers: 3},
		"--fleet none":                         {environment: named},
		"--fleet none --workers 3":             {environment: named, refused: "--workers goes with --fleet"},
		"--worker-tags a=b":                    {refused: "--worker-tags goes with --fleet"},
		"--fleet embedded --worker-tags a=b,a": {refused: `--worker-tags has "a"`},
		"--fleet embedded --worker-tags a=b,a=c": {
			refused: "--worker-tags names a twice"},
		"--fleet embedded --workers -1": {refused: "--workers is -1"},
		"--fleet h:4222":                {refused: "--fleet is not a URL"},
		"--fleet nats://h,http://i":     {refused: "--fleet is not a URL"},
	} {
		t.Run(line, func(t *testing.T) {
			var f fleetFlags
			cmd := &cobra.Command{}
			f.register(cmd)
			if err := cmd.ParseFlags(strings.Fields(line)); err != nil {
				t.Fatal(err)
			}
			err := f.settle(func(string) string { return c.environment }, 6)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("got %v, want %q", err, c.refused)
				}
				return
			}
			if err != nil || f.at.URL != c.at || f.embedded != c.embedded || f.workers != c.workers {
				t.Errorf("got %q, embedded %v, %d workers, %v", f.at.URL, f.embedded, f.workers, err)
			}
		})
	}
	var f fleetFlags
	if err := f.settle(func(string) string { return named }, 6); err != nil || f.at.URL != named {
		t.Errorf("the environment's fleet is %q, %v", f.at.URL, err)
	}
	err := f.settle(func(string) string { return "user:pw@h:4222" }, 6)
	if err == nil || !strings.Contains(err.Error(), "EVALRUN_FLEET is not a URL") || strings.Contains(err.Error(), "pw") {
		t.Errorf("got %v, want the variable's name without its value", err)
	}
}

// TestTheFleetThatMessagesNameIsTheEnvironments: they name no user, and without
// one the server lets nobody in.
func TestTheFleetThatMessagesNameIsTheEnvironments(t *testing.T) {
	const known = "nats://user:pw@h:4222,nats://user:pw@i:4222"
	for url, want := range map[string]string{
		"":                            known,
		"nats://h:4222,nats://i:4222": known,
		"nats://h:4222":               "nats://h:4222",
		"nats://other@h:4222,nats://other@i:4222": "nats://other@h:4222,nats://other@i:4222",
		"(not a URL)": "(not a URL)",
	} {
		if got, _ := (fleetAddress{url: url}).named(func(string) string { return known }); got != want {
			t.Errorf("--fleet %q is %q, want %q", url, got, want)
		}
	}
	if got, from := (fleetAddress{url: "(not a URL)"}).named(func(string) string { return noFleet }); from != "--fleet" {
		t.Errorf("what is no URL is %q of %s", got, from)
	}
	f := fleetFlags{fleetAddress: fleetAddress{creds: "w.creds", tlsCA: "ca.pem"}, at: fleet.Address{URL: "tls://h"}}
	if got, want := f.again(), "--fleet tls://h --nats-creds w.creds --nats-tls-ca ca.pem"; got != want {
		t.Errorf("the same fleet is %q, want %q", got, want)
	}
}

// TestAWorkerSaysWhatItLacks in words that say what to do. What it is told by
// its fleet's own variable is nobody's to name.
func TestAWorkerSaysWhatItLacks(t *testing.T) {
	h := host{getenv: func(name string) string {
		return map[string]string{"KEY": "k", "BLANK": " ", fleetVariable: "nats://user:pw@h"}[name]
	}}
	needs := fleet.Needs{Env: []string{"KEY", "BLANK", fleetVariable}, Commands: []string{"no-such-program"}, Checkouts: []string{"code", "app"}}
	o := workerOptions{checkouts: []string{"code=" + t.TempDir()}}
	place, err := o.workplace(h)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"environment variable BLANK", "environment variable EVALRUN_FLEET", "--allow-commands", "program no-such-program", "--checkout app=DIR",
	}
	if diff := cmp.Diff(want, place.lacks(needs)); diff != "" {
		t.Error(diff)
	}
	if lacks := place.lacks(fleet.Needs{Env: []string{"KEY"}}); lacks != nil {
		t.Errorf("lacks %q", lacks)
	}
	for _, bad := range [][]string{{"code"}, {"=x"}, {"code=nowhere"}, {"code=.", "code=."}} {
		if _, err := (workerOptions{checkouts: bad}).workplace(h); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
