package targets

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/evalrun/evalrun/answers"
)

// jsonScanner walks over a JSON text from front to back and keeps only the
// values it is told to. It knows where values begin and end and no more: the
// values it keeps are decoded by others, those it skips are nobody's business,
// and a bare NaN, which some tools write, is as good as any scalar.
type jsonScanner struct {
	r      *bufio.Reader
	offset int64
	line   int // from 1
	kept   []byte
	keep   bool
	max    int // bytes of a value that is kept
}

func newJSONScanner(r io.Reader, max int) (*jsonScanner, error) {
	s := &jsonScanner{r: bufio.NewReaderSize(r, 64<<10), line: 1, max: max}
	if head, _ := s.r.Peek(len(byteOrderMark)); string(head) == string(byteOrderMark) {
		s.offset += int64(len(head))
		_, err := s.r.Discard(len(head))
		return s, err
	}
	return s, nil
}

// take returns the next byte.
func (s *jsonScanner) take() (byte, error) {
	c, err := s.r.ReadByte()
	if err == io.EOF {
		return 0, io.ErrUnexpectedEOF
	}
	if err != nil {
		return 0, err
	}
	if s.offset++; c == '\n' {
		s.line++
	}
	if s.keep {
		if len(s.kept) == s.max {
			return 0, fmt.Errorf("over %d bytes", s.max)
		}
		s.kept = append(s.kept, c)
	}
	return c, nil
}

// next takes the white space before the next byte and returns that byte
// without taking it.
func (s *jsonScanner) next() (byte, error) {
	for {
		head, err := s.r.Peek(1)
		switch {
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case err != nil:
			return 0, err
		case !space(head[0]):
			return head[0], nil
		}
		if _, err := s.take(); err != nil {
			return 0, err
		}
	}
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// expect takes the byte that must come next.
func (s *jsonScanner) expect(want byte) error {
	c, err := s.next()
	if err != nil {
		return err
	}
	if c != want {
		return fmt.Errorf("%q where %q is wanted", c, want)
	}
	_, err = s.take()
	return err
}

// skip takes the next value.
func (s *jsonScanner) skip() error {
	c, err := s.next()
	switch {
	case err != nil:
		return err
	case c == '"':
		return s.text()
	case c == '{' || c == '[':
		return s.nested()
	}
	return s.scalar()
}

// nested takes a list or an object. Brackets are counted, not matched.
func (s *jsonScanner) nested() error {
	for depth := 0; ; {
		c, err := s.next()
		if err != nil {
			return err
		}
		if c == '"' {
			if err := s.text(); err != nil {
				return err
			}
			continue
		}
		if _, err := s.take(); err != nil {
			return err
		}
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return nil
			}
		}
	}
}

// text takes a quoted text.
func (s *jsonScanner) text() error {
	_, err := s.take()
	for err == nil {
		var c byte
		c, err = s.take()
		switch {
		case err == nil && c == '\\':
			_, err = s.take()
		case err == nil && c == '"':
			return nil
		}
	}
	return err
}

// scalar takes a number or a word: up to the next byte of structure.
func (s *jsonScanner) scalar() error {
	for taken := 0; ; taken++ {
		head, err := s.r.Peek(1)
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF || space(head[0]) || head[0] == ',' || head[0] == ']' || head[0] == '}' || head[0] == ':' {
			if taken == 0 {
				return errors.New("a value is missing")
			}
			return nil
		}
		if _, err := s.take(); err != nil {
			return err
		}
	}
}

// value returns the bytes that read takes and where they begin. The bytes are
// valid until the next call.
func (s *jsonScanner) value(read func() error) (answers.Line, error) {
	if _, err := s.next(); err != nil {
		return answers.Line{}, err
	}
	line := answers.Line{Number: s.line, Offset: s.offset}
	s.keep, s.kept = true, s.kept[:0]
	err := read()
	s.keep, line.Raw = false, s.kept
	return line, err
}
