package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

var errUnreadable = errors.New("the cache cannot be read")

// Clear removes the entries stored before a moment, and with the zero time
// all of them and what is left of damaged files. It returns how many entries
// were removed. Another process may go on using the cache meanwhile.
func (c *Cache) Clear(before time.Time) (int, error) {
	c.flush()
	s := c.writable()
	if s == nil {
		return 0, errUnreadable
	}
	query, args := "DELETE FROM entries", []any(nil)
	if !before.IsZero() {
		query, args = query+" WHERE stored < ?", []any{before.UnixMilli()}
	}
	done, err := s.db.Exec(query, args...)
	if err != nil {
		return 0, fmt.Errorf("clear %s: %w", s.path, err)
	}
	n, err := done.RowsAffected()
	if err != nil {
		return 0, fmt.Errorf("clear %s: %w", s.path, err)
	}
	// What was deleted stays readable in the file until it is written anew.
	// Another process that reads at this moment prevents that; the space is
	// then used by later entries.
	for _, tidy := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := s.db.Exec(tidy); err != nil && !locked(err) {
			return int(n), fmt.Errorf("clear %s: %w", s.path, err)
		}
	}
	if before.IsZero() {
		err = c.removeUnused(s)
	}
	return int(n), err
}

func (c *Cache) removeUnused(s *store) error {
	var failed []error
	for _, file := range c.unused(s) {
		for _, path := range parts(file) {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failed = append(failed, err)
			}
		}
	}
	return errors.Join(failed...)
}
