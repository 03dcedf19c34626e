//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package runstore

import (
	"errors"
	"os"
	"syscall"
)

// lock is an advisory lock on an open file: the kernel drops it with the
// process, however that ends, so that a killed run can be continued at once.
type lock struct{ file *os.File }

func acquire(path string) (*lock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &lock{file: f}, nil
	}
	f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrLocked
	}
	return nil, err
}

// release leaves the file where it is: removing it would let a third process
// lock a new file of that name while a second one still waits on the old.
func (l *lock) release() error {
	if l == nil {
		return nil
	}
	return l.file.Close()
}
