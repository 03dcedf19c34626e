package targets

import (
	"encoding/json"
	"errors"
	"strings"
)

type inspectMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// query is the question as the sample put it: its input, or the one user turn
// of an input of several messages. A conversation of more turns has no one
// text that a suite's query could equal.
func (s inspectSample) query() (string, error) {
	if len(s.Input) == 0 || string(s.Input) == "null" {
		return "", nil
	}
	var text string
	if json.Unmarshal(s.Input, &text) == nil {
		return s.resolved(text)
	}
	var turns []inspectMessage
	if err := json.Unmarshal(s.Input, &turns); err != nil {
		return "", errors.New("input is neither a text nor a list of messages")
	}
	found := -1
	for i, turn := range turns {
		switch {
		case turn.Role == "system":
		case turn.Role == "user" && found < 0:
			found = i
		default:
			return "", nil
		}
	}
	if found < 0 {
		return "", nil
	}
	return s.content(turns[found])
}

// content is a message's text; a content of parts has one in each of those
// that are text.
func (s inspectSample) content(m inspectMessage) (string, error) {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return s.resolved(text)
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(m.Content, &parts); err != nil {
		return "", errors.New("content of a message is neither a text nor a list of parts")
	}
	var out strings.Builder
	for _, part := range parts {
		if part.Type != "text" {
			continue
		}
		piece, err := s.resolved(part.Text)
		if err != nil {
			return "", err
		}
		out.WriteString(piece)
	}
	return out.String(), nil
}
