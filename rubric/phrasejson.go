package rubric

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// MarshalJSON writes the shortest form: a string for a text, an object with
// one key for the others.
func (p Phrase) MarshalJSON() ([]byte, error) {
	if err := p.oneForm(); err != nil {
		return nil, err
	}
	switch {
	case p.Word != "":
		return json.Marshal(map[string]string{"word": p.Word})
	case p.Regex != "":
		return json.Marshal(map[string]string{"regex": p.Regex})
	case p.AnyOf != nil:
		return json.Marshal(map[string][]Phrase{"anyOf": p.AnyOf})
	}
	return json.Marshal(p.Text)
}

// UnmarshalJSON reads a phrase and validates it. Unknown and doubled keys,
// null and every other type are refused.
func (p *Phrase) UnmarshalJSON(data []byte) error {
	read, err := decodePhrase(bytes.TrimSpace(data))
	if err != nil {
		return err
	}
	if err := read.Validate(); err != nil {
		return err
	}
	*p = read
	return nil
}

func decodePhrase(data []byte) (Phrase, error) {
	var p Phrase
	switch {
	case len(data) > 0 && data[0] == '"':
		return p, json.Unmarshal(data, &p.Text)
	case len(data) == 0 || data[0] != '{':
		return p, fmt.Errorf("a phrase is a string or an object, not %s", clip(string(data)))
	}
	if err := strictjson.Check(data); err != nil {
		return p, err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return p, err
	}
	if len(keys) != 1 {
		return p, errors.New("a phrase object has exactly one of the keys word, regex, anyOf")
	}
	for key, value := range keys {
		return p, p.decodeForm(key, value)
	}
	return p, nil
}

func (p *Phrase) decodeForm(key string, value json.RawMessage) error {
	var into any
	switch key {
	case "word":
		into = &p.Word
	case "regex":
		into = &p.Regex
	case "anyOf":
		into = &p.AnyOf
	default:
		return fmt.Errorf("unknown key %q in a phrase, want word, regex or anyOf", key)
	}
	if err := json.Unmarshal(value, into); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}
