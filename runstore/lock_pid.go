//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package runstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// lock is a file that holds the writer's process id, for systems without
// flock. A file whose process is gone is what a kill left behind and is
// taken over.
type lock struct{ path string }

func acquire(path string) (*lock, error) {
	err := writePid(path)
	if errors.Is(err, fs.ErrExist) && abandoned(path) {
		if err = os.Remove(path); err == nil {
			err = writePid(path)
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%w; remove %s when none is", ErrLocked, path)
	}
	if err != nil {
		return nil, err
	}
	return &lock{path: path}, nil
}

func writePid(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(strconv.Itoa(os.Getpid()))
	return errors.Join(err, f.Close())
}

func abandoned(path string) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		return false
	}
	// Where finding a process proves nothing, it always succeeds and the
	// lock stays.
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	_ = p.Release()
	return false
}

func (l *lock) release() error {
	if l == nil {
		return nil
	}
	return os.Remove(l.path)
}
