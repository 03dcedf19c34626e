package cache

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"strconv"
	"time"
)

// errAbsent says that nothing whole is under a key.
var errAbsent = errors.New("no such entry")

func (s *store) read(key string) (Entry, error) {
	var e Entry
	var stored int64
	var sum []byte
	err := s.get.QueryRow(key).Scan(&e.Model, &e.Served, &stored, &sum, &e.Value)
	if errors.Is(err, sql.ErrNoRows) {
		return Entry{}, errAbsent
	}
	if err != nil {
		return Entry{}, err
	}
	e.Stored = time.UnixMilli(stored).UTC()
	if !bytes.Equal(sum, e.sum(key)) {
		return Entry{}, errAbsent
	}
	return e, nil
}

// write stores entries in one transaction: all of them or none.
func (s *store) write(entries map[string]*Entry) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	put := tx.Stmt(s.put)
	for key, e := range entries {
		_, err := put.Exec(key, e.Kind, e.Subject, e.Model, e.Served, e.Stored.UnixMilli(), e.sum(key), nonNil(e.Value), nonNil(e.Inputs))
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}

func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// sum tells a whole entry from one that a bad disk or a half-copied file has
// changed: SQLite itself would hand out a flipped digit of a score.
func (e Entry) sum(key string) []byte {
	h := sha256.New()
	var n [8]byte
	for _, part := range []string{key, e.Model, e.Served, strconv.FormatInt(e.Stored.UnixMilli(), 10)} {
		binary.LittleEndian.PutUint64(n[:], uint64(len(part)))
		h.Write(n[:])
		h.Write([]byte(part))
	}
	h.Write(e.Value)
	return h.Sum(nil)[:16]
}
