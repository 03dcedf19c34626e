package main

import (
	"path/filepath"
	"regexp"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/runstore"
)

// natsserver starts a NATS server with JetStream and puts its address, with
// user and password, into $NATS_URL.
func natsserver(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: natsserver")
	}
	server, err := fleet.StartServer(ts.MkAbs(".nats"))
	ts.Check(err)
	ts.Defer(server.Close)
	ts.Setenv("NATS_URL", server.Address().URL)
}

// awaits runs a command again until it prints something: awaits PATTERN COMMAND…
func awaits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: awaits PATTERN COMMAND…")
	}
	pattern := regexp.MustCompile("(?m)" + args[0])
	for range 200 {
		ts.Check(ts.Exec(args[1], args[2:]...))
		if pattern.MatchString(ts.ReadFile("stdout")) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s never printed %q, the last time\n%s", args[1], args[0], ts.ReadFile("stdout"))
}

// What two runs of the same suite differ in, wherever they were measured.
var (
	timestamp = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z| UTC)`)
	runName   = regexp.MustCompile(`[0-9]{8}T[0-9]{6}Z-([A-Za-z0-9._-]+)-[0-9a-f]{4}`)
	duration  = regexp.MustCompile(`"(latencyMs|answerMs|judgeMs)": ?[0-9.]+`)
	measurer  = regexp.MustCompile(`"worker": ?"[^"]*",?`)
)

// samereports compares what two run folders report, but for their ids, their
// times and who measured.
func samereports(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samereports RUN RUN")
	}
	for _, file := range []string{runstore.ReportFile, "report.md", runstore.InfoFile, runstore.QuestionsFile} {
		var texts [2]string
		for i, run := range args {
			text := ts.ReadFile(filepath.Join(run, file))
			text = timestamp.ReplaceAllString(text, "TIME")
			text = runName.ReplaceAllString(text, "TIME-$1-RUN")
			text = duration.ReplaceAllString(text, `"$1": 0`)
			texts[i] = measurer.ReplaceAllString(text, "")
		}
		if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
			ts.Fatalf("%s differs: %s", file, diff)
		}
	}
}

// runid puts the id of a run folder into $RUN_ID.
func runid(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: runid RUN")
	}
	ts.Setenv("RUN_ID", filepath.Base(args[0]))
}
