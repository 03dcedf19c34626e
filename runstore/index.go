package runstore

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// index says where each record's line starts. It holds 16 bytes per record
// and no record, so that a run of a million questions can be read in suite
// order in flat memory.
type index struct {
	places []place
	end    int64 // end of the last whole line
}

type place struct {
	seq                uint32
	repeat, generation uint16
	offset             int64
}

func placeOf(seq, repeat, generation int) (place, error) {
	switch {
	case seq < 0 || seq > math.MaxUint32:
		return place{}, fmt.Errorf("seq %d is out of range", seq)
	case repeat < 0 || repeat > math.MaxUint16:
		return place{}, fmt.Errorf("repeat %d is out of range", repeat)
	case generation < 0 || generation > math.MaxUint16:
		return place{}, fmt.Errorf("generation %d is out of range", generation)
	}
	return place{seq: uint32(seq), repeat: uint16(repeat), generation: uint16(generation)}, nil
}

func (x *index) add(p place) { x.places = append(x.places, p) }

// ordered returns the places by question and repeat, the highest generation
// first. It is a copy: records may be appended while it is walked.
func (x *index) ordered() []place {
	places := slices.Clone(x.places)
	slices.SortFunc(places, inOrder)
	return places
}

func inOrder(a, b place) int {
	return cmp.Or(
		cmp.Compare(a.seq, b.seq),
		cmp.Compare(a.repeat, b.repeat),
		cmp.Compare(b.generation, a.generation),
		cmp.Compare(a.offset, b.offset))
}

// newest finds the highest generation of a repeat in ordered places.
func (x *index) newest(seq, repeat int) (place, bool) {
	wanted, err := placeOf(seq, repeat, 0)
	if err != nil {
		return place{}, false
	}
	i, _ := slices.BinarySearchFunc(x.places, wanted, func(p, w place) int {
		// Of equal ones the first is the newest.
		return cmp.Or(cmp.Compare(p.seq, w.seq), cmp.Compare(p.repeat, w.repeat), 1)
	})
	if i < len(x.places) && x.places[i].seq == wanted.seq && x.places[i].repeat == wanted.repeat {
		return x.places[i], true
	}
	return place{}, false
}

// loadIndex reads records.jsonl once. A run that was killed before its first
// record has none yet.
func (r *Run) loadIndex() (err error) {
	r.index, err = r.readIndex(RecordsFile, decodePlace)
	if err != nil {
		return fmt.Errorf("read records: %w", err)
	}
	return nil
}

// readIndex goes over a file of lines that each have a place. A last line that
// was cut off is left out and told.
func (r *Run) readIndex(name string, decode func(line []byte) (place, error)) (index, error) {
	path := filepath.Join(r.path, name)
	var found index
	f, err := openOrdinary(path)
	if errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	if err != nil {
		return found, err
	}
	defer f.Close()
	for line, err := range lines(f) {
		if err != nil {
			return found, fmt.Errorf("%s:%d: %w", path, line.number, err)
		}
		place, err := decode(line.raw)
		if err != nil && line.unended {
			r.warnings = append(r.warnings, fmt.Sprintf(
				"%s:%d: dropped the last line, which was cut off after %d bytes", name, line.number, len(line.raw)))
			return found, nil
		}
		if err != nil {
			return found, fmt.Errorf("%s:%d: %w", path, line.number, err)
		}
		place.offset = line.offset
		found.add(place)
		found.end = line.offset + int64(len(line.raw))
	}
	return found, nil
}

// decodePlace reads what the index needs of a record. It goes over the whole
// line, so that a damaged one is met here and not in the middle of a report.
func decodePlace(line []byte) (place, error) {
	head, ok := beginning(line)
	if !ok {
		head = recordHead{}
		if err := json.Unmarshal(line, &head); err != nil {
			return place{}, err
		}
	}
	if head.Schema != results.RecordSchema {
		return place{}, fmt.Errorf("schema is %q, this version reads %q", head.Schema, results.RecordSchema)
	}
	if head.Seq == nil {
		return place{}, errors.New("seq is missing")
	}
	return placeOf(*head.Seq, orZero(head.Repeat), orZero(head.Generation))
}

// recordHead is where a record belongs.
type recordHead struct {
	Schema     string `json:"schema"`
	Seq        *int   `json:"seq"`
	Repeat     *int   `json:"repeat"`
	Generation *int   `json:"generation"`
}

// beginning decodes the few keys that stand first in a line as evalrun writes
// it, up to the hash behind them; the rest, nearly all of it, is only checked
// to be JSON. No text of JSON holds a quote as it is, so that what looks like
// the key of the hash is one. A line of another order is decoded whole.
func beginning(line []byte) (head recordHead, ok bool) {
	end := bytes.Index(line, []byte(`,"contentHash":`))
	if end < 0 || !json.Valid(line) {
		return head, false
	}
	short := append(bytes.Clone(line[:end]), '}')
	if json.Unmarshal(short, &head) != nil {
		return head, false
	}
	return head, head.Seq != nil && head.Repeat != nil && head.Generation != nil
}

// orZero is 0 where there is none.
func orZero(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
