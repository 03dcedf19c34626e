// Package cache keeps the results of calls that were paid for, so that a
// later run need not make them again: bytes in and bytes out, under a key
// that its caller makes.
//
// It promises that what it returns is what was put, whole; that two processes
// may share a folder; and that no trouble with its file ends in anything but
// a miss and a warning. It does not promise to keep an entry: what is still
// waiting to be written when the process is killed is lost, and what is
// damaged is gone. It knows neither judges nor secrets: a caller puts nothing
// in that must not be on disk.
package cache

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// Options say how a cache is used.
type Options struct {
	MaxAge   time.Duration    // entries older than this are misses; 0 is no limit
	Existing bool             // Open fails with fs.ErrNotExist where nothing is stored yet
	Now      func() time.Time // nil is the clock
	// Warn is told about trouble with the file, each kind once. It may be
	// called from any goroutine; nil is told nothing.
	Warn func(message string)
}

// Entry is one stored result. Get fills Value, Model, Served and Stored;
// Explain all but Value.
type Entry struct {
	Kind    string // what sort of call: entries of two kinds are never compared
	Subject string // what the call was about, such as a question's id
	Model   string // as asked for
	Served  string // as the server named itself
	Inputs  []byte // JSON object of what the key was made from
	Value   []byte
	Stored  time.Time // set by Put, to the millisecond
}

// Cache is a store that is open. It is safe for concurrent use.
type Cache struct {
	dir     string
	opt     Options
	tune    tuning
	queue   queue
	writing sync.Mutex // held from taking what waits to having written it
	told    warnings

	mu    sync.Mutex
	store *store // nil after Close, and where no file could be had in place of a damaged one
	reads int    // failed one after the other
	deaf  bool   // nothing is read any more
	mute  bool   // nothing is written any more
}

// Open opens the store in a folder and makes both where they are missing. The
// error says why there can be no cache; a damaged file is none, a fresh one
// is begun beside it.
func Open(dir string, opt Options) (*Cache, error) { return open(dir, opt, defaults) }

func open(dir string, opt Options, tune tuning) (*Cache, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Warn == nil {
		opt.Warn = func(string) {}
	}
	c := &Cache{dir: dir, opt: opt, tune: tune, told: warnings{tell: opt.Warn}}
	s, err := c.latest()
	if err != nil {
		return nil, fmt.Errorf("open the cache in %s: %w", dir, err)
	}
	c.store = s
	c.queue.start(c.flush)
	return c, nil
}

// Path is the file in use.
func (c *Cache) Path() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.store == nil {
		return ""
	}
	return c.store.path
}

// Get returns the entry under a key, unless it is too old or damaged.
func (c *Cache) Get(key string) (Entry, bool) {
	if e, ok := c.queue.find(key); ok {
		return e, true
	}
	s := c.readable()
	if s == nil {
		return Entry{}, false
	}
	e, err := s.read(key)
	if err != nil && !errors.Is(err, errAbsent) {
		c.readFailed(s, err)
		return Entry{}, false
	}
	c.readWell()
	return e, err == nil && !c.expired(e)
}

func (c *Cache) expired(e Entry) bool {
	return c.opt.MaxAge > 0 && c.opt.Now().Sub(e.Stored) > c.opt.MaxAge
}

// Put keeps an entry in place of the one under the same key. It is found at
// once and written soon, together with others.
func (c *Cache) Put(key string, e Entry) {
	if c.writable() == nil {
		return
	}
	e.Stored = c.opt.Now().UTC().Truncate(time.Millisecond)
	if !c.queue.add(key, e) {
		c.told.once(lost, "the cache cannot keep up: some results are not stored")
	}
}

// flush writes what is waiting. What cannot be written now may wait for the
// next time; what never can is let go.
func (c *Cache) flush() {
	c.writing.Lock()
	defer c.writing.Unlock()
	waiting := c.queue.waitingNow()
	if len(waiting) == 0 {
		return
	}
	s := c.writable()
	if s == nil {
		c.queue.remove(waiting)
		return
	}
	err := s.write(waiting)
	if err == nil || !c.writeFailed(s, err) {
		c.queue.remove(waiting)
	}
}

// Close writes what is waiting and closes the file. Nothing is found or kept
// afterwards.
func (c *Cache) Close() error {
	c.queue.stop()
	c.flush()
	c.mu.Lock()
	s, mute := c.store, c.mute
	c.store = nil
	c.mu.Unlock()
	if s == nil {
		return nil
	}
	if left := len(c.queue.waitingNow()); left > 0 {
		c.told.once(lost, fmt.Sprintf("%d results could not be stored in %s, which another process holds", left, s.path))
	} else if !mute {
		s.prune(c.opt.Now().Add(-max(keepFor, c.opt.MaxAge)))
	}
	return s.close()
}

// keepFor is the age at which an entry is removed unasked, so that a cache in
// nightly use does not grow for ever. It is far beyond the age at which
// entries are used, for explanations reach back.
const keepFor = 90 * 24 * time.Hour

func (c *Cache) readable() *store {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deaf {
		return nil
	}
	return c.store
}

func (c *Cache) writable() *store {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mute {
		return nil
	}
	return c.store
}
