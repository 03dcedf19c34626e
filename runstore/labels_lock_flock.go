//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package runstore

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// The labels are locked by themselves.
const labelLockEnding = ""

// holdWriters lets nobody append until f is closed, so that no half of a write
// is read. Where that cannot be had, on some network file systems, a reader may
// meet a last line that is not whole and leaves it out.
func holdWriters(f *os.File) {
	for waited := time.Duration(0); waited < labelPatience; waited += labelRetry {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return
		}
		time.Sleep(labelRetry)
	}
}
