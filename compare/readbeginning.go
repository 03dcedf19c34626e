package compare

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const byteOrderMark = "\uFEFF"

// looksLikeJSON tells files that are no JSON at all by their first character,
// in words of their own: "invalid character '#'" helps nobody.
func looksLikeJSON(in *bufio.Reader) error {
	if mark, _ := in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		if _, err := in.Discard(len(byteOrderMark)); err != nil {
			return err
		}
	}
	switch c, err := (&source{in: in}).next(); {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty")
	case err != nil:
		return err
	case c == '{':
		return nil
	case c == '#' || c == '|' || c == '*':
		return errors.New("the file is Markdown, not a report.json; name the run folder or the report.json in it")
	}
	return fmt.Errorf("the file is not a report.json: it begins with %s", beginning(in))
}

// beginning quotes the next character of a file.
func beginning(in *bufio.Reader) string {
	ahead, _ := in.Peek(utf8.UTFMax)
	c, _ := utf8.DecodeRune(ahead)
	return fmt.Sprintf("%q", c)
}

// plain says in our words that a file ends too early.
func plain(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut off: the report does not end")
	}
	return err
}

// shape says which key holds what it cannot.
func shape(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return fmt.Errorf("%s cannot hold a %s", wrong.Field, wrong.Value)
	}
	return err
}
