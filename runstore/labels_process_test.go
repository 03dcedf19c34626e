package runstore

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evalrun/evalrun/results"
)

const (
	appendingFolder = "EVALRUN_TEST_APPEND_TO"
	appendingRater  = "EVALRUN_TEST_APPEND_AS"
	appendingSays   = "EVALRUN_TEST_APPEND_SAYS"
	appendingBytes  = "EVALRUN_TEST_APPEND_BYTES"
)

// TestAppendingProcess is what the other tests start a process of: it appends
// sayings of three labels each and prints the number of each that was saved.
func TestAppendingProcess(t *testing.T) {
	folder := os.Getenv(appendingFolder)
	if folder == "" {
		t.Skip("runs in a process of its own")
	}
	var says, length int
	fmt.Sscan(os.Getenv(appendingSays), &says)
	fmt.Sscan(os.Getenv(appendingBytes), &length)
	log := OpenLabelLog(folder, nil)
	for i := range says {
		saying := Saying{}
		for _, d := range []results.Dimension{"grounding", "relevance", "tone"} {
			label := labelOf(fmt.Sprintf("q%d", i), d, os.Getenv(appendingRater), float64(1+i%5))
			label.Comment = strings.Repeat("x", length)
			saying.Labels = append(saying.Labels, label)
		}
		if err := log.Append(saying); err != nil {
			fmt.Println("failed", err)
			return
		}
		fmt.Println("saved", i)
	}
}

// appending starts such a process; limit is the largest size of a file in
// blocks, 0 for any.
func appending(t *testing.T, folder, rater string, says, length, limit int) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^TestAppendingProcess$", "-test.count=1")
	if limit > 0 {
		cmd = exec.Command("sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$0" "$@"`, limit), self, "-test.run=^TestAppendingProcess$")
	}
	cmd.Env = append(os.Environ(), appendingFolder+"="+folder, appendingRater+"="+rater,
		fmt.Sprintf("%s=%d", appendingSays, says), fmt.Sprintf("%s=%d", appendingBytes, length), "GOCOVERDIR="+t.TempDir())
	return cmd
}

func TestSeveralProcessesLoseNoLabelOfEachOther(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	const says = 60
	r := newRun(t, 1)
	var started []*exec.Cmd
	for _, rater := range []string{"ada", "ben", "eve"} {
		cmd := appending(t, r.Path(), rater, says, 900, 0)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		started = append(started, cmd)
	}
	log := r.LabelLog(nil)
	for range 50 { // what is read meanwhile is whole
		if o := opinions(t, log); len(o.Warnings()) > 0 && locksFiles {
			t.Errorf("read half of a write: %q", o.Warnings())
		}
	}
	for _, cmd := range started {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	o := opinions(t, log)
	if labels, _ := o.All(); len(labels) != len(started)*says*3 || len(o.Warnings()) != 0 {
		t.Errorf("%d labels of %d, warnings %q", len(labels), len(started)*says*3, o.Warnings())
	}
	// Each saying stands in one piece.
	for i, line := range strings.Split(strings.TrimSuffix(readFile(t, r, LabelsFile), "\n"), "\n") {
		var label results.Label
		if err := json.Unmarshal([]byte(line), &label); err != nil || label.Dimension != []results.Dimension{"grounding", "relevance", "tone"}[i%3] {
			t.Fatalf("line %d: %v, %s of %s", i+1, err, label.Dimension, label.Rater)
		}
	}
}

// locksFiles reports whether a reader waits for writers.
const locksFiles = labelLockEnding == ""

func TestAKillTakesNothingThatWasSaved(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	const kills = 15
	r := newRun(t, 1)
	log := r.LabelLog(nil)
	for kill := range kills {
		rater := fmt.Sprintf("rater %d", kill)
		saved := killedAfter(t, appending(t, r.Path(), rater, 1_000_000, 30_000, 0), 1+rand.IntN(8))
		o := opinions(t, log)
		for i := range saved + 1 {
			if got := labelsOf(o.Of(fmt.Sprintf("q%d", i), 0), rater); got != 3 {
				t.Fatalf("kill %d: %d of 3 labels of saying %d stand, %d were saved", kill, got, i, saved)
			}
		}
	}
	say(t, log, Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 3)}})
	if o := opinions(t, log); len(o.Warnings()) != 0 || labelsOf(o.Of("q0", 0), "ada") != 1 {
		t.Errorf("after the kills: warnings %q", o.Warnings())
	}
}

// killedAfter kills the process a moment after it has saved that many sayings
// and returns the number of the last one that it told of.
func killedAfter(t *testing.T, cmd *exec.Cmd, says int) (saved int) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	saved = -1
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if n := 0; strings.HasPrefix(lines.Text(), "saved ") {
			fmt.Sscanf(lines.Text(), "saved %d", &n)
			saved = n
		}
		if saved == says {
			time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
			_ = cmd.Process.Kill()
		}
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != -1 && runtime.GOOS != "windows" || saved < says {
		t.Fatalf("ended by itself: exit %d after %d sayings", code, saved)
	}
	return saved
}

func labelsOf(o Opinion, rater string) int {
	n := 0
	for _, l := range o.Labels {
		if l.Rater == rater {
			n++
		}
	}
	return n
}

// TestAFullDiskLeavesNoHalfOfALabel: a limit on the size of files does what a
// full disk does. The write that fails arrives in part and is taken off again.
func TestAFullDiskLeavesNoHalfOfALabel(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no limit on the size of files")
	}
	r := newRun(t, 1)
	out, err := appending(t, r.Path(), "ada", 1000, 5000, 100).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "failed write ") || !strings.Contains(string(out), LabelsFile) {
		t.Fatalf("%v: %s", err, out)
	}
	saved := strings.Count(string(out), "saved ")
	o := opinions(t, r.LabelLog(nil))
	labels, _ := o.All()
	text := readFile(t, r, LabelsFile)
	if saved == 0 || len(labels) != 3*saved || len(o.Warnings()) != 0 || !strings.HasSuffix(text, "}\n") {
		t.Errorf("%d labels of %d sayings, warnings %q", len(labels), saved, o.Warnings())
	}
	say(t, r.LabelLog(nil), Saying{Labels: []results.Label{labelOf("q0", "tone", "ben", 3)}})
}

func TestLabelsThatCannotBeWrittenAreAWriteError(t *testing.T) {
	log := OpenLabelLog(filepath.Join(t.TempDir(), "gone"), nil)
	err := log.Append(Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 3)}})
	if failed, ok := errors.AsType[*WriteError](err); !ok || filepath.Base(failed.File) != LabelsFile {
		t.Errorf("%v", err)
	}
}

func TestAProcessThatHangsWithTheLabelsIsNotWaitedForForEver(t *testing.T) {
	r := newRun(t, 1)
	log := r.LabelLog(nil)
	held, err := acquire(log.path + labelLockEnding)
	if err != nil {
		t.Fatal(err)
	}
	saying := Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 3)}}
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		err := log.Append(saying)
		if _, ok := errors.AsType[*WriteError](err); !ok || time.Since(started) != labelPatience {
			t.Errorf("after %s: %v", time.Since(started), err)
		}
	})
	if err := held.release(); err != nil {
		t.Fatal(err)
	}
	say(t, log, saying)
}
