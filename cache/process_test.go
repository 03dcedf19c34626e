package cache

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// Each task's process stores this many entries, numbered from its own base.
const (
	perProcess = 400
	processes  = 4
)

// runTask is what the other processes of these tests do. Its exit code is 0
// for a task that went well.
func runTask(task, dir string) int {
	var base int
	if _, err := fmt.Sscanf(task, "fill:%d", &base); err != nil {
		return 3
	}
	if text := os.Getenv("CACHE_LIMIT"); text != "" {
		limit, err := strconv.ParseUint(text, 10, 64)
		if err == nil {
			err = limitFiles(limit)
		}
		if err != nil {
			return 3
		}
	}
	// The machine may hold up the process that has the lock for some seconds.
	c, err := open(dir, Options{Warn: func(m string) { fmt.Println("warned:", m) }}, tuning{busy: time.Minute})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("open")
	for n := base; n < base+perProcess; n++ {
		c.Put(numbered(n))
		c.Get("key-00000")
	}
	if err := c.Close(); err != nil {
		fmt.Println("close:", err)
		return 1
	}
	return 0
}

func other(t *testing.T, dir, task string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CACHE_TASK="+task, "CACHE_DIR="+dir)
	return cmd
}

// TestProcessesShareAFolder: all begin in an empty folder at once, and
// nothing that any of them stored is lost.
func TestProcessesShareAFolder(t *testing.T) {
	dir := t.TempDir()
	errs := make(chan error, processes)
	for i := range processes {
		cmd := other(t, dir, fmt.Sprintf("fill:%d", i*perProcess))
		go func() {
			out, err := cmd.CombinedOutput()
			if err == nil && string(out) != "open\n" {
				err = fmt.Errorf("said %s", out)
			}
			errs <- err
		}()
	}
	for range processes {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	c, w := opened(t, dir, Options{}, tuning{})
	if got := held(t, c, 0, processes*perProcess); got != processes*perProcess {
		t.Errorf("%d of %d entries", got, processes*perProcess)
	}
	w.want(t)
}

// TestAKilledWriterLeavesAWholeFile kills a process at moments of its
// writing; what it stored is whole, and the file goes on being used.
func TestAKilledWriterLeavesAWholeFile(t *testing.T) {
	dir := t.TempDir()
	const kills = 8
	for i := range kills {
		cmd := other(t, dir, fmt.Sprintf("fill:%d", i*perProcess))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, len("open\n"))); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Duration(i) * 4 * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Logf("kill %d: %v", i, err)
		}
		_ = cmd.Wait()
	}
	c, w := opened(t, dir, Options{}, tuning{})
	survived := held(t, c, 0, kills*perProcess)
	t.Logf("%d entries survived %d kills", survived, kills)
	fill(c, 90_000, 90_010)
	closed(t, c)
	w.want(t)
	if c, _ := opened(t, dir, Options{}, tuning{}); held(t, c, 90_000, 90_010) != 10 {
		t.Error("the file cannot be written any more")
	}
}
