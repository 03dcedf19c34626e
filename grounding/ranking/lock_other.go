//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package ranking

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// lock is a file that exists while the lock is held, for systems without
// flock. What a kill leaves behind has to be removed by hand: better than two
// writers.
type lock struct{ dir *os.Root }

func acquire(dir *os.Root) (lock, error) {
	f, err := dir.OpenFile(lockFile, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return lock{}, fmt.Errorf("another process is writing; remove %s when none is: %w", lockFile, err)
	}
	if err != nil {
		return lock{}, err
	}
	return lock{dir}, f.Close()
}

func (l lock) release() error { return l.dir.Remove(lockFile) }
