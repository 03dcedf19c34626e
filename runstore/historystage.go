package runstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// stage is which index is in use: the file as it was found, then one made
// anew in its place, then one in memory. A history only moves on.
type stage int

const (
	asFound stage = iota
	madeAnew
	inMemory
)

// guarded does something with an index that is open and up to date, and does
// it again with the next one when the index is at fault.
func (h *History) guarded(do func() error) error {
	for {
		err := h.ready()
		if err == nil {
			err = do()
		}
		if err == nil || !h.moveOn(err) {
			return err
		}
	}
}

func (h *History) path() string { return filepath.Join(h.dir, HistoryFile) }

func (h *History) ready() (err error) {
	if h.index != nil {
		return nil
	}
	path := h.path()
	switch stat, err := os.Stat(h.dir); {
	case errors.Is(err, fs.ErrNotExist):
		h.stage = inMemory // looking into nothing makes nothing
	case err != nil:
		return err
	case !stat.IsDir():
		return fmt.Errorf("%s is no folder", h.dir)
	}
	if h.stage == inMemory {
		path = ""
	}
	if h.index, err = openIndex(path); err != nil {
		return err
	}
	return h.refresh()
}

// moveOn goes to the next stage after an error of the index and reports
// whether there is one. A damaged file may be open in another process, which
// then goes on with what it has; its place is free for a new one.
func (h *History) moveOn(cause error) bool {
	if !ofIndex(cause) || h.stage == inMemory {
		return false
	}
	if err := h.Close(); err != nil {
		cause = errors.Join(cause, err)
	}
	if h.stage == asFound && damaged(cause) {
		h.stage = madeAnew
		err := os.Remove(h.path())
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			h.warn(fmt.Sprintf("%s cannot be used (%v): it is made anew from the runs", h.path(), cause))
			return true
		}
		cause = err
	}
	h.stage = inMemory
	h.warn(fmt.Sprintf("%s cannot be used (%v): the runs are read without it", h.path(), cause))
	return true
}

// ofIndex tells trouble with the index from trouble with the runs folder.
func ofIndex(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) || damaged(err)
}

// damaged reports that an index is not what this version wrote. SQLITE_ERROR
// is that of a statement which its tables do not fit.
func damaged(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return errors.Is(err, errSpoiled) || errors.Is(err, errVersion)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT,
		sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT:
		return true
	}
	return e.Code() == sqlite3.SQLITE_IOERR_SHORT_READ
}
