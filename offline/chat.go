package offline

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/evalrun/evalrun/judgeprompt"
)

// chatRequest is the part of a chat request that the rules read.
type chatRequest struct {
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	ResponseFormat *struct {
		JSONSchema *struct {
			Schema *replySchema `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

// replySchema is the part of a reply schema that names the dimensions.
type replySchema struct {
	Properties struct {
		Scores struct {
			Required []string `json:"required"`
		} `json:"scores"`
	} `json:"properties"`
}

type chatReply struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"` // 0: the same request gets the same bytes
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   usage    `json:"usage"`
}

type choice struct {
	Index        int     `json:"index"`
	Message      message `json:"message"`
	FinishReason string  `json:"finish_reason"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// usage counts words where a model would count tokens.
type usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

func complete(w http.ResponseWriter, r *http.Request) {
	var req chatRequest
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&req); err != nil {
		status := http.StatusBadRequest
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		refuse(w, status, "read the request: "+err.Error())
		return
	}
	content, err := judge(req)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	writeJSON(w, http.StatusOK, reply(req, content))
}

// judge reads the prompt out of the last user message and scores the
// dimensions that were asked for.
func judge(req chatRequest) (string, error) {
	user := ""
	for _, m := range req.Messages {
		if m.Role == "user" {
			user = m.Content
		}
	}
	asked, err := judgeprompt.Parse(user)
	if err != nil {
		return "", fmt.Errorf("read the user message as a judge prompt: %w", err)
	}
	dimensions := req.dimensions()
	if len(dimensions) == 0 {
		dimensions = expected(asked)
	}
	return score(asked, dimensions)
}

// dimensions are those the reply schema requires, none without a schema.
func (r chatRequest) dimensions() []string {
	if r.ResponseFormat == nil || r.ResponseFormat.JSONSchema == nil || r.ResponseFormat.JSONSchema.Schema == nil {
		return nil
	}
	return r.ResponseFormat.JSONSchema.Schema.Properties.Scores.Required
}

// expected are the dimensions the prompt itself asks for.
func expected(asked judgeprompt.Request) []string {
	required := judgeprompt.Build(asked).Spec.Required
	names := make([]string, len(required))
	for i, d := range required {
		names[i] = string(d)
	}
	return names
}

// wordCount stands for tokens. Prompts are long and their words are not kept.
func wordCount(text string) int {
	n := 0
	for range strings.FieldsSeq(text) {
		n++
	}
	return n
}

func reply(req chatRequest, content string) chatReply {
	u := usage{CompletionTokens: wordCount(content)}
	for _, m := range req.Messages {
		u.PromptTokens += wordCount(m.Content)
	}
	u.TotalTokens = u.PromptTokens + u.CompletionTokens
	return chatReply{
		ID: "offline", Object: "chat.completion", Model: Model, Usage: u,
		Choices: []choice{{Message: message{Role: "assistant", Content: content}, FinishReason: "stop"}},
	}
}

// refuse answers in the error shape of the OpenAI API.
func refuse(w http.ResponseWriter, status int, text string) {
	type detail struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	}
	writeJSON(w, status, map[string]detail{"error": {Message: text, Type: "invalid_request_error"}})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "encode the reply: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(data) // a client that has gone needs no reply
}
