package runstore

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"time"
)

const putRun = `INSERT OR REPLACE INTO runs(folder, stamp, run, suite, started, placesum, headsum, packedsum, head, packed)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// historyRow is one run as it is indexed.
type historyRow struct {
	nightPlace
	head   []byte // a results.Night in JSON
	packed []byte // its questions
}

// places returns where every run is.
func (x *historyIndex) places() (places []nightPlace, err error) {
	rows, err := x.db.Query("SELECT folder, stamp, run, suite, started, placesum FROM runs")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p nightPlace
		var started int64
		var placeSum []byte
		if err := rows.Scan(&p.folder, &p.stamp, &p.run, &p.suite, &started, &placeSum); err != nil {
			return nil, fmt.Errorf("%w: %w", errSpoiled, err)
		}
		p.started = time.UnixMicro(started).UTC()
		if !bytes.Equal(placeSum, p.sum()) {
			return nil, errSpoiled
		}
		places = append(places, p)
	}
	return places, rows.Err()
}

// row returns the head of a run, and its questions where they are asked for.
func (x *historyIndex) row(folder string, questions bool) (head, packed []byte, err error) {
	var headSum, packedSum []byte
	if !questions {
		err = x.db.QueryRow("SELECT headsum, head FROM runs WHERE folder = ?", folder).Scan(&headSum, &head)
	} else {
		err = x.db.QueryRow("SELECT headsum, head, packedsum, packed FROM runs WHERE folder = ?", folder).
			Scan(&headSum, &head, &packedSum, &packed)
	}
	if err == nil && (!bytes.Equal(headSum, sum(folder, head)) || questions && !bytes.Equal(packedSum, sum(folder, packed))) {
		err = errSpoiled
	}
	return head, packed, err
}

// update replaces rows and removes those of folders that are gone.
func (x *historyIndex) update(rows []historyRow, gone []string) error {
	if len(rows)+len(gone) == 0 {
		return nil
	}
	return x.write(func(tx *sql.Tx) error {
		for _, folder := range gone {
			if _, err := tx.Exec("DELETE FROM runs WHERE folder = ?", folder); err != nil {
				return err
			}
		}
		for _, r := range rows {
			_, err := tx.Exec(putRun, r.folder, r.stamp, r.run, r.suite, r.started.UnixMicro(),
				r.sum(), sum(r.folder, r.head), sum(r.folder, r.packed), r.head, r.packed)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// sum tells what was written from what a bad disk, a torn commit or a
// half-copied file has made of it: SQLite itself would hand out a flipped
// digit of a score.
func sum(folder string, data []byte) []byte {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(folder))))
	h.Write([]byte(folder))
	h.Write(data)
	return h.Sum(nil)[:16]
}

func (p nightPlace) sum() []byte {
	return sum(p.folder, fmt.Appendf(nil, "%q %q %q %d", p.stamp, p.run, p.suite, p.started.UnixMicro()))
}
