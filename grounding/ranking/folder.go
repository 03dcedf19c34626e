package ranking

import (
	"errors"
	"fmt"
	"os"
)

// lockFile is locked while anything in the folder is replaced. It stays:
// removing it would let a third process lock a new file of that name while a
// second one still waits on the old.
const lockFile = Folder + "/lock"

// whileLocked makes the folder and runs change while no other process, and no
// other goroutine of this one, changes anything in it.
func whileLocked(dir *os.Root, change func() error) (err error) {
	if err := dir.MkdirAll(Folder, 0o777); err != nil {
		return fmt.Errorf("make %s: %w", Folder, err)
	}
	held, err := acquire(dir)
	if err != nil {
		return fmt.Errorf("lock %s: %w", Folder, err)
	}
	defer func() { err = errors.Join(err, held.release()) }()
	return change()
}

// openRegular opens a file for reading. It does not open a pipe, which would
// wait for a writer.
func openRegular(dir *os.Root, name string) (*os.File, error) {
	info, err := dir.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", name)
	}
	if err != nil {
		return nil, err
	}
	return dir.Open(name)
}

// replace puts data in the place of a file as a whole, so that no reader and
// no kill ever meets half of it. The lock is held, so one temporary name is
// enough, and what a kill left under it is written over. Everything goes
// through dir: a link in the checkout cannot lead the writing out of it.
func replace(dir *os.Root, name string, data []byte) error {
	temporary := name + ".new"
	f, err := dir.OpenFile(temporary, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, dir.Remove(temporary))
	}
	return dir.Rename(temporary, name)
}
