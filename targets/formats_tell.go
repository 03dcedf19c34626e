package targets

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

// zipMagic begins the .eval files that Inspect writes by default.
var zipMagic = []byte("PK\x03\x04")

// layoutOf chooses how a file is read. The file is left at its beginning.
func layoutOf(f *os.File, format Format) (layout, error) {
	if err := format.check(); err != nil {
		return layout{}, err
	}
	head := make([]byte, len(zipMagic))
	if n, _ := f.ReadAt(head, 0); bytes.Equal(head[:n], zipMagic) {
		return layout{}, fmt.Errorf("%s is a ZIP archive; \"inspect log dump\" prints an .eval file as JSON", f.Name())
	}
	name, err := format.Name, error(nil)
	if name == "" {
		if name, err = tell(f); err != nil {
			return layout{}, err
		}
	}
	if format.QueryVar != "" && name != suites.FormatPromptfoo {
		return layout{}, fmt.Errorf("%s is of the format %s; a query variable belongs to %s only", f.Name(), name, suites.FormatPromptfoo)
	}
	switch name {
	case suites.FormatJSON:
		return jsonLayout(f)
	case suites.FormatCSV:
		return csvLayout(), nil
	case suites.FormatPromptfoo:
		return promptfooLayout(format.QueryVar), nil
	case suites.FormatInspect:
		return inspectLayout(), nil
	}
	return jsonLines(), nil
}

// tell goes by the ending of the name; behind .json any of the JSON formats
// may stand, so that its keys are looked at.
func tell(f *os.File) (string, error) {
	switch strings.ToLower(filepath.Ext(f.Name())) {
	case ".csv":
		return suites.FormatCSV, nil
	case ".json":
		shape, err := shapeOf(f)
		return shape.format(), err
	}
	return suites.FormatJSONL, nil
}

// jsonShape is what the outermost value of a file looks like.
type jsonShape struct {
	list bool
	keys map[string]byte // of an object: the first byte of each value; of the known keys only
	more bool            // another value follows: JSON Lines under another name
}

// telling are the keys that tell formats apart.
var telling = map[string]bool{
	"results": true, "evalId": true, "config": true, // promptfoo
	"eval": true, "status": true, "samples": true, // Inspect
	"id": true, "query": true, "answer": true, "declined": true, // an envelope
}

func (s jsonShape) format() string {
	switch {
	case s.more:
		return suites.FormatJSONL
	case s.keys["results"] == '{' && (s.keys["evalId"] != 0 || s.keys["config"] != 0):
		return suites.FormatPromptfoo
	case s.keys["eval"] == '{' && s.keys["status"] == '"':
		return suites.FormatInspect
	}
	return suites.FormatJSON
}

// envelope reports whether an object is one answer and not answers by id: one
// of an envelope's keys holds something that is no envelope.
func (s jsonShape) envelope() bool {
	for _, key := range []string{"id", "query", "answer", "declined"} {
		if c := s.keys[key]; c != 0 && c != '{' {
			return true
		}
	}
	return false
}

// shapeOf looks at a whole file but keeps nothing of it, and leaves it at its
// beginning. A file that is no JSON has the shape of what was read of it: the
// reader of its format will say what is wrong, and where.
func shapeOf(f *os.File) (jsonShape, error) {
	shape := jsonShape{keys: map[string]byte{}}
	s, err := newJSONScanner(f, answers.MaxLine)
	if err != nil {
		return shape, err
	}
	if c, err := s.next(); err == nil && c == '[' {
		shape.list = true
	} else if err == nil && s.object(shape.note(s)) == nil {
		_, err := s.next()
		shape.more = err == nil
	}
	_, err = f.Seek(0, io.SeekStart)
	return shape, err
}

func (shape jsonShape) note(s *jsonScanner) func(key string) error {
	return func(key string) error {
		c, err := s.next()
		if err != nil {
			return err
		}
		if telling[key] {
			shape.keys[key] = c
		}
		return s.skip()
	}
}
