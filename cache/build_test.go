package cache

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// warned collects warnings.
type warned struct {
	mu   sync.Mutex
	said []string
}

func (w *warned) warn(message string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, message)
}

// want fails unless there was one warning for each given part, in order.
func (w *warned) want(t *testing.T, parts ...string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.said) != len(parts) {
		t.Fatalf("%d warnings, want %d: %q", len(w.said), len(parts), w.said)
	}
	for i, part := range parts {
		if !strings.Contains(w.said[i], part) {
			t.Errorf("warning %q does not say %q", w.said[i], part)
		}
	}
}

func opened(t *testing.T, dir string, opt Options, tune tuning) (*Cache, *warned) {
	t.Helper()
	w := &warned{}
	opt.Warn = w.warn
	if tune.busy == 0 {
		tune.busy = 20 * time.Millisecond
	}
	c, err := open(dir, opt, tune)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, w
}

func closed(t *testing.T, c *Cache) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// numbered is an entry whose value can be told from its number.
func numbered(n int) (key string, e Entry) {
	return fmt.Sprintf("key-%05d", n), Entry{
		Kind: "judge", Subject: fmt.Sprintf("q%d", n), Model: "m", Served: "m-2026",
		Inputs: fmt.Appendf(nil, `{"model":"m","user":"question %d %s"}`, n, strings.Repeat("passage ", 500)),
		Value:  fmt.Appendf(nil, `{"n":%d,"text":%q}`, n, strings.Repeat("reasoning ", 40)),
	}
}

func fill(c *Cache, from, to int) {
	for n := from; n < to; n++ {
		c.Put(numbered(n))
	}
}

// held counts the numbered entries that come back, and fails on one that
// comes back changed.
func held(t *testing.T, c *Cache, from, to int) int {
	t.Helper()
	found := 0
	for n := from; n < to; n++ {
		key, want := numbered(n)
		got, ok := c.Get(key)
		if !ok {
			continue
		}
		found++
		if string(got.Value) != string(want.Value) || got.Served != want.Served {
			t.Fatalf("entry %d came back as %.80s", n, got.Value)
		}
	}
	return found
}
