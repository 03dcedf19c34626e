package cache

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// filled makes a store of n entries that nobody has open, and returns its
// file.
func filled(t *testing.T, dir string, n int) string {
	t.Helper()
	c, _ := opened(t, dir, Options{}, tuning{})
	fill(c, 0, n)
	path := c.Path()
	closed(t, c)
	return path
}

// TestADamagedFileIsAMiss: whatever was done to a file, a run goes on, stores
// what it learns, and finds that again.
func TestADamagedFileIsAMiss(t *testing.T) {
	const n = 300
	for name, spoil := range map[string]func(data []byte) []byte{
		"no database":             func([]byte) []byte { return bytes.Repeat([]byte("this is no database "), 500) },
		"a damaged head":          func(d []byte) []byte { copy(d, "garbage"); return d },
		"a damaged schema":        func(d []byte) []byte { clear(d[100:4096]); return d },
		"cut in the first page":   func(d []byte) []byte { return d[:700] },
		"cut in half":             func(d []byte) []byte { return d[:len(d)/2] },
		"all but its first pages": func(d []byte) []byte { clear(d[3*4096:]); return d },
		"noise in the middle":     func(d []byte) []byte { copy(d[len(d)/3:], bytes.Repeat([]byte{0xa5}, len(d)/3)); return d },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filled(t, dir, n)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, spoil(data), 0o600); err != nil {
				t.Fatal(err)
			}
			c, w := opened(t, dir, Options{}, tuning{})
			held(t, c, 0, n)
			fill(c, n, n+20)
			c.flush()
			c.flush() // into the fresh file, where the first found the damage
			closed(t, c)
			w.want(t, "is damaged")
			again, w := opened(t, dir, Options{}, tuning{})
			if got := held(t, again, n, n+20); got != 20 {
				t.Errorf("%d of 20 new entries kept", got)
			}
			w.want(t)
			stats, err := again.Stats()
			if err != nil || len(stats.Unused) != 1 || stats.Unused[0] != path {
				t.Errorf("unused %v, %v", stats.Unused, err)
			}
			if _, err := again.Clear(time.Time{}); err != nil {
				t.Error(err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, stem+ending+"*")); len(left) != 0 {
				t.Errorf("still there after clearing: %v", left)
			}
		})
	}
}

// TestAFlippedByteIsNeverHandedOut: a database does not notice a score of 5
// that has become a 1.
func TestAFlippedByteIsNeverHandedOut(t *testing.T) {
	dir := t.TempDir()
	path := filled(t, dir, 3)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(data, []byte(`{"n":1,`)); n != 1 {
		t.Fatalf("%d values to change", n)
	}
	data = bytes.Replace(data, []byte(`{"n":1,`), []byte(`{"n":7,`), 1)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	c, w := opened(t, dir, Options{}, tuning{})
	if got := held(t, c, 0, 3); got != 2 {
		t.Errorf("%d entries came back, want the 2 that are whole", got)
	}
	fill(c, 1, 2)
	closed(t, c)
	again, _ := opened(t, dir, Options{}, tuning{})
	if got := held(t, again, 0, 3); got != 3 {
		t.Errorf("%d entries after the third was stored again", got)
	}
	w.want(t)
}

func TestAnotherDatabaseIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName(1))
	db, err := sql.Open("sqlite", address(path, defaults))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE entries (id INTEGER, name TEXT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	c, w := opened(t, dir, Options{}, tuning{})
	fill(c, 0, 1)
	if c.Path() != filepath.Join(dir, fileName(2)) {
		t.Errorf("uses %s", c.Path())
	}
	closed(t, c)
	w.want(t, "is damaged")
}

// TestADiskThatSpoilsEverythingIsGivenUp keeps a folder from filling with
// fresh files.
func TestADiskThatSpoilsEverythingIsGivenUp(t *testing.T) {
	dir := t.TempDir()
	for n := range 5 {
		if err := os.WriteFile(filepath.Join(dir, fileName(n+1)), bytes.Repeat([]byte("x"), 4096), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, w := opened(t, dir, Options{}, tuning{})
	if c.Path() != filepath.Join(dir, fileName(6)) {
		t.Errorf("uses %s", c.Path())
	}
	w.want(t, fileName(5)+" is damaged")
}
