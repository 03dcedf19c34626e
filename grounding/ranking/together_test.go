package ranking

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	childRoot = "EVALRUN_TEST_UPDATES_IN" // makes this binary a process that updates
	perWriter = 15
)

// TestMain lets a test run this binary as another process that updates the
// weights of a root, one line on stdout after each update, until it is told
// to stop by a closed stdin or has done its share.
func TestMain(m *testing.M) {
	root := os.Getenv(childRoot)
	if root == "" {
		os.Exit(m.Run())
	}
	for range perWriter {
		if err := Update(root, []string{"a.go"}, 0.05); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println("updated")
	}
}

func child(t *testing.T, root string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childRoot+"="+root)
	return cmd
}

// TestWritersTogetherLoseNothing compares what two goroutines and two
// processes leave behind with as many updates in a row: each update changes
// the weight, so one lost would show.
func TestWritersTogetherLoseNothing(t *testing.T) {
	root := t.TempDir()
	var writers sync.WaitGroup
	for range 2 {
		writers.Go(func() {
			for range perWriter {
				if err := Update(root, []string{"a.go"}, 0.05); err != nil {
					t.Error(err)
				}
			}
		})
		writers.Go(func() {
			if out, err := child(t, root).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	writers.Wait()
	want := Weights{}
	for range 4 * perWriter {
		want = want.learned([]string{"a.go"}, 0.05)
	}
	got, err := LoadWeights(root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("weights (-want +got):\n%s", diff)
	}
}

// TestAKillLeavesWeightsWholeAndUnlocked kills a process between or within
// its updates, again and again.
func TestAKillLeavesWeightsWholeAndUnlocked(t *testing.T) {
	root := t.TempDir()
	for kill := range 5 {
		cmd := child(t, root)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range kill + 1 {
			lines.Scan()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed: its state is the point, not its code
		if w, err := LoadWeights(root); err != nil || len(w) == 0 {
			t.Fatalf("after kill %d: %v, %v", kill, w, err)
		}
		if err := Update(root, []string{"a.go"}, 0.05); err != nil {
			t.Fatalf("after kill %d: %v", kill, err)
		}
	}
}
