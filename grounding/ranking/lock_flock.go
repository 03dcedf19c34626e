//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package ranking

import (
	"errors"
	"os"
	"syscall"
)

// lock is an advisory lock on an open file: the kernel drops it with the
// process, however that ends.
type lock struct{ file *os.File }

// acquire waits until the lock is free. It is held for one small write.
func acquire(dir *os.Root) (lock, error) {
	f, err := dir.OpenFile(lockFile, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return lock{}, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		return lock{}, errors.Join(err, f.Close())
	}
	return lock{f}, nil
}

func (l lock) release() error { return l.file.Close() }
