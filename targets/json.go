package targets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
)

// jsonLayout reads the envelopes of one JSON value: a list of them, an object
// that has them under their ids, or one alone.
func jsonLayout(f *os.File) (layout, error) {
	shape, err := shapeOf(f)
	out := layout{cut: cutFromList, decode: plain(answers.Decode), again: plain(answers.DecodeChecked), closed: true}
	switch {
	case shape.list:
		out.answers, out.path = elements(answers.MaxLine), elementPath("$")
	case shape.envelope():
		out.answers, out.path = walked(answers.MaxLine, wholeValue), func(int, []byte) string { return "$" }
	default:
		out.answers, out.path = walked(answers.MaxLine, members), memberPath
		out.decode, out.again = plain(member(answers.Decode)), plain(member(answers.DecodeChecked))
	}
	return out, err
}

// cutFromList drops what stands between one element and the next. No JSON
// value ends in any of it.
func cutFromList(b []byte) []byte { return bytes.TrimRight(b, ", \t\r\n") }

func elementPath(list string) func(int, []byte) string {
	return func(i int, _ []byte) string { return fmt.Sprintf("%s[%d]", list, i) }
}

// errEnough ends a walk whose values nobody wants any more.
var errEnough = errors.New("enough")

// walked yields the values that walk calls each for. The bytes of a value are
// valid until the next one.
func walked(max int, walk func(s *jsonScanner, each func(read func() error) error) error) func(io.Reader) iter.Seq2[answers.Line, error] {
	return func(r io.Reader) iter.Seq2[answers.Line, error] {
		return func(yield func(answers.Line, error) bool) {
			s, err := newJSONScanner(r, max)
			if err != nil {
				yield(answers.Line{}, s.at(err))
				return
			}
			err = walk(s, func(read func() error) error {
				line, err := s.value(read)
				if err == nil && !yield(line, nil) {
					err = errEnough
				}
				return err
			})
			if err == nil {
				err = s.end()
			}
			if err != nil && err != errEnough {
				yield(answers.Line{}, s.at(err))
			}
		}
	}
}

// elements are those of the list at the end of a path.
func elements(max int, path ...string) func(io.Reader) iter.Seq2[answers.Line, error] {
	return walked(max, func(s *jsonScanner, each func(read func() error) error) error {
		return s.under(path, func() error { return each(s.skip) })
	})
}

func wholeValue(s *jsonScanner, each func(read func() error) error) error { return each(s.skip) }

// members are those of an object, key and value together.
func members(s *jsonScanner, each func(read func() error) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	return s.commas('}', func() error { return each(s.member) })
}

// member takes a key, its colon and its value.
func (s *jsonScanner) member() error {
	if err := s.quoted(); err != nil {
		return err
	}
	if err := s.expect(':'); err != nil {
		return err
	}
	return s.skip()
}

// member decodes an envelope that stands under its id.
func member(decode func([]byte) (answers.Answer, error)) func([]byte) (answers.Answer, error) {
	return func(run []byte) (answers.Answer, error) {
		key, value, err := keyAndValue(run)
		if err != nil {
			return answers.Answer{}, err
		}
		a, err := decode(value)
		if a.ID != "" && a.ID != key {
			return a, fmt.Errorf("its id is %q", a.ID)
		}
		a.ID = key
		return a, err
	}
}

func memberPath(_ int, run []byte) string {
	key, _, _ := keyAndValue(run)
	return pathTo("$", key)
}

func keyAndValue(run []byte) (key string, value []byte, err error) {
	if !utf8.Valid(run) {
		return "", nil, errors.New("not valid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(run))
	if err := d.Decode(&key); err != nil {
		return "", nil, err
	}
	_, value, _ = bytes.Cut(run[d.InputOffset():], []byte(":"))
	return key, bytes.TrimSpace(value), nil
}
