package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// TestSignalsLoseNothingThatWasFinished: of ten questions four are recorded
// and two are with the judge when the signal comes. What it leaves can be
// reported and resumed, and nothing in flight is booked as a failure.
func TestSignalsLoseNothingThatWasFinished(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no such signals")
	}
	const ended = -1 // by the signal itself
	for name, c := range map[string]struct {
		signal   os.Signal
		twice    bool
		released bool // the judge answers after the signal
		exit     int
		recorded int
		again    int // exit code of a report of what is left
	}{
		"SIGINT lets those in flight finish":  {os.Interrupt, false, true, 130, 6, 130},
		"SIGTERM lets those in flight finish": {syscall.SIGTERM, false, true, 130, 6, 130},
		"a second SIGINT ends at once":        {os.Interrupt, true, false, ended, 4, 4},
		"SIGKILL ends at once":                {os.Kill, false, false, ended, 4, 4},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			judge := holdAfter(t, 4)
			writeQuestions(t, ".", 10)
			cmd, stderr := startRun(t, judge.server.URL())
			judge.awaitHeld(t, 2)
			folder := awaitRecords(t, dir, 4)
			send(t, cmd, c.signal)
			if c.released {
				await(t, func() bool { return strings.Contains(stderr.String(), "again quits at once") })
				judge.release()
			}
			awaitEnd(t, cmd, c.twice)
			if code := cmd.ProcessState.ExitCode(); code != c.exit {
				t.Errorf("exit %d, want %d: %s", code, c.exit, stderr)
			}
			judge.release()
			if n := recordsIn(t, folder); n != c.recorded {
				t.Errorf("%d records, want %d", n, c.recorded)
			}
			if code := exitCode(t, "report", folder, "--quiet"); code != c.again {
				t.Errorf("report exits %d, want %d", code, c.again)
			}
			if code := exitCode(t, "run", "--resume", folder, "--quiet", "--no-cache", "--no-probe"); code != 0 {
				t.Errorf("resuming exits %d", code)
			}
			if n := recordsIn(t, folder); n != 10 || judge.most() > 2 {
				t.Errorf("%d records after resuming, a question was judged %d times", n, judge.most())
			}
		})
	}
}

// holding is a judge that answers some calls and holds the others until it is
// released.
type holding struct {
	server *loopback.Server
	free   chan struct{}
	once   sync.Once

	mu    sync.Mutex
	held  int
	asked map[string]int
}

func holdAfter(t *testing.T, n int) *holding {
	t.Helper()
	h := &holding{free: make(chan struct{}), asked: map[string]int{}}
	var err error
	h.server, err = loopback.Start(loopback.Options{Script: func(i int, _ *http.Request, body []byte) *loopback.Response {
		h.mu.Lock()
		h.asked[askedRule.FindString(string(body))]++
		wait := i > n
		if wait {
			h.held++
		}
		h.mu.Unlock()
		if wait {
			<-h.free
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.release()
		h.server.Close()
	})
	return h
}

func (h *holding) release() { h.once.Do(func() { close(h.free) }) }

func (h *holding) awaitHeld(t *testing.T, n int) {
	t.Helper()
	await(t, func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.held >= n
	})
}

// most is how often the judge was asked about one question at most.
func (h *holding) most() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, count := range h.asked {
		n = max(n, count)
	}
	return n
}

func startRun(t *testing.T, url string) (*exec.Cmd, *speech) {
	t.Helper()
	var stderr speech
	cmd := exec.Command("evalrun", "run", "suite.yaml", "--answers", "answers.jsonl", "--judge", "judge", "--judge-base-url", url,
		"--concurrency", "2", "--quiet", "--no-cache", "--no-probe")
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, &stderr
}

// awaitRecords waits for a run with that many records and returns its folder.
func awaitRecords(t *testing.T, dir string, n int) (folder string) {
	t.Helper()
	await(t, func() bool {
		found, _ := filepath.Glob(filepath.Join(dir, "runs", "*", runstore.RecordsFile))
		if len(found) == 0 {
			return false
		}
		folder = filepath.Dir(found[0])
		return recordsIn(t, folder) >= n
	})
	return folder
}

// recordsIn counts the final records as a report does, none of them an error.
func recordsIn(t *testing.T, folder string) (n int) {
	t.Helper()
	opened, err := runstore.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range opened.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range e.Records {
			if rec.Verdict == results.Error || !rec.Final {
				t.Errorf("%s is %s: %+v", rec.ID, rec.Verdict, rec.Error)
			}
			n++
		}
	}
	return n
}

func exitCode(t *testing.T, args ...string) int {
	t.Helper()
	out, err := exec.Command("evalrun", args...).CombinedOutput()
	if err == nil {
		return 0
	}
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() < 0 {
		t.Fatalf("evalrun %s: %v\n%s", fmt.Sprint(args), err, out)
	}
	t.Logf("evalrun %v: %s", args, out)
	return exit.ExitCode()
}

func await(t *testing.T, what func() bool) {
	t.Helper()
	for range 9000 {
		if what() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("waited for 90 s in vain")
}

func send(t *testing.T, cmd *exec.Cmd, s os.Signal) {
	t.Helper()
	if err := cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// awaitEnd waits for the process. Interrupting it again repeats that until it
// is heard: a signal that comes before the first was taken is lost.
func awaitEnd(t *testing.T, cmd *exec.Cmd, interrupting bool) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	for {
		select {
		case <-ended:
			return
		case <-time.After(100 * time.Millisecond):
			if interrupting {
				_ = cmd.Process.Signal(os.Interrupt)
			}
		}
	}
}
