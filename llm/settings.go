package llm

import (
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// settings is what a client has learned of its endpoint: which fields of a
// request it refuses. It only ever moves one way within a run, so that all
// questions but the first few are asked alike.
type settings struct {
	noTemperature    bool
	completionTokens bool // max_completion_tokens instead of max_tokens
	formatSteps      int  // steps down from json_schema
}

// startSettings asks the library's own checks, which refuse some models'
// parameters before anything is sent.
func startSettings(model string) settings {
	refused := func(r Request) bool {
		return openai.NewReasoningValidator().Validate(settings{}.build(model, r)) != nil
	}
	zero := 0.0
	return settings{
		noTemperature:    refused(Request{Temperature: &zero}),
		completionTokens: refused(Request{MaxTokens: 1}),
	}
}

// temperature is what is sent of a request's temperature, nil for nothing.
func (s settings) temperature(r Request) *float64 {
	if s.noTemperature {
		return nil
	}
	return r.Temperature
}

func (s settings) modeOf(r Request) string {
	modes := [...]string{ModeSchema, ModeObject, ModePlain}
	if r.Schema == nil {
		return ModePlain
	}
	return modes[s.formatSteps]
}

// without gives the settings that avoid what a 400 complained of; false when
// the complaint is about nothing that this request carried.
func (s settings) without(p problem, r Request) (settings, bool) {
	switch {
	case r.Temperature != nil && !s.noTemperature && p.refuses("temperature"):
		s.noTemperature = true
	case r.MaxTokens > 0 && !s.completionTokens && p.refuses("max_tokens"):
		s.completionTokens = true
	case s.modeOf(r) != ModePlain && p.refusesFormat():
		s.formatSteps++
	default:
		return s, false
	}
	return s, true
}

// and joins what two calls learned at the same time.
func (s settings) and(o settings) settings {
	return settings{
		noTemperature:    s.noTemperature || o.noTemperature,
		completionTokens: s.completionTokens || o.completionTokens,
		formatSteps:      max(s.formatSteps, o.formatSteps),
	}
}

// refuses reports whether an endpoint will not have a field at all, which is
// another thing than a bad value in it ("temperature must be at most 2").
func (p problem) refuses(field string) bool {
	if p.Param != "" && p.Param != field {
		return false
	}
	if p.Param == "" && !strings.Contains(p.Message, field) {
		return false
	}
	return p.unsupported() || refusalWords(p.Message)
}

// refusesFormat is wider: the only values ever sent are the two that the API
// defines, so any complaint about the field is a refusal of it.
func (p problem) refusesFormat() bool {
	if p.Param == "" && p.unsupported() {
		return true
	}
	for _, name := range []string{"response_format", ModeSchema, ModeObject} {
		if strings.HasPrefix(p.Param, name) || strings.Contains(p.Message, name) {
			return true
		}
	}
	return false
}

func (p problem) unsupported() bool { return strings.HasPrefix(p.Code, "unsupported_") }

// refusalWords covers hosts that answer without OpenAI's codes.
func refusalWords(message string) bool {
	message = strings.ToLower(message)
	for _, words := range []string{
		"not support", "n't support", "unsupported", "not permitted", "not allowed", "may only", "deprecated", "unrecognized", "use 'max_completion_tokens'",
	} {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}
