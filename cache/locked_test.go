package cache

import (
	"database/sql"
	"os"
	"testing"
	"time"
)

// lock holds a file as a process does that is stuck in its use.
func lock(t *testing.T, path string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", address(path, tuning{pragmas: []string{"locking_mode(exclusive)"}}))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("UPDATE entries SET subject = subject"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestALockedFileIsNoCache(t *testing.T) {
	dir := t.TempDir()
	release := lock(t, filled(t, dir, 5))
	defer release()
	if c, err := open(dir, Options{}, tuning{busy: 20 * time.Millisecond}); err == nil {
		t.Error("a file that another process holds was opened")
		_ = c.Close()
	}
}

// hold begins a write that is not ended.
func hold(t *testing.T, path string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", address(path, defaults))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAWriterThatWaitsIsReadMeanwhile(t *testing.T) {
	dir := t.TempDir()
	release := hold(t, filled(t, dir, 5))
	c, w := opened(t, dir, Options{}, tuning{})
	fill(c, 5, 10)
	c.flush()
	if got := held(t, c, 0, 10); got != 10 {
		t.Errorf("%d of 10 found while another process writes", got)
	}
	release()
	closed(t, c)
	w.want(t)
	again, _ := opened(t, dir, Options{}, tuning{})
	if got := held(t, again, 0, 10); got != 10 {
		t.Errorf("%d of 10 stored once the other process was done", got)
	}
}

func TestWhatCannotBeWrittenIsTold(t *testing.T) {
	dir := t.TempDir()
	release := hold(t, filled(t, dir, 5))
	defer release()
	c, w := opened(t, dir, Options{}, tuning{})
	fill(c, 5, 5+mostWaiting+1)
	closed(t, c)
	w.want(t, "cannot keep up")
}

func TestResultsLeftAtTheEndAreTold(t *testing.T) {
	dir := t.TempDir()
	release := hold(t, filled(t, dir, 5))
	defer release()
	c, w := opened(t, dir, Options{}, tuning{})
	fill(c, 5, 8)
	closed(t, c)
	w.want(t, "3 results could not be stored")
}

// TestAFileThatCannotBeReadIsLeftAlone: each failed lookup may have waited,
// and a run has thousands.
func TestAFileThatCannotBeReadIsLeftAlone(t *testing.T) {
	c, w := opened(t, t.TempDir(), Options{}, tuning{})
	s := c.store
	for range failedReads - 1 {
		c.readFailed(s, os.ErrDeadlineExceeded)
	}
	c.Get("k") // a lookup that goes well starts the count again
	for range failedReads - 1 {
		c.readFailed(s, os.ErrDeadlineExceeded)
	}
	if c.readable() == nil {
		t.Fatal("given up although lookups went well in between")
	}
	c.readFailed(s, os.ErrDeadlineExceeded)
	if c.readable() != nil {
		t.Errorf("still read after %d failures in a row", failedReads)
	}
	w.want(t, "cannot be read")
}

// TestWhatCanNeverBeWrittenEndsWritingAndNotReading: the disk is full, or the
// file may only be read.
func TestWhatCanNeverBeWrittenEndsWritingAndNotReading(t *testing.T) {
	for name, pragma := range map[string]string{"full": "max_page_count(40)", "read-only": "query_only(1)"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			filled(t, dir, 5)
			c, w := opened(t, dir, Options{}, tuning{pragmas: []string{pragma}})
			fill(c, 5, 300)
			c.flush()
			fill(c, 300, 310)
			c.flush()
			if got := held(t, c, 0, 5); got != 5 {
				t.Errorf("%d of 5 earlier entries found", got)
			}
			closed(t, c)
			w.want(t, "nothing more is stored")
			again, w := opened(t, dir, Options{}, tuning{})
			if got := held(t, again, 0, 5); got != 5 {
				t.Errorf("%d of 5 earlier entries found later", got)
			}
			w.want(t)
		})
	}
}

func TestAReadOnlyFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write anywhere")
	}
	dir := t.TempDir()
	path := filled(t, dir, 5)
	for name, mode := range map[string]os.FileMode{path: 0o400, dir: 0o500} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(dir, 0o700)
	c, err := Open(dir, Options{})
	if err != nil {
		return // no cache, which the caller tells
	}
	held(t, c, 0, 5)
	closed(t, c)
}
