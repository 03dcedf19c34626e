package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"

	openai "github.com/sashabaranov/go-openai"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// zeroStandIn marshals to 1e-45. The library leaves a temperature of 0 out of
// the body, which means the server's default, often 1; so 0 travels as this
// value and becomes 0 again on the wire.
const zeroStandIn = math.SmallestNonzeroFloat32

// textStandIn travels in place of each message's text, and schemaStandIn in
// place of the schema. The library encodes a value, then checks and copies what
// it encoded; over the kilobytes of a prompt that is most of what a call costs,
// and a repeated call pays again.
const (
	textStandIn   = "text"
	schemaStandIn = `{}`
)

// standIns are the values that take their places in a body on the wire.
type standIns struct {
	texts           []string // of the messages in order
	zeroTemperature bool
	schema          []byte // nil where there is none to put in
}

// standInsFor takes the values out of a request that is about to be sent and
// leaves the stand-ins in it.
func standInsFor(out *openai.ChatCompletionRequest) standIns {
	s := standIns{texts: make([]string, len(out.Messages)), zeroTemperature: out.Temperature == zeroStandIn}
	for i := range out.Messages {
		s.texts[i], out.Messages[i].Content = out.Messages[i].Content, textStandIn
	}
	if f := out.ResponseFormat; f != nil && f.JSONSchema != nil {
		// What is no JSON stays, for the library to refuse.
		if schema, ok := f.JSONSchema.Schema.(json.RawMessage); ok && strictjson.Check(schema) == nil {
			s.schema, f.JSONSchema.Schema = schema, json.RawMessage(schemaStandIn)
		}
	}
	return s
}

// replaceIn puts the values into a request's body, in the order in which they
// stand there. A quote within a JSON text is escaped, and what the schema holds
// comes after all that is looked for, so each first match is the field itself.
func (s standIns) replaceIn(req *http.Request) error {
	body := make([]byte, req.ContentLength)
	if _, err := io.ReadFull(req.Body, body); err != nil {
		return err
	}
	full := bytes.NewBuffer(make([]byte, 0, s.size(body)))
	for _, text := range s.texts {
		rest, ok := cutBefore(full, body, `"content":`, `"`+textStandIn+`"`)
		if !ok {
			return errors.New("the request body lost a message")
		}
		if err := writeText(full, text); err != nil {
			return err
		}
		body = rest
	}
	if s.zeroTemperature {
		rest, ok := cutBefore(full, body, `"temperature":`, `1e-45`)
		if !ok {
			return errors.New("the request body lost its temperature")
		}
		full.WriteByte('0')
		body = rest
	}
	if s.schema != nil {
		rest, ok := cutBefore(full, body, `"schema":`, schemaStandIn)
		if !ok {
			return errors.New("the request body lost its schema")
		}
		full.Write(s.schema)
		body = rest
	}
	full.Write(body)
	req.ContentLength = int64(full.Len())
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(full.Bytes())), nil }
	req.Body, _ = req.GetBody()
	return nil
}

// size is what the body takes with the texts in it, when few of their
// characters need escaping.
func (s standIns) size(body []byte) int {
	n := len(body) + len(s.schema)
	for _, text := range s.texts {
		n += len(text) + len(text)/16
	}
	return n
}

// cutBefore writes body up to the value of a field and returns what follows
// its stand-in.
func cutBefore(to *bytes.Buffer, body []byte, field, standIn string) (rest []byte, found bool) {
	before, after, found := bytes.Cut(body, []byte(field+standIn))
	if found {
		to.Write(before)
		to.WriteString(field)
	}
	return after, found
}

// writeText writes a JSON string.
func writeText(to *bytes.Buffer, text string) error {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return err
	}
	to.Truncate(to.Len() - len("\n"))
	return nil
}
