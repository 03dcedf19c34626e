package targets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/evalrun/evalrun/answers"
)

// csvFile reads answers from rows. Its columns are set when the header is
// read, before the first row is handed on.
type csvFile struct{ columns []string }

func csvLayout() layout {
	f := &csvFile{}
	return layout{answers: f.answers, cut: cutRow, decode: f.decode, again: f.decode}
}

// cutRow drops line breaks only: spaces belong to the cells.
func cutRow(b []byte) []byte { return bytes.Trim(b, "\r\n") }

// answers yields the rows below the header as they stand in the file.
func (f *csvFile) answers(r io.Reader) iter.Seq2[answers.Line, error] {
	return func(yield func(answers.Line, error) bool) {
		rows := newRows(r)
		header, line, err := rows.next()
		switch {
		case err == io.EOF:
			return
		case err == nil:
			f.columns, err = columnsOf(header)
		}
		for err == nil {
			if _, line, err = rows.next(); err == nil && !yield(line, nil) {
				return
			}
		}
		if err != io.EOF {
			yield(answers.Line{}, &answers.LineError{Number: line.Number, Err: err})
		}
	}
}

// rows are the records of a CSV text with the bytes they were read from.
type rows struct {
	csv  *csv.Reader
	seen *recorder
	at   int64 // end of the last row
	line int   // the last row's
}

func newRows(r io.Reader) *rows {
	seen := &recorder{from: r}
	c := csv.NewReader(seen)
	c.FieldsPerRecord = -1 // counted by decode, so that every bad row is named
	c.ReuseRecord = true
	return &rows{csv: c, seen: seen}
}

// next returns a row and its bytes, both valid until the next call.
func (r *rows) next() ([]string, answers.Line, error) {
	cells, err := r.csv.Read()
	if err == io.EOF {
		return nil, answers.Line{}, err
	}
	var broken *csv.ParseError
	if errors.As(err, &broken) {
		return nil, answers.Line{Number: broken.StartLine}, broken.Err
	}
	if err != nil {
		return nil, answers.Line{Number: r.line + 1}, err
	}
	r.line, _ = r.csv.FieldPos(0)
	line := answers.Line{Number: r.line, Offset: r.at}
	r.at = r.csv.InputOffset()
	line.Raw = cutRow(r.seen.take(r.at))
	if line.Offset == 0 && len(cells) > 0 {
		line.Raw = bytes.TrimPrefix(line.Raw, byteOrderMark)
	}
	return cells, line, nil
}

// recorder keeps what was read until it is taken.
type recorder struct {
	from io.Reader
	kept []byte
	base int64 // place of kept's first byte in the text
}

// Read fails where more is kept than a row may have: a quote that is never
// closed would else bring the whole file into memory.
func (r *recorder) Read(p []byte) (int, error) {
	if len(r.kept) > answers.MaxLine {
		return 0, fmt.Errorf("over %d bytes", answers.MaxLine)
	}
	n, err := r.from.Read(p)
	r.kept = append(r.kept, p[:n]...)
	return n, err
}

// take returns what was read up to a place in the text and was not taken yet.
func (r *recorder) take(to int64) []byte {
	n := int(to - r.base)
	out := r.kept[:n:n]
	r.kept, r.base = r.kept[n:], to
	return out
}
