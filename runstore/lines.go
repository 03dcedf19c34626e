package runstore

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
)

// maxLine bounds one line: an answer of the largest size accepted, a prompt
// that shows it, and the judge's replies, each escaped. A larger "line" is
// not a record.
const maxLine = 256 << 20

// line is one line that is not blank, with its line break.
type line struct {
	number  int // from 1
	offset  int64
	raw     []byte // valid until the next line is read
	unended bool   // the file ends before a line break
}

// lines yields the lines of r. With an error, the number is that of the line
// which could not be read.
func lines(r io.Reader) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		sc := bufio.NewScanner(r)
		sc.Buffer(make([]byte, 0, 64<<10), maxLine)
		sc.Split(splitAfterBreak)
		next := line{number: 1}
		for sc.Scan() {
			next.raw = sc.Bytes()
			next.unended = next.raw[len(next.raw)-1] != '\n'
			if len(bytes.TrimSpace(next.raw)) > 0 && !yield(next, nil) {
				return
			}
			next.offset += int64(len(next.raw))
			next.number++
		}
		if err := sc.Err(); err != nil {
			yield(next, err)
		}
	}
}

func splitAfterBreak(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// lineReader reads lines by their offsets. Records end nearly in suite
// order, so most of them lie in the block that was read last.
type lineReader struct {
	file  io.ReaderAt
	end   int64 // nothing at or after it is read
	block []byte
	start int64 // offset of block in the file
}

const blockSize = 32 << 10

// at returns the line at offset, valid until the next call.
func (l *lineReader) at(offset int64) ([]byte, error) {
	for size := blockSize; ; size *= 2 {
		if rest := l.held(offset); rest != nil {
			if i := bytes.IndexByte(rest, '\n'); i >= 0 {
				return rest[:i+1], nil
			}
			if l.start+int64(len(l.block)) >= l.end {
				return rest, nil
			}
		}
		if size > maxLine {
			return nil, bufio.ErrTooLong
		}
		if err := l.fill(offset, size); err != nil {
			return nil, err
		}
	}
}

func (l *lineReader) held(offset int64) []byte {
	if offset < l.start || offset >= l.start+int64(len(l.block)) {
		return nil
	}
	return l.block[offset-l.start:]
}

func (l *lineReader) fill(offset int64, size int) error {
	size = int(min(int64(size), l.end-offset))
	if size <= 0 {
		return io.ErrUnexpectedEOF
	}
	if cap(l.block) < size {
		l.block = make([]byte, size)
	}
	l.block, l.start = l.block[:size], offset
	if _, err := l.file.ReadAt(l.block, offset); err != nil && err != io.EOF {
		l.block = l.block[:0]
		return err
	}
	return nil
}

// number counts the line at offset, for messages.
func (l *lineReader) number(offset int64) string {
	number := 1
	counted := bufio.NewReader(io.NewSectionReader(l.file, 0, offset))
	for {
		b, err := counted.ReadByte()
		if err != nil {
			return fmt.Sprint(number)
		}
		if b == '\n' {
			number++
		}
	}
}
