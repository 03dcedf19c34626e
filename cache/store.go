package cache

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver, which the standard library asks for by name
)

// tuning is what a test needs to be otherwise.
type tuning struct {
	busy    time.Duration // wait for a lock of another process
	pragmas []string
}

// A write of another process takes milliseconds; who holds the file for
// seconds is stuck, and a judge call is cheaper than waiting on.
var defaults = tuning{busy: 2 * time.Second}

// store is one file.
type store struct {
	path string
	db   *sql.DB
	get  *sql.Stmt
	put  *sql.Stmt
}

// The columns of a lookup come first: the inputs are ten times as large, and
// a row's end lies on pages of its own that a lookup then never reads.
const layout = `
CREATE TABLE IF NOT EXISTS entries (
	key TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, model TEXT NOT NULL, served TEXT NOT NULL,
	stored INTEGER NOT NULL, sum BLOB NOT NULL, value BLOB NOT NULL, inputs BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS by_subject ON entries(kind, subject);
CREATE INDEX IF NOT EXISTS by_age ON entries(stored);`

const (
	getOne = `SELECT model, served, stored, sum, value FROM entries WHERE key = ?`
	putOne = `INSERT OR REPLACE INTO entries(key, kind, subject, model, served, stored, sum, value, inputs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

func openStore(path string, tune tuning) (*store, error) {
	if err := create(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address(path, tune))
	if err != nil {
		return nil, err
	}
	// Lookups of many workers need few connections, each with its own memory.
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(4)
	s := &store{path: path, db: db}
	if err := s.prepare(tune.busy); err != nil {
		_ = s.close()
		return nil, err
	}
	return s, nil
}

// create makes the file, which SQLite would make readable for others.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// address is a URI, so that a folder may be called anything.
func address(path string, tune tuning) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive's letter
		path = "/" + path
	}
	q := url.Values{"_txlock": {"immediate"}}
	q.Add("_pragma", "busy_timeout("+strconv.FormatInt(tune.busy.Milliseconds(), 10)+")")
	// A power cut may cost the latest entries and never the file.
	q.Add("_pragma", "synchronous(normal)")
	for _, p := range tune.pragmas {
		q.Add("_pragma", p)
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
}

// prepare lays the file out where that was not done. A file that may only be
// read is left as it is.
func (s *store) prepare(busy time.Duration) (err error) {
	if s.get, err = s.db.Prepare(getOne); missing(err) {
		if err = s.layWithin(busy); err == nil {
			s.get, err = s.db.Prepare(getOne)
		}
	}
	if err != nil {
		return err
	}
	if _, err = s.read(""); err != nil && !errors.Is(err, errAbsent) {
		return err
	}
	s.put, err = s.db.Prepare(putOne)
	return err
}

// layRetry is the pause before a file that another process lays out is tried
// again.
const layRetry = 5 * time.Millisecond

// layWithin waits for another process that lays the file out. SQLite itself
// does not: it refuses the change to write-ahead mode at once while somebody
// writes.
func (s *store) layWithin(busy time.Duration) error {
	for until := time.Now().Add(busy); ; time.Sleep(layRetry) {
		if err := s.lay(); !locked(err) || time.Now().After(until) {
			return err
		}
	}
}

// lay makes the tables, in write-ahead mode: readers and the writer of two
// processes do not wait for each other.
func (s *store) lay() error {
	if _, err := s.db.Exec("PRAGMA journal_mode=WAL"); err != nil {
		return fmt.Errorf("lay out: %w", err)
	}
	tx, err := s.db.Begin()
	if err != nil {
		return fmt.Errorf("lay out: %w", err)
	}
	if _, err := tx.Exec(layout); err != nil {
		return fmt.Errorf("lay out: %w", errors.Join(err, tx.Rollback()))
	}
	return tx.Commit()
}

// prune removes what nobody will use. It is no harm when that fails.
func (s *store) prune(before time.Time) {
	_, _ = s.db.Exec("DELETE FROM entries WHERE stored < ?", before.UnixMilli())
}

func (s *store) close() error {
	for _, stmt := range []*sql.Stmt{s.get, s.put} {
		if stmt != nil {
			_ = stmt.Close()
		}
	}
	return s.db.Close()
}
