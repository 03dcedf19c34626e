package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"

	openai "github.com/sashabaranov/go-openai"
)

// zeroStandIn marshals to 1e-45. The library leaves a temperature of 0 out of
// the body, which means the server's default, often 1; so 0 travels as this
// value and becomes 0 again on the wire.
const zeroStandIn = math.SmallestNonzeroFloat32

// textStandIn travels in place of each message's text. The library encodes a
// message, then checks and copies what it encoded; over the kilobytes of a
// prompt that is most of what a call costs, and a repeated call pays again.
const textStandIn = "text"

// standIns are the values that take their places in a body on the wire.
type standIns struct {
	texts           [][]byte // of the messages in order, as JSON
	zeroTemperature bool
}

// standInsFor takes the values out of a request that is about to be sent and
// leaves the stand-ins in it.
func standInsFor(out *openai.ChatCompletionRequest) (standIns, error) {
	s := standIns{zeroTemperature: out.Temperature == zeroStandIn}
	for i := range out.Messages {
		text, err := jsonText(out.Messages[i].Content)
		if err != nil {
			return standIns{}, err
		}
		s.texts = append(s.texts, text)
		out.Messages[i].Content = textStandIn
	}
	return s, nil
}

func jsonText(s string) ([]byte, error) {
	buf := bytes.NewBuffer(make([]byte, 0, len(s)+len(s)/16+2))
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}

// replaceIn puts the values into a request's body. A quote within a JSON text
// is escaped, and the fields of a schema come later in the body than those
// that are looked for, so each first match is the field itself.
func (s standIns) replaceIn(req *http.Request) error {
	body := make([]byte, req.ContentLength)
	if _, err := io.ReadFull(req.Body, body); err != nil {
		return err
	}
	full := bytes.NewBuffer(make([]byte, 0, s.size(body)))
	for _, text := range s.texts {
		rest, ok := cutAfter(full, body, `"content":`, `"`+textStandIn+`"`, text)
		if !ok {
			return errors.New("the request body lost a message")
		}
		body = rest
	}
	if s.zeroTemperature {
		rest, ok := cutAfter(full, body, `"temperature":`, `1e-45`, []byte("0"))
		if !ok {
			return errors.New("the request body lost its temperature")
		}
		body = rest
	}
	full.Write(body)
	req.ContentLength = int64(full.Len())
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(full.Bytes())), nil }
	req.Body, _ = req.GetBody()
	return nil
}

func (s standIns) size(body []byte) int {
	n := len(body)
	for _, text := range s.texts {
		n += len(text)
	}
	return n
}

// cutAfter writes body up to a field, and value instead of its stand-in, and
// returns what follows.
func cutAfter(to *bytes.Buffer, body []byte, field, standIn string, value []byte) (rest []byte, found bool) {
	before, after, found := bytes.Cut(body, []byte(field+standIn))
	if found {
		to.Write(before)
		to.WriteString(field)
		to.Write(value)
	}
	return after, found
}
