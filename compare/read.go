package compare

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// Read takes a report.json in. Half a report is none: what is cut off, of
// another schema, not a report at all, or holds an id twice is an error that
// names the file and the cause.
func Read(name string, r io.Reader) (*Run, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if err := looksLikeJSON(in); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	run := &Run{Path: name, stated: map[string]bool{}, index: map[string]int{}}
	if err := run.decode(json.NewDecoder(in)); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	return run, nil
}

// looksLikeJSON tells files that are no JSON at all by their first character,
// in words of their own: "invalid character '#'" helps nobody.
func looksLikeJSON(in *bufio.Reader) error {
	for {
		b, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return errors.New("the file is empty")
		case err != nil:
			return err
		case b == ' ' || b == '\t' || b == '\r' || b == '\n':
			continue
		case b == '{':
			return in.UnreadByte()
		case b == '#' || b == '|' || b == '*':
			return errors.New("the file is Markdown, not a report.json; name the run folder or the report.json in it")
		}
		return fmt.Errorf("the file is not a report.json: it begins with %s", beginning(in, b))
	}
}

// beginning quotes the first character of a file.
func beginning(in *bufio.Reader, first byte) string {
	rest, _ := in.Peek(utf8.UTFMax - 1)
	c, _ := utf8.DecodeRune(append([]byte{first}, rest...))
	return fmt.Sprintf("%q", c)
}

// plain turns the decoder's words for a file that ends too early into ours.
func plain(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut off: the report does not end")
	}
	return err
}

// decode reads the top level key by key, so that the questions are held once
// and what is not needed never.
func (r *Run) decode(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		if seen[key] {
			return fmt.Errorf("duplicate key %q", key)
		}
		seen[key] = true
		if err := r.value(dec, key); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after the report")
	}
	for _, key := range []string{"schema", "run", "gate", "questions"} {
		if !seen[key] {
			return fmt.Errorf("the report has no %s", key)
		}
	}
	return nil
}

func (r *Run) value(dec *json.Decoder, key string) error {
	switch key {
	case "schema":
		return r.schema(dec)
	case "run":
		return r.info(dec)
	case "gate":
		return dec.Decode(&r.Gate)
	case "judge":
		var judge struct {
			Served map[string]int `json:"served"`
		}
		err := dec.Decode(&judge)
		r.Served = judge.Served
		return err
	case "questions":
		return r.questions(dec)
	}
	var skipped json.RawMessage
	return dec.Decode(&skipped)
}

// schema refuses other documents of evalrun by what they are.
func (r *Run) schema(dec *json.Decoder) error {
	var schema string
	if err := dec.Decode(&schema); err != nil {
		return err
	}
	switch schema {
	case results.ReportSchema:
		return nil
	case results.ReportsSchema:
		return errors.New("the file holds the reports of several suites; name the report.json of one")
	case results.RunSchema:
		return errors.New("the file is a run.json; name the run folder or the report.json in it")
	}
	return fmt.Errorf("schema %q is none that can be compared; %s is", schema, results.ReportSchema)
}

// info also notes which keys are there: a temperature that is null is known to
// be the provider's, one that is absent is not known.
func (r *Run) info(dec *json.Decoder) error {
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &r.Info); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	for key, value := range keys {
		r.stated[key] = !bytes.Equal(value, []byte("null"))
	}
	if !r.stated["judge"] {
		return nil
	}
	var judge map[string]json.RawMessage
	if err := json.Unmarshal(keys["judge"], &judge); err != nil {
		return fmt.Errorf("run: judge: %w", err)
	}
	for key := range judge {
		r.stated["judge."+key] = true
	}
	return nil
}
