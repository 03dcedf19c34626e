package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// TestMain lets a script run this binary as evalrun, in a process of its own.
func TestMain(m *testing.M) {
	// A program with the race detector in it sleeps for a second before it
	// ends, and hundreds are started here.
	_ = os.Setenv(raceOptions, "atexit_sleep_ms=20 "+os.Getenv(raceOptions))
	testscript.Main(m, map[string]func(){"evalrun": main})
}

const raceOptions = "GORACE"

// TestScripts runs the stories of testdata/script: one file each, exit code,
// stdout and stderr included.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Values[reviewer{}] = &reviewer{}
			env.Setenv("NO_COLOR", "1")
			env.Setenv(raceOptions, os.Getenv(raceOptions))
			env.Setenv("OPENAI_API_KEY", "")
			env.Setenv("OPENAI_BASE_URL", "")
			env.Setenv(fleetVariable, "")
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       exits,
			"latest":      latest,
			"endpoint":    endpoint,
			"member":      member,
			"expand":      expand,
			"requests":    requests,
			"samefigures": samefigures,
			"handbook":    handbook,
			"natsserver":  natsserver,
			"awaits":      awaits,
			"samereports": samereports,
			"runid":       runid,
			"review":      reviewing,
			"get":         browsing(http.MethodGet),
			"post":        browsing(http.MethodPost),
		},
	})
}

// exits runs a command and compares its exit code: exits 3 evalrun run …
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d\n%s", got, want, ts.ReadFile("stderr"))
	}
}

// latest puts the newest run folder below a runs folder into $RUN.
func latest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: latest RUNS")
	}
	found, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*", runstore.InfoFile))
	ts.Check(err)
	if len(found) == 0 {
		ts.Fatalf("no run in %s", args[0])
	}
	// Runs of one second have names in any order.
	newest := slices.MaxFunc(found, func(a, b string) int { return started(ts, a).Compare(started(ts, b)) })
	ts.Setenv("RUN", filepath.Dir(newest))
}

func started(ts *testscript.TestScript, infoFile string) time.Time {
	var info results.RunInfo
	data, err := os.ReadFile(infoFile)
	ts.Check(err)
	ts.Check(json.Unmarshal(data, &info))
	return info.Started
}

// endpoint starts a judge on a loopback port that answers well and puts its
// address into $JUDGE_URL. With a fault's name every reply fails that way;
// with an HTTP status every reply has it.
func endpoint(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: endpoint [FAULT|STATUS]")
	}
	opt := loopback.Options{}
	if len(args) == 1 {
		if status, err := strconv.Atoi(args[0]); err == nil {
			opt.Script = func(int, *http.Request, []byte) *loopback.Response {
				return loopback.Failure(status, "the endpoint says no")
			}
		} else {
			opt.Faults = map[string]float64{args[0]: 1}
		}
	}
	server, err := loopback.Start(opt)
	ts.Check(err)
	ts.Defer(func() { _ = server.Close() })
	ts.Setenv("JUDGE_URL", server.URL())
}

// requests compares how many requests the endpoint has seen, or the one whose
// address is in a variable: requests 0 [NAME]
func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: requests COUNT [NAME]")
	}
	name := append(args, "JUDGE_URL")[1]
	resp, err := http.Get(strings.TrimSuffix(ts.Getenv(name), "/v1") + "/stats")
	ts.Check(err)
	defer resp.Body.Close()
	var seen loopback.Stats
	ts.Check(json.NewDecoder(resp.Body).Decode(&seen))
	if strconv.Itoa(seen.Requests) != args[0] {
		ts.Fatalf("the endpoint saw %d requests, want %s", seen.Requests, args[0])
	}
}
