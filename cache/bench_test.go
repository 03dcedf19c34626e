package cache

import (
	"testing"
	"time"
)

// BenchmarkLookup10000 is what a run of 10,000 stored questions asks of the
// cache; such a run is to take under 5 s in all.
func BenchmarkLookup10000(b *testing.B) {
	const n = 10_000
	dir := b.TempDir()
	c, err := Open(dir, Options{MaxAge: time.Hour})
	if err != nil {
		b.Fatal(err)
	}
	for from := 0; from < n; from += 1000 {
		fill(c, from, from+1000)
		c.flush()
	}
	defer c.Close()
	keys := make([]string, n)
	for i := range keys {
		keys[i], _ = numbered(i)
	}
	for b.Loop() {
		for _, key := range keys {
			if _, ok := c.Get(key); !ok {
				b.Fatalf("%s is not there", key)
			}
		}
	}
}

func BenchmarkStore(b *testing.B) {
	c, err := Open(b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	i := 0
	for b.Loop() {
		c.Put(numbered(i % 20_000))
		if i++; i%groupSize == 0 {
			c.flush()
		}
	}
}
