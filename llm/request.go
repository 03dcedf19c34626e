package llm

import (
	"encoding/json"

	openai "github.com/sashabaranov/go-openai"
)

// Request is one chat call: a system message, left out when it is "", the
// turns before, and a user message.
type Request struct {
	System, User string
	Earlier      []Turn   // oldest first
	Temperature  *float64 // nil: the server's default
	Seed         *int
	MaxTokens    int // of the reply; 0: the server's default
	Schema       *Schema
}

// Turn is one earlier message of a conversation.
type Turn struct {
	Role    string // user or assistant
	Content string
}

// Schema is the JSON Schema the reply is asked to follow. It is a wish: some
// servers ignore it, so the reply must be checked as if none had been sent.
type Schema struct {
	Name string // letters, digits, _ and -, at most 64
	JSON json.RawMessage
}

// The ways of asking for JSON, strongest first, as Reply.Mode names them.
const (
	ModeSchema = "json_schema"
	ModeObject = "json_object"
	ModePlain  = "plain"
)

// build turns a request into the library's, within what the endpoint is
// known to accept.
func (s settings) build(model string, r Request) openai.ChatCompletionRequest {
	out := openai.ChatCompletionRequest{Model: model, Messages: messages(r), Seed: r.Seed}
	if s.completionTokens {
		out.MaxCompletionTokens = r.MaxTokens
	} else {
		//lint:ignore SA1019 local servers and older models know only this name
		out.MaxTokens = r.MaxTokens
	}
	if t := s.temperature(r); t != nil {
		out.Temperature = float32(*t)
		if out.Temperature == 0 {
			out.Temperature = zeroStandIn
		}
	}
	out.ResponseFormat = responseFormat(s.modeOf(r), r.Schema)
	return out
}

func messages(r Request) []openai.ChatCompletionMessage {
	out := make([]openai.ChatCompletionMessage, 0, 2+len(r.Earlier))
	if r.System != "" {
		out = append(out, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: r.System})
	}
	for _, t := range r.Earlier {
		out = append(out, openai.ChatCompletionMessage{Role: t.Role, Content: t.Content})
	}
	return append(out, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, Content: r.User})
}

func responseFormat(mode string, s *Schema) *openai.ChatCompletionResponseFormat {
	switch mode {
	case ModeSchema:
		return &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: s.Name, Schema: s.JSON, Strict: true,
			},
		}
	case ModeObject:
		return &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return nil
}
