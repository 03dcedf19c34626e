package runstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// scan goes over JSON value by value and holds one value at a time. It looks
// for where a value ends and not into it: what it returns may be no JSON, and
// who decodes it says so.
type scan struct {
	from io.Reader // nil: the whole is in buf
	buf  []byte    // read and not yet passed over, from at
	at   int
	key  []byte // of the member at hand
}

// scanBlock is how much is read at once; a longer value makes room for itself.
const scanBlock = 1 << 16

var errCut = errors.New("it ends in the middle")

func newScan(r io.Reader) *scan { return &scan{from: r, buf: make([]byte, 0, scanBlock)} }

// more reads on, and moves what is left to the front of the buffer: what was
// returned before is no longer valid.
func (s *scan) more() error {
	if s.from == nil {
		return errCut
	}
	s.buf = append(s.buf[:0], s.buf[s.at:]...)
	s.at = 0
	if len(s.buf) == cap(s.buf) {
		s.buf = append(make([]byte, 0, 2*cap(s.buf)), s.buf...)
	}
	n, err := io.ReadAtLeast(s.from, s.buf[len(s.buf):cap(s.buf)], 1)
	s.buf = s.buf[:len(s.buf)+n]
	if errors.Is(err, io.EOF) {
		return errCut
	}
	return err
}

// next returns the first byte that is not white space and leaves it there.
func (s *scan) next() (byte, error) {
	for {
		for ; s.at < len(s.buf); s.at++ {
			switch c := s.buf[s.at]; c {
			case ' ', '\n', '\r', '\t':
			default:
				return c, nil
			}
		}
		if err := s.more(); err != nil {
			return 0, err
		}
	}
}

func (s *scan) expect(want byte) error {
	c, err := s.next()
	if err == nil && c != want {
		err = fmt.Errorf("%q stands where %q belongs", c, want)
	}
	s.at++
	return err
}

// value passes over the next value and returns its text, valid until the next
// call of any method.
func (s *scan) value() ([]byte, error) {
	for {
		if _, err := s.next(); err != nil {
			return nil, err
		}
		if end := anyEnd(s.buf, s.at); end >= 0 {
			value := s.buf[s.at:end]
			s.at = end
			if len(value) == 0 {
				return nil, fmt.Errorf("%q stands where a value belongs", s.buf[end])
			}
			return value, nil
		}
		if err := s.more(); err != nil {
			return nil, err
		}
	}
}

// anyEnd is valueEnd for short values too, which end where something else
// begins: -1 while that has not been read.
func anyEnd(buf []byte, at int) int {
	switch buf[at] {
	case '"', '{', '[':
		return valueEnd(buf, at)
	}
	for ; at < len(buf); at++ {
		if strings.IndexByte(",:]} \n\r\t", buf[at]) >= 0 {
			return at
		}
	}
	return -1
}

// object calls member for each key; member passes over the value. The key has
// its quotes off and is valid until an object is gone over within the value.
func (s *scan) object(member func(key []byte) error) error {
	return s.each('{', '}', func() error {
		key, err := s.value()
		if err != nil {
			return err
		}
		// Looking for the colon may read on. No key that is asked for is written
		// with escapes.
		s.key = append(s.key[:0], bytes.Trim(key, `"`)...)
		if err := s.expect(':'); err != nil {
			return err
		}
		return member(s.key)
	})
}

// list calls element for each element, which it passes over.
func (s *scan) list(element func() error) error { return s.each('[', ']', element) }

func (s *scan) each(open, end byte, item func() error) error {
	if err := s.expect(open); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := s.next()
		if err != nil {
			return err
		}
		if c == end {
			s.at++
			return nil
		}
		if !first {
			if err := s.expect(','); err != nil {
				return err
			}
		}
		if err := item(); err != nil {
			return err
		}
	}
}

// unquoted decodes only what has escapes in it.
func unquoted(value []byte) (string, error) {
	if n := len(value); n >= 2 && value[0] == '"' && bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : n-1]), nil
	}
	var text string
	err := json.Unmarshal(value, &text)
	return text, err
}

// nothingMore demands the end of the input.
func (s *scan) nothingMore() error {
	c, err := s.next()
	if errors.Is(err, errCut) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%q stands after its end", c)
	}
	return err
}
