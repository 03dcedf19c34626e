package runstore

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
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

// loadIndex reads records.jsonl once. A run that was killed before its first
// record has none yet.
func (r *Run) loadIndex() error {
	path := filepath.Join(r.path, RecordsFile)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read records: %w", err)
	}
	defer f.Close()
	for line, err := range lines(f) {
		if err != nil {
			return fmt.Errorf("read records: %s:%d: %w", path, line.number, err)
		}
		place, err := decodePlace(line.raw)
		if err != nil && line.unended {
			r.warnings = append(r.warnings, fmt.Sprintf(
				"%s:%d: dropped the last line, which was cut off after %d bytes", RecordsFile, line.number, len(line.raw)))
			return nil
		}
		if err != nil {
			return fmt.Errorf("read records: %s:%d: %w", path, line.number, err)
		}
		place.offset = line.offset
		r.index.add(place)
		r.index.end = line.offset + int64(len(line.raw))
	}
	return nil
}

// decodePlace reads what the index needs. It goes over the whole line, so
// that a damaged one is met here and not in the middle of a report.
func decodePlace(line []byte) (place, error) {
	var head struct {
		Schema     string `json:"schema"`
		Seq        *int   `json:"seq"`
		Repeat     int    `json:"repeat"`
		Generation int    `json:"generation"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return place{}, err
	}
	if head.Schema != results.RecordSchema {
		return place{}, fmt.Errorf("schema is %q, this version reads %q", head.Schema, results.RecordSchema)
	}
	if head.Seq == nil {
		return place{}, errors.New("seq is missing")
	}
	return placeOf(*head.Seq, head.Repeat, head.Generation)
}
