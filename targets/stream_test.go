package targets

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/evalrun/evalrun/suites"
)

func never() time.Duration { return 0 }

func TestEventsAreReadInEveryFormTheFormatAllows(t *testing.T) {
	for name, c := range map[string]struct{ format, stream, text, last string }{
		"a chat stream": {suites.ResponseSSE,
			"data: {\"t\":\"Thirty \"}\n\ndata: {\"t\":\"days.\"}\n\ndata: {\"end\":1}\n\ndata: [DONE]\n\ndata: {\"t\":\"after\"}\n\n",
			"Thirty days.", `{"end":1}`},
		"CR LF and comments": {suites.ResponseSSE,
			"\ufeff: hello\r\nevent: token\r\nid: 1\r\ndata:{\"t\":\"a\"}\r\n\r\n: still here\r\n\r\ndata: {\"t\":\"b\"}\r\n\r\n", "ab", `{"t":"b"}`},
		"lone CR":                  {suites.ResponseSSE, "data: {\"t\":\"a\"}\r\rdata: {\"t\":\"b\"}\r\r", "ab", `{"t":"b"}`},
		"data on several lines":    {suites.ResponseSSE, "data: {\"t\":\ndata: \"a\"}\n\n", "a", "{\"t\":\n\"a\"}"},
		"no blank line at the end": {suites.ResponseSSE, "data: {\"t\":\"a\"}\n\ndata: {\"t\":\"b\"}", "ab", `{"t":"b"}`},
		"events without data":      {suites.ResponseSSE, "event: ping\n\nretry: 5\n\ndata\n\ndata: {\"t\":\"a\"}\n\n", "a", `{"t":"a"}`},
		"no error":                 {suites.ResponseSSE, "data: {\"t\":\"a\",\"error\":null}\n\ndata: {\"error\":{},\"t\":\"b\"}\n\n", "ab", `{"error":{},"t":"b"}`},
		"lines":                    {suites.ResponseNDJSON, "\ufeff{\"t\":\"a\"}\r\n\n  {\"t\":\"b\"}  \n{\"x\":0}", "ab", `{"x":0}`},
		"nothing":                  {suites.ResponseNDJSON, "\n\n", "", ""},
		"null and absent text":     {suites.ResponseNDJSON, "{\"t\":null}\n{\"t\":\"\"}\n{\"u\":1}\n{\"t\":\"a\"}\n", "a", `{"t":"a"}`},
	} {
		for _, slow := range []bool{false, true} {
			var from io.Reader = strings.NewReader(c.stream)
			if slow {
				from = iotest.OneByteReader(from)
			}
			got, err := readStream(from, c.format, path(t, "$.t"), never)
			if err != nil || got.text != c.text || string(got.last) != c.last {
				t.Errorf("%s (byte by byte %t): text %q, last %q, %v", name, slow, got.text, got.last, err)
			}
		}
	}
}

func TestStreamsThatBreakAreErrors(t *testing.T) {
	cut := errors.New("connection lost")
	for name, c := range map[string]struct {
		format string
		from   io.Reader
		want   string
	}{
		"cut in an event":   {suites.ResponseSSE, strings.NewReader("data: {\"t\":\"a\"}\n\ndata: {\"t\":"), errCut.Error()},
		"cut in a line":     {suites.ResponseNDJSON, strings.NewReader("{\"t\":\"a\"}\n{\"t\":"), errCut.Error()},
		"the reader's":      {suites.ResponseSSE, io.MultiReader(strings.NewReader("data: {\"t\":\"a\"}\n\n"), iotest.ErrReader(cut)), cut.Error()},
		"the reader's line": {suites.ResponseNDJSON, io.MultiReader(strings.NewReader("{\"t\":\"a\"}\n"), iotest.ErrReader(cut)), cut.Error()},
		"no JSON":           {suites.ResponseSSE, strings.NewReader("data: {}\n\ndata: hello\n\ndata: {}\n\n"), "event 2: the reply is no JSON"},
		"two of a key":      {suites.ResponseNDJSON, strings.NewReader("{\"t\":\"a\",\"t\":\"b\"}\n"), `event 1: the reply is no JSON that can be mapped: duplicate key "t"`},
		"text is a number":  {suites.ResponseNDJSON, strings.NewReader("{\"t\":5}\n"), "event 1: $.t is a number, want text"},
		"an error event":    {suites.ResponseSSE, strings.NewReader("data: {\"t\":\"a\"}\n\nevent: error\ndata: out of memory\n\n"), `the stream carries an error: "out of memory"`},
		"an error object":   {suites.ResponseSSE, strings.NewReader("data: {\"t\":\"a\"}\n\ndata: {\"error\":{\"message\":\"overloaded\"}}\n\n"), "the stream carries an error: "},
		"an error text":     {suites.ResponseNDJSON, strings.NewReader("{\"t\":\"a\"}\n{\"error\":\"overloaded\"}\n"), "the stream carries an error: "},
	} {
		got, err := readStream(c.from, c.format, path(t, "$.t"), never)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v, want %q", name, got, err, c.want)
		}
	}
}

// TestAnEventIsTakenWhenItEnds: the first token is timed when it is there, not
// when the next one is.
func TestAnEventIsTakenWhenItEnds(t *testing.T) {
	for _, end := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		reader, writer := io.Pipe()
		taken := make(chan struct{})
		done := make(chan error, 1)
		go func() {
			_, err := readStream(reader, suites.ResponseSSE, path(t, "$.t"), func() time.Duration { close(taken); return 1 })
			done <- err
		}()
		if _, err := io.WriteString(writer, "data: {\"t\":\"a\"}"+end); err != nil {
			t.Fatal(err)
		}
		<-taken
		writer.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add("data: {\"t\":\"a\"}\r\n\r\n: x\rdata: [DONE]\n\n", true)
	f.Add("{\"t\":\"a\"}\n{\"t\":", false)
	f.Add("event: error\ndata: x\n\n", true)
	f.Fuzz(func(t *testing.T, stream string, sse bool) {
		format := suites.ResponseNDJSON
		if sse {
			format = suites.ResponseSSE
		}
		whole, err := readStream(strings.NewReader(stream), format, path(t, "$.t"), never)
		split, splitErr := readStream(iotest.OneByteReader(strings.NewReader(stream)), format, path(t, "$.t"), never)
		if whole.text != split.text || string(whole.last) != string(split.last) || (err == nil) != (splitErr == nil) {
			t.Errorf("read at once: %+v, %v; byte by byte: %+v, %v", whole, err, split, splitErr)
		}
		if err == nil && whole.events == 0 && len(whole.last) > 0 {
			t.Error("a last event without any")
		}
	})
}
