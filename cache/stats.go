package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Stats is what a folder holds.
type Stats struct {
	Path    string    `json:"path"` // of the file in use
	Bytes   int64     `json:"bytes"`
	Entries int       `json:"entries"`
	Oldest  time.Time `json:"oldest,omitzero"`
	Newest  time.Time `json:"newest,omitzero"`
	Groups  []Group   `json:"groups"` // by kind, model and served
	// Unused are damaged files that were replaced; Clear removes them.
	Unused []string `json:"unused,omitempty"`
}

// Group counts the entries of one judge.
type Group struct {
	Kind    string `json:"kind"`
	Model   string `json:"model"`
	Served  string `json:"served"`
	Entries int    `json:"entries"`
}

// Stats counts what is stored, too old entries included.
func (c *Cache) Stats() (Stats, error) {
	c.flush()
	s := c.readable()
	if s == nil {
		return Stats{}, errUnreadable
	}
	out := Stats{Path: s.path, Groups: []Group{}, Unused: c.unused(s)}
	rows, err := s.db.Query(`SELECT kind, model, served, count(*), min(stored), max(stored) FROM entries
		GROUP BY kind, model, served ORDER BY kind, model, served`)
	if err != nil {
		return Stats{}, fmt.Errorf("read %s: %w", s.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var g Group
		var oldest, newest int64
		if err := rows.Scan(&g.Kind, &g.Model, &g.Served, &g.Entries, &oldest, &newest); err != nil {
			return Stats{}, fmt.Errorf("read %s: %w", s.path, err)
		}
		out.add(g, time.UnixMilli(oldest).UTC(), time.UnixMilli(newest).UTC())
	}
	if err := rows.Err(); err != nil {
		return Stats{}, fmt.Errorf("read %s: %w", s.path, err)
	}
	for _, path := range parts(s.path) {
		if info, err := os.Stat(path); err == nil {
			out.Bytes += info.Size()
		}
	}
	return out, nil
}

func (s *Stats) add(g Group, oldest, newest time.Time) {
	if s.Entries == 0 || oldest.Before(s.Oldest) {
		s.Oldest = oldest
	}
	if newest.After(s.Newest) {
		s.Newest = newest
	}
	s.Entries += g.Entries
	s.Groups = append(s.Groups, g)
}

// parts are a file and what SQLite keeps beside it.
func parts(path string) []string { return []string{path, path + "-wal", path + "-shm"} }

// unused lists the files before the one in use.
func (c *Cache) unused(s *store) []string {
	have, _ := numbers(c.dir) // the file in use has been opened from there
	slices.Sort(have)
	var out []string
	for _, n := range have {
		if path := filepath.Join(c.dir, fileName(n)); path != s.path {
			out = append(out, path)
		}
	}
	return out
}
