package targets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/answers"
)

// list takes a list and calls each with the scanner before every element.
func (s *jsonScanner) list(each func() error) error {
	if err := s.expect('['); err != nil {
		return err
	}
	return s.commas(']', each)
}

// object takes an object and calls each with the scanner before every value.
func (s *jsonScanner) object(each func(key string) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	return s.commas('}', func() error {
		key, err := s.key()
		if err != nil {
			return err
		}
		return each(key)
	})
}

// commas takes what stands between an opening bracket and its closing one.
func (s *jsonScanner) commas(end byte, each func() error) error {
	for first := true; ; first = false {
		c, err := s.next()
		switch {
		case err != nil:
			return err
		case c == end && first:
			return s.expect(end)
		}
		if err := each(); err != nil {
			return err
		}
		if c, err = s.next(); err != nil {
			return err
		}
		if c == end {
			return s.expect(end)
		}
		if err := s.expect(','); err != nil {
			return err
		}
	}
}

// key takes a key and its colon.
func (s *jsonScanner) key() (string, error) {
	quoted, err := s.value(s.quoted)
	if err != nil {
		return "", err
	}
	var key string
	if err := json.Unmarshal(quoted.Raw, &key); err != nil {
		return "", err
	}
	return key, s.expect(':')
}

// quoted takes a text where nothing else may stand.
func (s *jsonScanner) quoted() error {
	c, err := s.next()
	if err != nil {
		return err
	}
	if c != '"' {
		return fmt.Errorf("%q where a key is wanted", c)
	}
	return s.text()
}

// under walks down the keys of a path and calls each before every element of
// the list that stands there. Everything beside the path is skipped.
func (s *jsonScanner) under(path []string, each func() error) error {
	if len(path) == 0 {
		return s.list(each)
	}
	found := false
	err := s.object(func(key string) error {
		if key != path[0] {
			return s.skip()
		}
		if found {
			return fmt.Errorf("duplicate key %q", key)
		}
		found = true
		return s.under(path[1:], each)
	})
	if err == nil && !found {
		return fmt.Errorf("key %q is missing", path[0])
	}
	return err
}

// end reports text after the file's one value.
func (s *jsonScanner) end() error {
	switch c, err := s.next(); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil
	case err != nil:
		return err
	default:
		return fmt.Errorf("text after the JSON value, from %q", c)
	}
}

// at puts the line of a failure on it.
func (s *jsonScanner) at(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file ends in the middle of its JSON text")
	}
	return &answers.LineError{Number: s.line, Err: err}
}

// pathTo is the place of a key below a path: $.a.b, or $["a b"] for a key that
// is no plain word.
func pathTo(path, key string) string {
	word := key != "" && strings.Trim(strings.ToLower(key), "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
	if word {
		return path + "." + key
	}
	return fmt.Sprintf("%s[%q]", path, key)
}
