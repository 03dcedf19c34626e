package targets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/evalrun/evalrun/answers"
)

var byteOrderMark = []byte("\ufeff")

// OpenRecorded is OpenRecordedAs for a file whose format shows in its name.
func OpenRecorded(path string) (*Recorded, error) { return OpenRecordedAs(path, Format{}) }

// OpenRecordedAs reads a file of recorded answers once and checks each of
// them: it must be an answer of the format with an id or a query, and no id may
// stand twice. All that is wrong with the answers is in one error, which is
// Problems. The file is not written to.
func OpenRecordedAs(path string, format Format) (*Recorded, error) {
	// A pipe would block on opening and cannot be read by place.
	stat, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("open answers: %w", err)
	case stat.IsDir():
		return nil, fmt.Errorf("open answers: %s is a folder, want a file", path)
	case !stat.Mode().IsRegular():
		return nil, fmt.Errorf("open answers: %s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open answers: %w", err)
	}
	r := &Recorded{path: path, file: f, spans: newSpans(), byID: newKeys(), byQuery: newKeys()}
	r.size = stat.Size()
	if r.layout, err = layoutOf(f, format); err == nil {
		err = r.load()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

func (r *Recorded) load() error {
	sum := sha256.New()
	found := collector{file: r.path}
	var end int64
	for line, err := range decodeAhead(io.TeeReader(r.file, sum), r.layout) {
		if err != nil {
			var unread *answers.LineError
			if !errors.As(err, &unread) {
				return err
			}
			found.add(unread.Number, unread.Err.Error())
			break
		}
		if err := r.index(line); err != nil {
			found.add(line.Number, r.placed(len(r.starts)-1, line.Raw, err.Error()))
		}
		end = line.Offset + int64(len(line.Raw))
	}
	if r.layout.closed {
		r.size = end
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
	r.owned = make([]uint64, len(r.used))
	return found.err()
}

func (r *Recorded) index(d decoded) error {
	line := r.add(d.Line)
	r.keep(line, d)
	r.repeats = max(r.repeats, d.epoch)
	r.epochs = append(r.epochs, uint16(d.epoch))
	if d.err != nil {
		return d.err
	}
	if d.id == "" && d.query == "" {
		return errors.New("neither id nor query says which question this answers")
	}
	r.both = r.both || d.id != "" && d.query != ""
	if d.id != "" {
		r.byID.add(d.id, line)
	}
	if d.query != "" {
		r.byQuery.add(d.query, line)
	}
	return nil
}
