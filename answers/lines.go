package answers

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
)

// MaxLine is the largest envelope accepted, in bytes. A larger answer would
// not be read by a person or a judge, and would let one line fill memory.
const MaxLine = 10 << 20

// Line is one non-blank line of a JSON Lines stream. Raw is valid until the
// next line is read; Offset is where it starts in the stream.
type Line struct {
	Number int // from 1
	Offset int64
	Raw    []byte
}

// LineError is the line, counted from 1, at which a stream could not be read
// further.
type LineError struct {
	Number int
	Err    error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Number, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

// Lines yields the non-blank lines of r. A byte-order mark and carriage
// returns are dropped. A line over max bytes ends the stream, as a failed
// read does, with a *LineError.
func Lines(r io.Reader, max int) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		br := bufio.NewReaderSize(r, 64<<10)
		var offset int64
		for number := 1; ; number++ {
			raw, err := readLine(br, max)
			if err != nil && err != io.EOF {
				yield(Line{}, &LineError{Number: number, Err: err})
				return
			}
			line := Line{Number: number, Offset: offset, Raw: trimLine(raw, number)}
			offset += int64(len(raw))
			if len(line.Raw) > 0 && !yield(line, nil) {
				return
			}
			if err == io.EOF {
				return
			}
		}
	}
}

// readLine returns the next line with its line break. The common short line
// is returned without a copy.
func readLine(br *bufio.Reader, max int) ([]byte, error) {
	line, err := br.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line = bytes.Clone(line) // the reader's buffer is about to be reused
	}
	for err == bufio.ErrBufferFull && len(line) <= max {
		var chunk []byte
		chunk, err = br.ReadSlice('\n')
		line = append(line, chunk...)
	}
	if len(line) > max {
		return nil, fmt.Errorf("over %d bytes", max)
	}
	return line, err
}

func trimLine(raw []byte, number int) []byte {
	if number == 1 {
		raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	}
	return bytes.TrimSpace(raw)
}
