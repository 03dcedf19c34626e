package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/internal/loopback"
)

// processes are a run's coordinator and workers, each a process of its own,
// around a server of the test's and an endpoint that counts the calls.
type processes struct {
	dir       string
	questions int
	places    int // of one worker
	latency   time.Duration
	url       string
	far       []string      // a command before a worker's, which has it run elsewhere
	at        fleet.Address // URL "": the coordinator brings its own server
	called    *killedCalls
	meets     atomic.Pointer[encounter]
	workers   []*process
	begun     int
}

// encounter holds up a call about a rule before it is answered.
type encounter func(ctx context.Context, rule string)

// fleetLatency is how long the target takes, and the judge.
const fleetLatency = 20 * time.Millisecond

func startProcesses(t *testing.T, questions, places int, latency time.Duration) *processes {
	t.Helper()
	p := &processes{dir: t.TempDir(), questions: questions, places: places, latency: latency, called: &killedCalls{count: map[string]int{}}}
	server, err := loopback.Start(loopback.Options{Latency: latency, Script: p.slowly})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	p.url = server.URL()
	writeRuleSuite(t, p.dir, questions)
	return p
}

// slowly is the target's answer, which takes as long as the judge's.
func (p *processes) slowly(n int, r *http.Request, body []byte) *loopback.Response {
	answer := p.called.reply(n, r, body)
	p.called.late(r.Context())
	if meet := p.meets.Load(); meet != nil {
		(*meet)(r.Context(), askedRule.FindString(string(body)))
	}
	if answer != nil {
		answer.Delay = p.latency
	}
	return answer
}

// serve starts the server of the fleet.
func (p *processes) serve(t *testing.T) {
	t.Helper()
	server, err := fleet.StartServer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	p.at = server.Address()
}

// runArgs make the run, or go on with the one that is there.
func (p *processes) runArgs(t *testing.T, more ...string) []string {
	t.Helper()
	// No call is made again because the machine was slow with it.
	args := []string{"run", "suite.yaml", "--target", fmt.Sprintf(`{type: openai, model: bot, baseUrl: %q, timeout: 10m}`, p.url),
		"--judge", "judge", "--judge-base-url", p.url, "--judge-timeout", "10m", "--no-cache", "--no-probe", "--quiet",
		// The calls of a killed worker count as in flight until its lease is over.
		// They are not what the others wait for.
		"--concurrency", "64", "--judge-concurrency", "64"}
	if folder := killedFolder(t, p.dir); folder != "" {
		args = append(args, "--resume", folder)
	}
	return append(args, more...)
}

// start has evalrun do something in the test's folder, with the fleet's
// address in its environment.
func (p *processes) start(t *testing.T, args ...string) *process {
	t.Helper()
	return p.startBy(t, nil, args...)
}

func (p *processes) startBy(t *testing.T, before []string, args ...string) *process {
	t.Helper()
	line := slices.Concat(before, []string{"evalrun"}, args)
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), fleetVariable+"="+p.at.URL)
	return launch(t, cmd)
}

// await waits for a moment of a run.
func (p *processes) await(t *testing.T, run *process, moment <-chan struct{}) {
	t.Helper()
	select {
	case <-moment:
		time.Sleep(rand.N(p.latency))
	case <-run.ended:
		t.Fatalf("the run ended too soon with %v:\n%s", run.err, run.said)
	}
}
