package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/evalrun/evalrun/fleet"
)

// TestASignalAtTheFleetLosesNothingThatIsInFlight: of ten questions four are
// recorded and two are with the judge when the signal comes, to the worker or
// to the run. Those two end; the others are measured later, none twice.
func TestASignalAtTheFleetLosesNothingThatIsInFlight(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no such signals")
	}
	for name, toWorker := range map[string]bool{"a worker leaves": true, "a run is interrupted": false} {
		t.Run(name, func(t *testing.T) {
			dir := atFleet(t)
			judge := holdAfter(t, 4)
			writeQuestions(t, ".", 10)
			worker, workerSaid := startEvalrun(t, "worker", "--name", "first", "--concurrency", "2")
			run, runSaid := startRun(t, judge.server.URL())
			judge.awaitHeld(t, 2)
			folder := awaitRecords(t, dir, 4)
			ending, said := run, runSaid
			if toWorker {
				ending, said = worker, workerSaid
			}
			send(t, ending, syscall.SIGTERM)
			await(t, func() bool { return strings.Contains(said.String(), "again quits at once") })
			if !toWorker {
				awaitTakenBack(t)
			}
			judge.release()
			if toWorker {
				awaitEnd(t, worker, false)
				if n := recordsIn(t, awaitRecords(t, dir, 6)); n != 6 || worker.ProcessState.ExitCode() != 0 {
					t.Errorf("%d records, the worker exits %d", n, worker.ProcessState.ExitCode())
				}
				worker, _ = startEvalrun(t, "worker", "--name", "second", "--concurrency", "2")
			}
			awaitEnd(t, run, false)
			if code, want := run.ProcessState.ExitCode(), map[bool]int{true: 0, false: 130}[toWorker]; code != want {
				t.Errorf("the run exits %d, want %d: %s", code, want, runSaid)
			}
			if n, want := recordsIn(t, folder), map[bool]int{true: 10, false: 6}[toWorker]; n != want {
				t.Errorf("%d records, want %d", n, want)
			}
			if code := exitCode(t, "run", "--resume", folder, "--quiet", "--no-cache"); code != 0 {
				t.Errorf("resuming exits %d", code)
			}
			if n := recordsIn(t, folder); n != 10 || judge.most() > 1 {
				t.Errorf("%d records, a question was judged %d times", n, judge.most())
			}
			send(t, worker, os.Interrupt)
			awaitEnd(t, worker, false)
		})
	}
}

// TestASecondSignalEndsAWorkerAtOnce: somebody who asks twice does not wait.
func TestASecondSignalEndsAWorkerAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no such signals")
	}
	atFleet(t)
	judge := holdAfter(t, 0)
	writeQuestions(t, ".", 2)
	worker, _ := startEvalrun(t, "worker", "--concurrency", "1")
	run, _ := startRun(t, judge.server.URL())
	judge.awaitHeld(t, 1)
	awaitEnd(t, worker, true)
	if code := worker.ProcessState.ExitCode(); code != -1 {
		t.Errorf("exit %d, want the end by the signal", code)
	}
	_ = run.Process.Kill()
	_ = run.Wait()
}

// awaitTakenBack waits until no question of the fleet's run waits for a worker.
func awaitTakenBack(t *testing.T) {
	t.Helper()
	conn, err := fleet.Dial(t.Context(), fleet.Address{URL: os.Getenv(fleetVariable)}, "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	await(t, func() bool {
		runs, _, err := fleet.Status(t.Context(), conn)
		return err == nil && len(runs) == 1 && runs[0].Waiting == 0
	})
}

func startEvalrun(t *testing.T, args ...string) (*exec.Cmd, *speech) {
	t.Helper()
	var stderr speech
	cmd := exec.Command("evalrun", args...)
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, &stderr
}

// atFleet goes to a folder of its own in which the fleet is that of a new
// server.
func atFleet(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Chdir(dir)
	server, err := fleet.StartServer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	t.Setenv(fleetVariable, server.Address().URL)
	return dir
}
