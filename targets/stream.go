package targets

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/evalrun/evalrun/suites"
)

// streamed is what a stream amounts to.
type streamed struct {
	last       []byte // the last event's JSON
	text       string // the pieces, joined
	events     int
	pieces     int           // events in which the path to the text leads somewhere
	firstToken time.Duration // from the start to the first piece that is not empty
}

// errCut is a stream that ended inside an event: the connection was lost, or
// the application gave up.
var errCut = errors.New("the stream ended inside an event")

// streamError is an error that an application reports within a stream that
// began well. What came before it is no answer.
type streamError struct{ event string }

func (e *streamError) Error() string { return "the stream carries an error: " + beginning(e.event) }

// eventError is an event in which nothing can be found.
type eventError struct {
	number int
	err    error
}

func (e *eventError) Error() string { return fmt.Sprintf("event %d: %v", e.number, e.err) }

// streamReader reads a stream event by event.
type streamReader struct {
	delta *suites.ReplyPath // nil: no text is gathered
	since func() time.Duration
	out   streamed
	text  strings.Builder
}

func readStream(from io.Reader, format string, delta *suites.ReplyPath, since func() time.Duration) (streamed, error) {
	r := streamReader{delta: delta, since: since}
	read := r.ndjson
	if format == suites.ResponseSSE {
		read = r.sse
	}
	err := read(bufio.NewReader(from))
	r.out.text = r.text.String()
	return r.out, err
}

// event takes the JSON of one event.
func (r *streamReader) event(data []byte) error {
	r.out.events++
	r.out.last = append(r.out.last[:0], data...)
	doc, err := parseReply(data)
	if err != nil {
		return &eventError{r.out.events, err}
	}
	if carriesError(doc) {
		return &streamError{string(data)}
	}
	if err := r.piece(doc); err != nil {
		return &eventError{r.out.events, err}
	}
	return nil
}

// carriesError recognises {"error": …}, which nobody sends for a success; an
// error that is null, false or empty says that there is none.
func carriesError(doc any) bool {
	object, _ := doc.(map[string]any)
	switch e := object["error"].(type) {
	case nil:
		return false
	case bool:
		return e
	case string:
		return e != ""
	case map[string]any:
		return len(e) > 0
	case json.Number:
		return e != "0"
	}
	return true
}

// piece adds an event's text. Events of other kinds have none.
func (r *streamReader) piece(doc any) error {
	if r.delta == nil {
		return nil
	}
	lenient := *r.delta
	lenient.Optional = true
	value, found, err := textOrValueAt(doc, &lenient)
	if err != nil || !found {
		return err
	}
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("%s is %s, want text", r.delta, kindOf(value))
	}
	r.out.pieces++
	if r.text.Len() == 0 && text != "" {
		r.out.firstToken = r.since()
	}
	r.text.WriteString(text)
	return nil
}

// ndjson reads one event a line.
func (r *streamReader) ndjson(from *bufio.Reader) error {
	for {
		line, err := from.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		data := bytes.TrimSpace(bytes.TrimPrefix(line, byteOrderMark))
		if err == io.EOF && len(data) > 0 && !json.Valid(data) {
			return errCut
		}
		if len(data) > 0 {
			if broken := r.event(data); broken != nil {
				return broken
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}
