package suites

import "encoding/json"

// The sections of a suite as Reread writes them. What was not set is left out,
// so that the reader gives it the same default.
type (
	httpSection struct {
		Type      string            `json:"type"`
		URL       string            `json:"url"`
		Method    string            `json:"method,omitzero"`
		Headers   map[string]string `json:"headers,omitempty"`
		Body      json.RawMessage   `json:"body,omitempty"`
		Response  string            `json:"response,omitzero"`
		Mapping   *mappingSection   `json:"mapping,omitempty"`
		Version   pathText          `json:"version,omitzero"`
		Timeout   duration          `json:"timeout,omitzero"`
		TimeoutIs string            `json:"timeoutIs,omitzero"`
		Attempts  int               `json:"attempts,omitzero"`
		MaxBytes  int64             `json:"maxBytes,omitzero"`
	}
	mappingSection struct {
		Answer           pathText     `json:"answer,omitzero"`
		Delta            pathText     `json:"delta,omitzero"`
		Declined         pathText     `json:"declined,omitzero"`
		Confidence       pathText     `json:"confidence,omitzero"`
		Model            pathText     `json:"model,omitzero"`
		LatencyMs        pathText     `json:"latencyMs,omitzero"`
		PromptTokens     pathText     `json:"promptTokens,omitzero"`
		CompletionTokens pathText     `json:"completionTokens,omitzero"`
		Retrieved        *listSection `json:"retrieved,omitempty"`
		Citations        *listSection `json:"citations,omitempty"`
	}
	listSection struct {
		From   pathText `json:"from,omitzero"`
		ID     pathText `json:"id,omitzero"`
		Title  pathText `json:"title,omitzero"`
		Source pathText `json:"source,omitzero"`
		Text   pathText `json:"text,omitzero"`
	}
	openAISection struct {
		Type         string            `json:"type"`
		Model        string            `json:"model"`
		BaseURL      string            `json:"baseUrl,omitzero"`
		KeyEnv       string            `json:"keyEnv,omitzero"`
		Headers      map[string]string `json:"headers,omitempty"`
		Timeout      duration          `json:"timeout,omitzero"`
		Attempts     int               `json:"attempts,omitzero"`
		MaxTokens    int               `json:"maxTokens,omitzero"`
		MaxBytes     int64             `json:"maxBytes,omitzero"`
		Temperature  *float64          `json:"temperature,omitempty"`
		Seed         *int              `json:"seed,omitempty"`
		System       string            `json:"system,omitzero"`
		SystemFile   string            `json:"systemFile,omitzero"`
		Instructions string            `json:"instructions,omitzero"`
	}
	commandSection struct {
		Type     string   `json:"type"`
		Command  []string `json:"command"`
		Mode     string   `json:"mode,omitzero"`
		Env      []string `json:"env,omitempty"`
		Version  pathText `json:"version,omitzero"`
		Timeout  duration `json:"timeout,omitzero"`
		MaxBytes int64    `json:"maxBytes,omitzero"`
	}
	recordedSection struct {
		Type     string `json:"type"`
		File     string `json:"file,omitzero"`
		Format   string `json:"format,omitzero"`
		QueryVar string `json:"queryVar,omitzero"`
	}
	judgeSection struct {
		Model   string            `json:"model,omitzero"`
		BaseURL string            `json:"baseUrl,omitzero"`
		KeyEnv  string            `json:"keyEnv,omitzero"`
		Headers map[string]string `json:"headers,omitempty"`
		Timeout duration          `json:"timeout,omitzero"`
	}
)

// pathText is a path as it was written.
type pathText struct{ *ReplyPath }

// IsZero is for omitzero.
func (p pathText) IsZero() bool { return p.ReplyPath == nil }

// MarshalText implements encoding.TextMarshaler.
func (p pathText) MarshalText() ([]byte, error) { return []byte(p.Text), nil }

// section is a complete target as a suite has it.
func (t TargetSpec) section() any {
	switch t.Type {
	case TargetHTTP:
		h := t.HTTP
		return httpSection{
			Type: t.Type, URL: h.URL, Method: h.Method, Headers: h.Headers, Body: h.Body, Response: h.Response, Mapping: h.Mapping.section(),
			Version: pathText{h.Version}, Timeout: duration(h.Timeout), TimeoutIs: h.TimeoutIs, Attempts: h.Attempts, MaxBytes: h.MaxBytes,
		}
	case TargetOpenAI:
		m := t.OpenAI
		return openAISection{
			Type: t.Type, Model: m.Model, BaseURL: m.BaseURL, KeyEnv: m.KeyEnv, Headers: m.Headers, Timeout: duration(m.Timeout),
			Attempts: m.Attempts, MaxTokens: m.MaxTokens, MaxBytes: m.MaxBytes, Temperature: m.Temperature, Seed: m.Seed,
			System: m.System, SystemFile: m.SystemFile, Instructions: m.Instructions,
		}
	case TargetCommand:
		c := t.Command
		return commandSection{
			Type: t.Type, Command: c.Args, Mode: c.Mode, Env: c.Env,
			Version: pathText{c.Version}, Timeout: duration(c.Timeout), MaxBytes: c.MaxBytes,
		}
	}
	return recordedSection{Type: t.Type, File: t.File, Format: t.Format, QueryVar: t.QueryVar}
}

func (m Mapping) section() *mappingSection {
	if m == (Mapping{}) {
		return nil
	}
	return &mappingSection{
		Answer: pathText{m.Answer}, Delta: pathText{m.Delta}, Declined: pathText{m.Declined}, Confidence: pathText{m.Confidence},
		Model: pathText{m.Model}, LatencyMs: pathText{m.LatencyMs}, PromptTokens: pathText{m.PromptTokens},
		CompletionTokens: pathText{m.CompletionTokens}, Retrieved: m.Retrieved.section(), Citations: m.Citations.section(),
	}
}

func (l *ListMapping) section() *listSection {
	if l == nil {
		return nil
	}
	return &listSection{
		From: pathText{l.From}, ID: pathText{l.ID}, Title: pathText{l.Title}, Source: pathText{l.Source}, Text: pathText{l.Text},
	}
}
