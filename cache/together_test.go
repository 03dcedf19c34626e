package cache

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"
)

// TestAStoreThatTwoBeginTogetherIsOpenedByBoth: the other one has locked the
// file and not laid it out yet. What it holds decides whether SQLite waits.
func TestAStoreThatTwoBeginTogetherIsOpenedByBoth(t *testing.T) {
	for name, statements := range map[string]string{
		"about to write":         "BEGIN IMMEDIATE",
		"writing":                "BEGIN EXCLUSIVE",
		"reading":                "BEGIN; SELECT * FROM sqlite_master",
		"writing ahead":          "PRAGMA journal_mode=WAL; BEGIN IMMEDIATE; CREATE TABLE other(a)",
		"reading what is ahead":  "PRAGMA journal_mode=WAL; BEGIN; SELECT * FROM sqlite_master",
		"gone before the tables": "PRAGMA journal_mode=WAL; BEGIN; ROLLBACK; BEGIN",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), fileName(1))
			release := begun(t, path, statements)
			freed := time.AfterFunc(50*time.Millisecond, release)
			defer freed.Stop()
			s, err := openStore(path, tuning{busy: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// begun is another user of a file that was just made.
func begun(t *testing.T, path, statements string) (release func()) {
	t.Helper()
	if err := create(path); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", address(path, defaults))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	return func() { _, _ = db.Exec("COMMIT") }
}
