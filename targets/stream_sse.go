package targets

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// doneMarker ends a stream of a chat completion. It is no JSON.
const doneMarker = "[DONE]"

// sse reads server-sent events: lines of field: value, of which data and
// event matter, and a blank line after each event. What follows the marker of
// the end is not read.
func (r *streamReader) sse(from *bufio.Reader) error {
	lines := sseLines{from: from}
	var e sseEvent
	for {
		line, err := lines.next()
		if err != nil && err != io.EOF {
			return err
		}
		if len(line) > 0 {
			e.add(line)
		}
		if len(line) == 0 || err == io.EOF {
			done, broken := r.dispatch(e, err == io.EOF)
			if done || broken != nil {
				return broken
			}
			e = sseEvent{}
		}
		if err == io.EOF {
			return nil
		}
	}
}

type sseEvent struct {
	name    string
	data    []byte
	hasData bool
}

// add takes one line. A line that begins with a colon is a comment, which
// servers send to keep a connection open.
func (e *sseEvent) add(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.name = string(value)
	case "data":
		if e.hasData {
			e.data = append(e.data, '\n')
		}
		e.data, e.hasData = append(e.data, value...), true
	}
}

// dispatch ends an event. One that the end of the stream ends counts when it
// is whole.
func (r *streamReader) dispatch(e sseEvent, atEnd bool) (done bool, err error) {
	data := bytes.TrimSpace(e.data)
	switch {
	case len(data) == 0:
		return false, nil
	case string(data) == doneMarker:
		return true, nil
	case e.name == "error":
		return true, &streamError{string(data)}
	case atEnd && !json.Valid(data):
		return true, errCut
	}
	return false, r.event(data)
}

// sseLines splits at LF, CR LF and lone CR, which the format allows alike. The
// LF of a CR LF is passed over when the next line is asked for: waiting for it
// would hold an event back.
type sseLines struct {
	from    *bufio.Reader
	began   bool
	afterCR bool
}

func (l *sseLines) next() ([]byte, error) {
	var line []byte
	for {
		c, err := l.from.ReadByte()
		switch {
		case err != nil:
			return l.whole(line), err
		case c == '\n' && l.afterCR:
			l.afterCR = false
			continue
		case c == '\n' || c == '\r':
			l.afterCR = c == '\r'
			return l.whole(line), nil
		}
		l.afterCR = false
		line = append(line, c)
	}
}

func (l *sseLines) whole(line []byte) []byte {
	if !l.began {
		l.began = true
		return bytes.TrimPrefix(line, byteOrderMark)
	}
	return line
}
