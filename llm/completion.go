package llm

import (
	"encoding/json"
	"strings"
	"time"
)

// completion is the part of a chat completion that evalrun reads.
type completion struct {
	Error   json.RawMessage `json:"error"`
	Model   string          `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   struct {
		// Numbers with a fraction of zero are sent by some gateways.
		PromptTokens     float64 `json:"prompt_tokens"`
		CompletionTokens float64 `json:"completion_tokens"`
	} `json:"usage"`
	PromptFilterResults json.RawMessage `json:"prompt_filter_results"`
}

type choice struct {
	Error        json.RawMessage `json:"error"`
	FinishReason string          `json:"finish_reason"`
	Message      struct {
		Content content `json:"content"`
		Refusal string  `json:"refusal"`
	} `json:"message"`
}

// content is a message's text: a string, or a list of parts of which only
// those of type text count. Thoughts, references and parts of unknown type
// are not what the model answered.
type content string

func (c *content) UnmarshalJSON(raw []byte) error {
	switch raw[0] {
	case '"':
		return json.Unmarshal(raw, (*string)(c))
	case '[':
		*c = content(joinParts(raw))
	}
	return nil
}

func joinParts(raw []byte) string {
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(partText(part))
	}
	return b.String()
}

func partText(raw json.RawMessage) string {
	var p struct {
		Type string          `json:"type"`
		Text json.RawMessage `json:"text"`
	}
	if raw[0] == '"' {
		return looseText(raw)
	}
	if json.Unmarshal(raw, &p) != nil || p.Type != "text" && p.Type != "output_text" {
		return ""
	}
	return looseText(p.Text)
}

// Reply is what a model answered.
type Reply struct {
	Text         string
	Served       string // model as the server names it, which may not be the one asked for
	FinishReason string // "length" marks a text that was cut off
	Refusal      string
	Mode         string // how JSON was asked for: ModeSchema, ModeObject or ModePlain

	PromptTokens, CompletionTokens int

	Latency         time.Duration // of the request that gave this reply
	TemperatureSent *float64      // nil: none was sent, the server's default applied
}
