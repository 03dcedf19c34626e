package main

import (
	"path/filepath"
	"regexp"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evalrun/evalrun/fleet"
)

// natsserver starts a NATS server with JetStream and puts its address, with
// user and password, into $NATS_URL. In $NATS_AT it is as messages show it.
func natsserver(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: natsserver")
	}
	server, err := fleet.StartServer(ts.MkAbs(".nats"))
	ts.Check(err)
	ts.Defer(server.Close)
	ts.Setenv("NATS_URL", server.Address().URL)
	ts.Setenv("NATS_AT", server.Address().String())
}

// awaits runs a command again until it prints something: awaits PATTERN COMMAND…
func awaits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: awaits PATTERN COMMAND…")
	}
	pattern := regexp.MustCompile("(?m)" + args[0])
	for range 1200 {
		ts.Check(ts.Exec(args[1], args[2:]...))
		if pattern.MatchString(ts.ReadFile("stdout")) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s never printed %q, the last time\n%s", args[1], args[0], ts.ReadFile("stdout"))
}

// runid puts the id of a run folder into $RUN_ID.
func runid(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: runid RUN")
	}
	ts.Setenv("RUN_ID", filepath.Base(args[0]))
}
