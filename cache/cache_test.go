package cache

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWhatWasPutComesBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder?with#odd%20signs", "deeper")
	c, w := opened(t, dir, Options{}, tuning{})
	fill(c, 0, 200)
	if n := held(t, c, 0, 300); n != 200 {
		t.Errorf("%d of 200 found before they are written", n)
	}
	closed(t, c)
	again, _ := opened(t, dir, Options{}, tuning{})
	if n := held(t, again, 0, 300); n != 200 {
		t.Errorf("%d of 200 found by a later process", n)
	}
	w.want(t)
}

func TestTheLatestEntryUnderAKeyCounts(t *testing.T) {
	dir := t.TempDir()
	for _, value := range []string{"first", "second"} {
		c, _ := opened(t, dir, Options{}, tuning{})
		c.Put("k", Entry{Value: []byte(value)})
		closed(t, c)
	}
	c, _ := opened(t, dir, Options{}, tuning{})
	if e, ok := c.Get("k"); !ok || string(e.Value) != "second" {
		t.Errorf("got %q, %v", e.Value, ok)
	}
}

func TestNobodyElseCanReadTheStore(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not modes here")
	}
	dir := filepath.Join(t.TempDir(), "new")
	c, _ := opened(t, dir, Options{}, tuning{})
	fill(c, 0, 1)
	c.flush()
	for path, want := range map[string]fs.FileMode{dir: 0o700, c.Path(): 0o600, c.Path() + "-wal": 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), want)
		}
	}
}

func TestAge(t *testing.T) {
	const hour = time.Hour
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		maxAge, passed time.Duration
		want           bool
	}{
		"of the limit":                 {24 * hour, 24 * hour, true},
		"over the limit":               {24 * hour, 24*hour + time.Millisecond, false},
		"without a limit":              {0, 80 * 24 * hour, true},
		"of a clock that is set back":  {24 * hour, -hour, true},
		"kept longer than is usual":    {200 * 24 * hour, 100 * 24 * hour, true},
		"removed as nobody can use it": {0, keepFor + hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir, now := t.TempDir(), start
			opt := Options{MaxAge: tt.maxAge, Now: func() time.Time { return now }}
			c, _ := opened(t, dir, opt, tuning{})
			fill(c, 0, 1)
			closed(t, c)
			now = start.Add(tt.passed)
			again, _ := opened(t, dir, opt, tuning{})
			closed(t, again) // takes the time to tidy
			last, _ := opened(t, dir, opt, tuning{})
			key, _ := numbered(0)
			e, ok := last.Get(key)
			if ok != tt.want || ok && !e.Stored.Equal(start) {
				t.Errorf("found %v, stored %v", ok, e.Stored)
			}
		})
	}
}

func TestLookingIntoNothingMakesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	if _, err := Open(dir, Options{Existing: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

func TestAFolderThatCannotBeUsedIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	blocked := t.TempDir()
	if err := os.Mkdir(filepath.Join(blocked, fileName(1)), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below"), blocked} {
		if c, err := Open(dir, Options{}); err == nil {
			t.Errorf("%s was opened", dir)
			_ = c.Close()
		}
	}
}

func TestStatsAndClear(t *testing.T) {
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := start
	c, _ := opened(t, t.TempDir(), Options{Now: func() time.Time { return now }}, tuning{})
	fill(c, 0, 3)
	now = start.Add(time.Hour)
	c.Put("other", Entry{Kind: "entailment", Model: "n"})
	c.flush()
	got, err := c.Stats()
	if err != nil {
		t.Fatal(err)
	}
	if got.Bytes == 0 {
		t.Error("a store without bytes")
	}
	got.Bytes = 0
	want := Stats{Path: c.Path(), Entries: 4, Oldest: start, Newest: now, Groups: []Group{
		{Kind: "entailment", Model: "n", Entries: 1}, {Kind: "judge", Model: "m", Served: "m-2026", Entries: 3}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stats (-want +got):\n%s", diff)
	}
	if n, err := c.Clear(now); n != 3 || err != nil {
		t.Errorf("cleared %d, %v", n, err)
	}
	if _, ok := c.Get("other"); !ok || held(t, c, 0, 3) != 0 {
		t.Error("the wrong ones were removed")
	}
	if n, err := c.Clear(time.Time{}); n != 1 || err != nil {
		t.Errorf("cleared %d, %v", n, err)
	}
}

// TestClearedTextIsGone: who clears a cache wants the answers off the disk.
func TestClearedTextIsGone(t *testing.T) {
	dir := t.TempDir()
	c, _ := opened(t, dir, Options{}, tuning{})
	fill(c, 0, 50)
	c.flush()
	if _, err := c.Clear(time.Time{}); err != nil {
		t.Fatal(err)
	}
	closed(t, c)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("passage passage")) || bytes.Contains(data, []byte("reasoning reasoning")) {
			t.Errorf("%s still holds texts", path)
		}
	}
}
