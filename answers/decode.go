package answers

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// ErrNoAnswer is returned by Decode for an envelope that carries neither an
// answer nor declined: true. The target said nothing at all, which is not the
// same as a blank answer; declined: false beside no answer is a broken record,
// not a decline.
var ErrNoAnswer = errors.New("no answer and no declined: true in the envelope")

// envelope mirrors the wire form. Pointers tell absent and null from empty.
type envelope struct {
	ID         json.RawMessage `json:"id"`
	Query      *string         `json:"query"`
	Answer     *string         `json:"answer"`
	Declined   *bool           `json:"declined"`
	Confidence *string         `json:"confidence"`
	Citations  []citation      `json:"citations"`
	Retrieved  *[]passage      `json:"retrieved"`
	Sources    *[]passage      `json:"sources"`
	Model      *string         `json:"model"`
	Usage      *usage          `json:"usage"`
	LatencyMs  *float64        `json:"latencyMs"`
	FirstToken *float64        `json:"firstTokenMs"`
}

type citation struct {
	ID     json.RawMessage `json:"id"`
	Title  string          `json:"title"`
	Source string          `json:"source"`
}

type passage struct {
	ID      json.RawMessage `json:"id"`
	Title   string          `json:"title"`
	Source  string          `json:"source"`
	Text    *string         `json:"text"`
	Excerpt *string         `json:"excerpt"`
	Content *string         `json:"content"`
}

type usage struct {
	PromptTokens     *int `json:"promptTokens"`
	CompletionTokens *int `json:"completionTokens"`
}

// Decode reads one answer envelope. It refuses what is not one JSON object,
// duplicate keys, keys that miss a known one by letter case alone and values
// of the wrong type, naming the key; other keys it does not know are left
// alone, since targets log more than evalrun needs. An envelope without an
// answer is returned with ErrNoAnswer and its id, so that the caller can say
// which question it belongs to.
func Decode(data []byte) (Answer, error) {
	if !utf8.Valid(data) {
		return Answer{}, errors.New("not valid UTF-8")
	}
	var e envelope
	if err := strictjson.Unmarshal(data, &e, checkCase); err != nil {
		return Answer{}, shapeError(err)
	}
	return e.decoded()
}

// DecodeChecked is Decode for bytes that Decode has accepted before: it does
// not look at the keys again, which saves a third of the time.
func DecodeChecked(data []byte) (Answer, error) {
	var e envelope
	if err := json.Unmarshal(data, &e); err != nil {
		return Answer{}, shapeError(err)
	}
	return e.decoded()
}

func (e envelope) decoded() (Answer, error) {
	a, err := e.answer()
	if err != nil {
		return Answer{}, err
	}
	if e.Answer == nil && !a.Declined {
		return a, ErrNoAnswer
	}
	return a, nil
}

func (e envelope) answer() (Answer, error) {
	id, err := identifier(e.ID, "id")
	if err != nil {
		return Answer{}, err
	}
	a := Answer{
		ID: id, Query: text(e.Query), Text: text(e.Answer), Model: text(e.Model),
		Declined: e.Declined != nil && *e.Declined, Confidence: ParseConfidence(text(e.Confidence)),
	}
	if a.LatencyMs, err = latency(e.LatencyMs, "latencyMs"); err != nil {
		return Answer{}, err
	}
	if a.FirstTokenMs, err = latency(e.FirstToken, "firstTokenMs"); err != nil {
		return Answer{}, err
	}
	if e.Usage != nil {
		a.Usage = &Usage{PromptTokens: e.Usage.PromptTokens, CompletionTokens: e.Usage.CompletionTokens}
	}
	if a.Citations, err = citations(e.Citations); err != nil {
		return Answer{}, err
	}
	a.Retrieved, err = e.retrieved()
	return a, err
}

// retrieved prefers the key of that name; sources is its older spelling.
func (e envelope) retrieved() ([]Passage, error) {
	switch {
	case e.Retrieved != nil && e.Sources != nil:
		return nil, errors.New(`both "retrieved" and "sources" are given; keep one`)
	case e.Retrieved != nil:
		return passages(*e.Retrieved)
	case e.Sources != nil:
		return passages(*e.Sources)
	}
	return nil, nil
}

func latency(ms *float64, key string) (*float64, error) {
	if ms != nil && (*ms < 0 || math.IsInf(*ms, 0)) {
		return nil, fmt.Errorf("%s is %v, want 0 or more", key, *ms)
	}
	return ms, nil
}

func citations(in []citation) ([]Citation, error) {
	out := make([]Citation, 0, len(in))
	for i, c := range in {
		id, err := identifier(c.ID, "citations["+strconv.Itoa(i)+"].id")
		if err != nil {
			return nil, err
		}
		out = append(out, Citation{ID: id, Title: c.Title, Source: c.Source})
	}
	if len(out) == 0 {
		return nil, nil
	}
	return out, nil
}

// passages gives every passage a stable id: its own, else its source, else
// S1, S2, … by place.
func passages(in []passage) ([]Passage, error) {
	out := make([]Passage, 0, len(in))
	for i, p := range in {
		id, err := identifier(p.ID, "retrieved["+strconv.Itoa(i)+"].id")
		if err != nil {
			return nil, err
		}
		if id == "" {
			id = p.Source
		}
		if id == "" {
			id = "S" + strconv.Itoa(i+1)
		}
		out = append(out, Passage{ID: id, Title: p.Title, Source: p.Source, Text: firstText(p.Text, p.Excerpt, p.Content)})
	}
	return out, nil
}

func firstText(candidates ...*string) string {
	for _, c := range candidates {
		if c != nil && !blank(*c) {
			return *c
		}
	}
	return ""
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// identifier reads an id that is a string or a number; a number keeps its
// digits as written, so 007 written as text and 7 stay apart.
func identifier(raw json.RawMessage, key string) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	if raw[0] == '"' {
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	}
	if raw[0] == '-' || (raw[0] >= '0' && raw[0] <= '9') {
		return string(raw), nil
	}
	return "", fmt.Errorf("%s is not a string or a number", key)
}

// shapeError names the key and the type that was found, without Go's words.
func shapeError(err error) error {
	var t *json.UnmarshalTypeError
	if !errors.As(err, &t) {
		return err
	}
	if t.Field == "" {
		return fmt.Errorf("an answer must be a JSON object, not a %s", t.Value)
	}
	return fmt.Errorf("%s is a %s, want %s", t.Field, t.Value, kindName(t.Type.String()))
}

func kindName(goType string) string {
	switch goType {
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	case "int", "float64":
		return "a number"
	case "answers.citation", "answers.passage", "answers.usage":
		return "an object"
	}
	return "a list"
}
