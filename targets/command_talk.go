package targets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

// commandRequest is what a program is asked: one JSON object on one line, with
// every key there whether it holds anything or not.
type commandRequest struct {
	ID       string            `json:"id"`
	Query    string            `json:"query"`
	Context  []answers.Passage `json:"context"`
	Messages any               `json:"messages"` // the question's earlier turns
	Params   map[string]string `json:"params"`
}

func (c *Command) request(q suites.Question) ([]byte, error) {
	asked := commandRequest{
		ID: q.ID, Query: q.Query, Context: orEmpty(q.Context), Messages: orEmpty(q.Messages), Params: c.opt.Params,
	}
	if asked.Params == nil {
		asked.Params = map[string]string{}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(asked)
	return out.Bytes(), err
}

// read takes output that begins with a brace for an answer envelope and any
// other for the text of the answer. Broken JSON is not text: half an envelope
// would be judged as an answer. Output that holds nothing is none: a program
// that means to decline says declined: true.
func (c *Command) read(output []byte, id string) (a answers.Answer, version string, err error) {
	output = bytes.TrimSpace(bytes.TrimPrefix(output, byteOrderMark))
	switch {
	case !utf8.Valid(output):
		err = errors.New("it is not valid UTF-8")
	case bytes.HasPrefix(output, []byte("{")):
		a, version, err = c.mapper.read(output, nil)
	default:
		a.Text = string(output)
	}
	if err == nil && a.ID != "" && a.ID != id {
		err = fmt.Errorf("it is for question %s", shown(a.ID))
	}
	switch {
	case errors.Is(err, answers.ErrNoAnswer), err == nil && a.Blank() && !a.Declined:
		return a, version, c.failed(CodeEmpty, "program %s gave no answer", c.name)
	case err != nil:
		return a, version, c.failed(CodeMapping, "the output of program %s is no answer: %w", c.name, err)
	}
	return a, version, nil
}

// failed is an error that shows no value of the environment, wherever it came
// from.
func (c *Command) failed(code, format string, args ...any) *Error {
	message := strings.TrimSpace(fmt.Errorf(format, args...).Error())
	return &Error{Code: code, Message: c.scrub.Scrub(message), Attempts: 1}
}
