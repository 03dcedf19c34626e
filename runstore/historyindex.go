package runstore

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver, which the standard library asks for by name
)

// HistoryFile is the index in a runs folder.
const HistoryFile = ".history.sqlite"

// historyVersion is that of the layout and of what is in a row; an index of
// another one is made anew.
const historyVersion = 2

var (
	errSpoiled = errors.New("a row is not what was written")
	errVersion = errors.New("it is of another version of evalrun")
)

// The columns that are asked for in lists come first: what follows may lie on
// pages of its own, which a list then never reads. Without a second index
// there is nothing that could disagree with the rows.
const historyLayout = `CREATE TABLE IF NOT EXISTS runs (
	folder TEXT NOT NULL PRIMARY KEY, stamp TEXT NOT NULL, run TEXT NOT NULL, suite TEXT NOT NULL, started INTEGER NOT NULL,
	placesum BLOB NOT NULL, headsum BLOB NOT NULL, packedsum BLOB NOT NULL, head BLOB NOT NULL, packed BLOB NOT NULL) WITHOUT ROWID`

// historyIndex is an open index: one row for each run folder.
type historyIndex struct{ db *sql.DB }

// openIndex opens an index file, or one in memory for the path "".
func openIndex(path string) (*historyIndex, error) {
	db, err := sql.Open("sqlite", indexAddress(path))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // a second connection to memory would be a second index
	x := &historyIndex{db: db}
	if err := x.prepare(); err != nil {
		return nil, errors.Join(err, x.close())
	}
	return x, nil
}

// indexAddress is a URI, so that a folder may be called anything. The journal
// stays in memory: what a kill in the middle of a commit spoils is read anew
// from the runs, while a journal left on disk could be taken for that of
// another file put in the place of a damaged one.
func indexAddress(path string) string {
	q := url.Values{"_txlock": {"immediate"}}
	for _, pragma := range []string{"busy_timeout(5000)", "journal_mode(memory)", "synchronous(off)"} {
		q.Add("_pragma", pragma)
	}
	if path == "" {
		return "file::memory:?" + q.Encode()
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive's letter
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
}

// prepare lays out a new file and refuses one of another version.
func (x *historyIndex) prepare() error {
	var version, tables int
	err := x.db.QueryRow("SELECT (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_master").Scan(&version, &tables)
	switch {
	case err != nil:
		return err
	case version == historyVersion:
		return nil
	case version != 0 || tables > 0:
		return errVersion
	}
	return x.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(historyLayout + fmt.Sprintf("; PRAGMA user_version = %d", historyVersion))
		return err
	})
}

// write is all of change or nothing.
func (x *historyIndex) write(change func(*sql.Tx) error) error {
	tx, err := x.db.Begin()
	if err != nil {
		return err
	}
	if err := change(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (x *historyIndex) close() error { return x.db.Close() }
