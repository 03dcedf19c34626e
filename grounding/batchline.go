package grounding

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/strictjson"
)

var errNotUTF8 = errors.New("not valid UTF-8")

// batchLine is one answer as it comes in. The context stays raw: many lines
// often share one, which is then prepared once.
type batchLine struct {
	ID       json.RawMessage `json:"id"`
	Response *string         `json:"response"`
	Context  json.RawMessage `json:"context"`
	Sources  json.RawMessage `json:"sources"`
}

// batchProblem is what stands in the place of a report for a line that could
// not be read.
type batchProblem struct {
	Schema string          `json:"schema"`
	ID     json.RawMessage `json:"id,omitempty"`
	Line   int             `json:"line"`
	Error  string          `json:"error"`
}

// do turns an item into its line of output.
func (b *batch) do(item *batchItem) {
	var line batchLine
	var report Report
	err := item.ended
	if err == nil {
		line, report, err = b.report(item.raw)
	}
	item.raw = nil
	if err != nil {
		item.err = err
		item.out = encoded(batchProblem{ReportSchema, identified(line.ID), item.number, err.Error()})
		return
	}
	report.ID, item.verdict = identified(line.ID), report.Verdict
	item.out = encoded(report)
}

func (b *batch) report(raw []byte) (batchLine, Report, error) {
	line, err := readBatchLine(raw)
	if err != nil {
		return line, Report{}, err
	}
	rules := b.Rules
	c := b.Context
	switch {
	case given(line.Sources):
		rules.Support = true
		c, err = b.recent.get(line.Sources, sourcesContext)
	case given(line.Context):
		c, err = b.recent.get(line.Context, textContext)
	case c == nil:
		err = errors.New(`neither "context" nor "sources" is given`)
	}
	if err != nil {
		return line, Report{}, err
	}
	return line, Trace(*line.Response, c, b.Ground, rules), nil
}

func readBatchLine(raw []byte) (batchLine, error) {
	var line batchLine
	if !utf8.Valid(raw) {
		return line, errNotUTF8
	}
	if err := strictjson.Unmarshal(raw, &line, exactKey); err != nil {
		return line, shapeError(err, "the line", "an object")
	}
	switch {
	case given(line.ID) && identified(line.ID) == nil:
		return line, errors.New("id is not a string or a number")
	case line.Response == nil:
		return line, errors.New("response is missing")
	case given(line.Context) && given(line.Sources):
		return line, errors.New(`both "context" and "sources" are given; keep one`)
	}
	return line, nil
}

// The keys that a line and a source may have. Others are left alone.
var (
	lineKeys   = []string{"id", "response", "context", "sources"}
	sourceKeys = []string{"id", "title", "source", "text"}
)

// exactKey refuses a key that encoding/json would take for a known one in
// spite of its letter case.
func exactKey(path []string, key string) error {
	known, where := lineKeys, ""
	switch {
	case len(path) == 2 && path[0] == "sources":
		known, where = sourceKeys, " in "+strings.Join(path, "")
	case len(path) > 0:
		return nil
	}
	if k := strictjson.Misspelt(key, known); k != "" {
		return fmt.Errorf("unknown key %q%s, did you mean %q", key, where, k)
	}
	return nil
}

func given(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// identified returns an id that is a string or a number, as it came, else nil.
func identified(raw json.RawMessage) json.RawMessage {
	if len(raw) > 0 && (raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		return raw
	}
	return nil
}

func textContext(raw []byte) (*Context, error) {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return nil, shapeError(err, "context", "a string")
	}
	return Prepare(text, Source{}), nil
}

// sourceLine is one passage of a line.
type sourceLine struct {
	ID     json.RawMessage `json:"id"`
	Title  string          `json:"title"`
	Source string          `json:"source"`
	Text   string          `json:"text"`
}

func sourcesContext(raw []byte) (*Context, error) {
	var list []sourceLine
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, shapeError(err, "sources", "a list")
	}
	passages := make([]answers.Passage, len(list))
	for i, s := range list {
		passages[i] = answers.Passage{ID: s.name(i), Title: s.Title, Source: s.Source, Text: s.Text}
	}
	return PrepareSources(passages), nil
}

// name is the passage's id, or S1, S2, … by place.
func (s sourceLine) name(i int) string {
	id := identified(s.ID)
	if id == nil {
		return "S" + strconv.Itoa(i+1)
	}
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}

// shapeError names the key and the type that was found, without Go's words.
func shapeError(err error, what, want string) error {
	var t *json.UnmarshalTypeError
	if !errors.As(err, &t) {
		return err
	}
	found := "a " + t.Value
	switch t.Value {
	case "array":
		found = "a list"
	case "object":
		found = "an object"
	}
	switch {
	case t.Field != "":
		what, want = strings.TrimPrefix(what+"."+t.Field, "the line."), "a string" // as all fields are
	case t.Type == reflect.TypeFor[sourceLine]():
		return fmt.Errorf("%s holds %s, want objects", what, found)
	}
	return fmt.Errorf("%s is %s, want %s", what, found, want)
}

// encoded is one line of JSON. What stands in it is text of answers: it is not
// HTML, and < stays readable.
func encoded(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("grounding: a report cannot be encoded: " + err.Error())
	}
	return b.Bytes()
}
