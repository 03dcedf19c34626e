package cache

import (
	"iter"
	"time"
)

type keyedEntry struct {
	key string
	Entry
}

// about lists the entries on a call's subject, the latest first. The entry
// under the call's own key is among them whatever its subject is.
func (s *store) about(a Asked) iter.Seq2[keyedEntry, error] {
	return func(yield func(keyedEntry, error) bool) {
		rows, err := s.db.Query(`SELECT key, kind, subject, model, served, stored, inputs FROM entries
			WHERE key = ? OR (kind = ? AND subject = ?) ORDER BY stored DESC, key`, a.Key, a.Kind, a.Subject)
		if err != nil {
			yield(keyedEntry{}, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var e keyedEntry
			var stored int64
			err := rows.Scan(&e.key, &e.Kind, &e.Subject, &e.Model, &e.Served, &stored, &e.Inputs)
			e.Stored = time.UnixMilli(stored).UTC()
			if !yield(e, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(keyedEntry{}, err)
		}
	}
}
