package compare

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
)

// largestValue bounds a question, and any other block of a report: each is
// held while it is read. The texts of answers are in no report, so that
// questions of some 10 kB are large ones.
const largestValue = 10 << 20

var errTooLarge = errors.New("it is larger than 10 MB")

// source takes a report apart into its values, one of which is held at a time.
// Whether a value is JSON is for its decoder to say.
type source struct {
	in  *bufio.Reader
	raw []byte
}

// next is the first character that is not white space; it stays where it is.
func (s *source) next() (byte, error) {
	for {
		c, err := s.in.ReadByte()
		switch {
		case err != nil:
			return 0, err
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		}
		return c, s.in.UnreadByte()
	}
}

// expect takes one character.
func (s *source) expect(want byte) error {
	c, err := s.next()
	if err != nil {
		return err
	}
	if c != want {
		return fmt.Errorf("%s stands where %q should", beginning(s.in), want)
	}
	_, err = s.in.ReadByte()
	return err
}

// more goes to the next of the values that a comma parts and end ends, and
// takes the end.
func (s *source) more(first bool, end byte) (bool, error) {
	c, err := s.next()
	switch {
	case err != nil:
		return false, err
	case c == end:
		return false, s.expect(end)
	case first:
		return true, nil
	}
	return true, s.expect(',')
}

// key takes the name of a value.
func (s *source) key() (string, error) {
	raw, err := s.value()
	if err != nil {
		return "", err
	}
	var key string
	if err := json.Unmarshal(raw, &key); err != nil {
		return "", err
	}
	return key, s.expect(':')
}

// value takes a value and returns it as it was written, valid until the next
// call.
func (s *source) value() (json.RawMessage, error) {
	if _, err := s.next(); err != nil {
		return nil, err
	}
	s.raw = s.raw[:0]
	var e extent
	for !e.ended {
		if _, err := s.in.Peek(1); err != nil {
			return nil, err
		}
		ahead, _ := s.in.Peek(s.in.Buffered())
		n := e.follow(ahead)
		if len(s.raw)+n > largestValue {
			return nil, errTooLarge
		}
		s.raw = append(s.raw, ahead[:n]...)
		if _, err := s.in.Discard(n); err != nil {
			return nil, err
		}
	}
	return s.raw, nil
}
