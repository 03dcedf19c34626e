package targets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/evalrun/evalrun/answers"
)

var byteOrderMark = []byte("\ufeff")

// OpenRecorded reads a file of recorded answers once and checks every line:
// each must be an answer envelope with an id or a query, and no id may stand
// twice. All that is wrong, up to 20 lines, is in the one error, a line each
// as file:line: message.
func OpenRecorded(path string) (*Recorded, error) {
	// A pipe would block on opening and cannot be read by place.
	stat, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("open answers: %w", err)
	case stat.IsDir():
		return nil, fmt.Errorf("open answers: %s is a folder, want a JSON Lines file", path)
	case !stat.Mode().IsRegular():
		return nil, fmt.Errorf("open answers: %s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open answers: %w", err)
	}
	r := &Recorded{path: path, file: f, byID: newKeys(), byQuery: newKeys()}
	r.size = stat.Size()
	if err := r.load(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

func (r *Recorded) load() error {
	sum := sha256.New()
	var found problems
	for line, err := range answers.Lines(io.TeeReader(r.file, sum), answers.MaxLine) {
		if err != nil {
			found.add(math.MaxInt, fmt.Sprintf("%s: %v", r.path, err))
			break
		}
		if err := r.index(line); err != nil {
			found.add(line.Number, fmt.Sprintf("%s:%d: %v", r.path, line.Number, err))
		}
	}
	r.hash = hex.EncodeToString(sum.Sum(nil))
	r.byID.sort()
	r.byQuery.sort()
	if err := r.findDuplicates(&found); err != nil {
		return err
	}
	if found.count == 0 && len(r.starts) == 0 {
		return fmt.Errorf("open answers: %s holds no answers", r.path)
	}
	r.used = make([]uint64, (len(r.starts)+63)/64)
	return found.err()
}

func (r *Recorded) index(l answers.Line) error {
	line := r.add(l)
	a, err := answers.Decode(l.Raw)
	if err != nil && !errors.Is(err, answers.ErrNoAnswer) {
		return err
	}
	if a.ID == "" && a.Query == "" {
		return errors.New("neither id nor query says which question this answers")
	}
	if a.ID != "" {
		r.byID.add(a.ID, line)
	}
	if a.Query != "" {
		r.byQuery.add(a.Query, line)
	}
	return nil
}
