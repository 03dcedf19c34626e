package llm

import (
	"encoding/json"
	"errors"
	"strings"
)

// accepted is a 2xx, which may still be anything.
func (c *Client) accepted(ex *exchange) outcome {
	var body completion
	if !readable(json.Unmarshal(ex.body, &body)) {
		if p, ok := parseProblem(ex.body); ok {
			return c.refused(ex, p.Status, p)
		}
		return c.fail(CodeHTTP, ex.status, true, "not a chat completion: "+ex.page())
	}
	out := c.chosen(ex, body)
	out.reply.Served = body.Model
	out.reply.PromptTokens = tokens(body.Usage.PromptTokens)
	out.reply.CompletionTokens = tokens(body.Usage.CompletionTokens)
	return out
}

// readable tells a field of the wrong type, which leaves that field empty and
// the rest read, from a body that is no JSON object at all.
func readable(err error) bool {
	var mismatch *json.UnmarshalTypeError
	return err == nil || errors.As(err, &mismatch) && mismatch.Field != ""
}

// tokens keeps a count from outside within what can be summed.
func tokens(n float64) int { return int(min(max(n, 0), 1e9)) }

// chosen judges the first choice of a chat completion.
func (c *Client) chosen(ex *exchange, body completion) outcome {
	if stated(body.Error) {
		p := parseError(body.Error)
		return c.refused(ex, p.Status, p)
	}
	if len(body.Choices) == 0 {
		return c.noChoices(ex, body)
	}
	first := body.Choices[0]
	reply := Reply{Text: string(first.Message.Content), FinishReason: first.FinishReason, Refusal: first.Message.Refusal}
	out := c.judged(ex, first)
	out.reply = reply
	return out
}

func (c *Client) judged(ex *exchange, first choice) outcome {
	text := string(first.Message.Content)
	switch {
	case stated(first.Error):
		p := parseError(first.Error)
		return c.refused(ex, p.Status, p)
	case first.FinishReason == "error":
		return c.fail(CodeHTTP, ex.status, true, "finish reason error: the provider failed while generating")
	case strings.TrimSpace(first.Message.Refusal) != "":
		return c.fail(CodeRefused, ex.status, false, "the model refused: "+oneLine(first.Message.Refusal))
	case first.FinishReason == "length":
		return outcome{}
	case first.FinishReason == "content_filter":
		return c.fail(CodeFiltered, ex.status, false, "a content filter stopped the reply")
	case strings.TrimSpace(text) == "":
		return c.fail(CodeEmpty, ex.status, false, "the reply holds no text, finish reason "+quoted(first.FinishReason))
	}
	return outcome{}
}

// noChoices is a flat error under a 200, a filtered prompt, or a hiccup.
func (c *Client) noChoices(ex *exchange, body completion) outcome {
	if p, ok := parseProblem(ex.body); ok {
		return c.refused(ex, p.Status, p)
	}
	detail := "no choices in the reply"
	if len(body.PromptFilterResults) > 0 {
		detail += ": probably a content filter"
	}
	return c.fail(CodeEmptyChoices, ex.status, false, detail)
}
