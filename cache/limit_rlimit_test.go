//go:build linux || darwin

package cache

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"testing"
)

// limitFiles makes every write beyond a size fail, as a full disk does.
func limitFiles(size uint64) error {
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size})
}

// TestADiskThatFillsUp: the process whose disk is full ends well and says so
// once; what was stored before stays.
func TestADiskThatFillsUp(t *testing.T) {
	dir := t.TempDir()
	path := filled(t, dir, 50)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range []int64{0, 64 << 10, 512 << 10} {
		t.Run(fmt.Sprint(room), func(t *testing.T) {
			cmd := other(t, dir, "fill:1000")
			cmd.Env = append(cmd.Env, fmt.Sprintf("CACHE_LIMIT=%d", info.Size()+room))
			out, err := cmd.CombinedOutput()
			if err != nil || bytes.Count(out, []byte("warned: ")) != 1 || !bytes.Contains(out, []byte("nothing more is stored")) {
				t.Errorf("%v: %s", err, out)
			}
			c, w := opened(t, dir, Options{}, tuning{})
			if got := held(t, c, 0, 50); got != 50 {
				t.Errorf("%d of 50 earlier entries", got)
			}
			held(t, c, 1000, 1000+perProcess)
			w.want(t)
		})
	}
}
