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
	if err := strictjson.CheckKeys(data, checkCase); err != nil {
		return Answer{}, err
	}
	return DecodeChecked(data)
}

// DecodeChecked is Decode for bytes that Decode has accepted before: it does
// not look at their form and their keys again, which is most of the time. Of
// other bytes nothing is promised.
func DecodeChecked(data []byte) (Answer, error) {
	var e envelope
	if err := object(data, &e, envelopeFields); err != nil {
		return Answer{}, err
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
		Declined: e.Declined != nil && *e.Declined, Confidence: ParseConfidence(text(e.Confidence)), Usage: e.Usage,
	}
	if a.LatencyMs, err = latency(e.LatencyMs, "latencyMs"); err != nil {
		return Answer{}, err
	}
	if a.FirstTokenMs, err = latency(e.FirstToken, "firstTokenMs"); err != nil {
		return Answer{}, err
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
		return passages(e.Retrieved)
	case e.Sources != nil:
		return passages(e.Sources)
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
