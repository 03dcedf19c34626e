package cache

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Kinds of trouble that are told once; a damaged file is told by its path.
const (
	lost      = "lost"
	unread    = "unread"
	unwritten = "unwritten"
)

// warnings tells each kind of trouble once: ten thousand lookups of a locked
// file are one message.
type warnings struct {
	tell func(string)
	mu   sync.Mutex
	told map[string]bool
}

func (w *warnings) once(kind, message string) {
	w.mu.Lock()
	known := w.told[kind]
	if w.told == nil {
		w.told = map[string]bool{}
	}
	w.told[kind] = true
	w.mu.Unlock()
	if !known {
		w.tell(message)
	}
}

// primary is SQLite's code of an error without its extension, 0 for others.
func primary(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// damaged reports that a file is not, or no longer, what this package wrote.
// SQLITE_ERROR is that of a statement its tables do not fit.
func damaged(err error) bool {
	switch primary(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT,
		sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT:
		return true
	}
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == sqlite3.SQLITE_IOERR_SHORT_READ
}

// missing reports a file without the table: one that was just made.
func missing(err error) bool {
	return primary(err) == sqlite3.SQLITE_ERROR && strings.Contains(err.Error(), "no such table")
}

func locked(err error) bool {
	switch primary(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return false
}

// failedReads is how many lookups in a row may fail before the cache is left
// alone: each may have waited for a lock, and a run has thousands.
const failedReads = 3

func (c *Cache) readFailed(s *store, err error) {
	if damaged(err) {
		c.replace(s, err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.store != s {
		return // closed or replaced meanwhile
	}
	c.reads++
	c.deaf = c.reads >= failedReads
	c.told.once(unread, fmt.Sprintf("the cache %s cannot be read: %v", s.path, err))
}

func (c *Cache) readWell() {
	c.mu.Lock()
	c.reads = 0
	c.mu.Unlock()
}

// writeFailed reports whether what was to be written may be tried again. A
// full disk and a file that may only be read stay so for the rest of a run.
func (c *Cache) writeFailed(s *store, err error) (again bool) {
	switch {
	case damaged(err):
		c.replace(s, err)
		return true
	case locked(err):
		return true
	}
	c.mu.Lock()
	c.mute = true
	c.mu.Unlock()
	c.told.once(unwritten, fmt.Sprintf("nothing more is stored in the cache %s: %v", s.path, err))
	return false
}

// replace goes on with a fresh file in place of a damaged one.
func (c *Cache) replace(s *store, cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.store != s {
		return
	}
	_ = s.close()
	c.store = nil
	n, _ := fileNumber(filepath.Base(s.path))
	c.abandoned(s.path, n, cause)
	fresh, err := c.firstSound(n + 1)
	if err != nil {
		c.told.once(unwritten, fmt.Sprintf("there is no cache any more: %v", err))
		return
	}
	c.store = fresh
}

func (c *Cache) abandoned(path string, n int, cause error) {
	c.told.once(path, fmt.Sprintf("%s is damaged (%v) and not used any more; its entries are misses, %s is begun beside it",
		path, cause, fileName(n+1)))
}
