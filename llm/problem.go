package llm

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// problem is an error body in any of the shapes hosts send.
type problem struct {
	Message, Type, Code, Param string
	Status                     int         // a numeric code, or the status a known code word stands for
	Header                     http.Header // headers of the upstream provider, where a router passes them on
	Filtered                   bool        // a content filter or a moderation stopped the request
}

// errorFields is the object form. Every field is raw: code is text at one
// host, a number at the next, and null at a third.
type errorFields struct {
	Message, Type, Code, Param, Detail json.RawMessage
	InnerError                         struct {
		Code json.RawMessage `json:"code"`
	} `json:"innererror"`
	Metadata struct {
		Headers map[string]json.RawMessage `json:"headers"`
		Reasons json.RawMessage            `json:"reasons"` // of a moderation
	} `json:"metadata"`
}

// parseProblem reads an error body: {"error": object or text}, the flat form
// of older vLLM, {"detail": …}, or a list that holds one of these. False
// means that the body is not an error in JSON.
func parseProblem(body []byte) (problem, bool) {
	body = bytes.TrimSpace(body)
	var list []json.RawMessage
	if len(body) > 0 && body[0] == '[' && json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = bytes.TrimSpace(list[0])
	}
	if len(body) == 0 || body[0] != '{' || !json.Valid(body) {
		return problem{}, false
	}
	var outer struct {
		Error json.RawMessage `json:"error"`
	}
	_ = json.Unmarshal(body, &outer)
	if stated(outer.Error) {
		return parseError(outer.Error), true
	}
	p := parseError(body)
	return p, p.Message != ""
}

// parseError reads the value of an error key, an object or plain text. Type
// mismatches inside it leave single fields empty and are no failure.
func parseError(raw json.RawMessage) problem {
	if len(raw) > 0 && raw[0] != '{' {
		return problem{Message: looseText(raw)}
	}
	var f errorFields
	_ = json.Unmarshal(raw, &f)
	p := problem{
		Message: looseText(f.Message), Type: looseText(f.Type), Code: looseText(f.Code), Param: looseText(f.Param),
	}
	if p.Message == "" {
		p.Message = looseText(f.Detail)
	}
	p.Filtered = p.Code == "content_filter" || p.Code == "content_policy_violation" ||
		looseText(f.InnerError.Code) == "ResponsibleAIPolicyViolation" || stated(f.Metadata.Reasons)
	p.Status = p.impliedStatus()
	for name, value := range f.Metadata.Headers {
		if p.Header == nil {
			p.Header = http.Header{}
		}
		p.Header.Set(name, looseText(value))
	}
	return p
}

// stated reports whether a raw value says anything: gateways send null, ""
// and {} in an error key beside a good reply.
func stated(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", `""`, "{}", "[]", "false":
		return false
	}
	return true
}

// looseText reads text, a number as its digits, or a list of texts.
func looseText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return strings.Join(list, ", ")
	}
	return ""
}

// impliedStatus is what an error inside a 200 would have had as its status.
func (p problem) impliedStatus() int {
	if n, err := strconv.Atoi(p.Code); err == nil {
		if n >= 400 && n < 600 {
			return n
		}
		return 0
	}
	switch {
	case p.noCredit():
		return http.StatusPaymentRequired
	case p.is("rate_limit_exceeded", "rate_limit_error", "requests", "tokens"):
		return http.StatusTooManyRequests
	case p.is("invalid_api_key", "authentication_error"):
		return http.StatusUnauthorized
	case p.is("permission_error", "permission_denied"):
		return http.StatusForbidden
	case p.is("model_not_found", "not_found_error", "NotFoundError", "DeploymentNotFound"):
		return http.StatusNotFound
	case p.is("context_length_exceeded", "invalid_request_error", "BadRequestError", "content_filter"):
		return http.StatusBadRequest
	}
	return 0
}

// noCredit goes by code and type alone: hosts write "quota" in the message of
// an ordinary per-minute limit too.
func (p problem) noCredit() bool {
	return p.is("insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "insufficient_balance")
}

func (p problem) is(words ...string) bool {
	return slices.Contains(words, p.Code) || slices.Contains(words, p.Type)
}

// tooLong recognises a prompt over the model's context, which some hosts say
// in words only.
func (p problem) tooLong() bool {
	if p.is("context_length_exceeded") {
		return true
	}
	message := strings.ToLower(p.Message)
	return strings.Contains(message, "context length") || strings.Contains(message, "context window") ||
		strings.Contains(message, "prompt is too long")
}
