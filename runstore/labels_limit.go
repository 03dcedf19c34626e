package runstore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// What people said fits well into these; a file that does not is something
// else. A row of a table may go over several lines, which count as one.
const (
	maxLabelLine  = 1 << 20
	maxLabelBytes = 256 << 20 // of all files
	maxLabels     = 250_000   // likewise
)

// lineTooLong names the line that a row began in.
type lineTooLong struct{ line int }

func (e *lineTooLong) Error() string {
	return fmt.Sprintf("line %d is longer than 1 MB", e.line)
}

var errTooManyLabels = errors.New("the labels are larger than 256 MB")

// limited is a file within what is left for all of them.
func (l *LabelReader) limited(r io.Reader, table bool) io.Reader {
	return &labelText{r: r, read: &l.read, table: table}
}

// labelText passes a file on until a row, or all of it, is too long: whoever
// parses a row holds it.
type labelText struct {
	r      io.Reader
	read   *int // bytes, of all files
	table  bool // line breaks in quotes end no row
	quoted bool
	row    int // bytes of the row so far
	line   int // that the row began in, from 0
	breaks int // within the row
}

func (t *labelText) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if *t.read += n; *t.read > maxLabelBytes {
		return 0, errTooManyLabels
	}
	if long := t.follow(p[:n]); long != nil {
		return 0, long
	}
	return n, err
}

// follow counts what of a row was passed on.
func (t *labelText) follow(text []byte) error {
	for len(text) > 0 {
		piece, ended := text, false
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			piece, ended = text[:i+1], true
		}
		text = text[len(piece):]
		if t.table && bytes.Count(piece, []byte{'"'})%2 == 1 {
			t.quoted = !t.quoted
		}
		if t.row += len(piece); t.row > maxLabelLine {
			return &lineTooLong{t.line + 1}
		}
		if ended {
			t.breaks++
		}
		if ended && !t.quoted {
			t.line, t.row, t.breaks = t.line+t.breaks, 0, 0
		}
	}
	return nil
}
