package answers

import "encoding/json"

// envelope is the wire form. Pointers tell absent and null from empty.
type envelope struct {
	ID                               json.RawMessage
	Query, Answer, Confidence, Model *string
	Declined                         *bool
	Citations                        []citation
	Retrieved, Sources               []passage // an empty list is not nil
	Usage                            *Usage
	LatencyMs, FirstToken            *float64
}

type citation struct {
	ID            json.RawMessage
	Title, Source string
}

type passage struct {
	ID                     json.RawMessage
	Title, Source          string
	Text, Excerpt, Content *string
}

// The keys that are known, in each object, and where their values go.
var (
	envelopeFields = fields[envelope]{
		"id":           func(e *envelope, v value) error { e.ID = v; return nil },
		"query":        func(e *envelope, v value) error { return optional(v, &e.Query) },
		"answer":       func(e *envelope, v value) error { return optional(v, &e.Answer) },
		"declined":     func(e *envelope, v value) error { return optional(v, &e.Declined) },
		"confidence":   func(e *envelope, v value) error { return optional(v, &e.Confidence) },
		"citations":    func(e *envelope, v value) error { return list(v, &e.Citations, citationFields) },
		"retrieved":    func(e *envelope, v value) error { return list(v, &e.Retrieved, passageFields) },
		"sources":      func(e *envelope, v value) error { return list(v, &e.Sources, passageFields) },
		"model":        func(e *envelope, v value) error { return optional(v, &e.Model) },
		"usage":        func(e *envelope, v value) error { return optionalObject(v, &e.Usage, usageFields) },
		"latencyMs":    func(e *envelope, v value) error { return optional(v, &e.LatencyMs) },
		"firstTokenMs": func(e *envelope, v value) error { return optional(v, &e.FirstToken) },
	}
	citationFields = fields[citation]{
		"id":     func(c *citation, v value) error { c.ID = v; return nil },
		"title":  func(c *citation, v value) error { return scalar(v, &c.Title) },
		"source": func(c *citation, v value) error { return scalar(v, &c.Source) },
	}
	passageFields = fields[passage]{
		"id":      func(p *passage, v value) error { p.ID = v; return nil },
		"title":   func(p *passage, v value) error { return scalar(v, &p.Title) },
		"source":  func(p *passage, v value) error { return scalar(v, &p.Source) },
		"text":    func(p *passage, v value) error { return optional(v, &p.Text) },
		"excerpt": func(p *passage, v value) error { return optional(v, &p.Excerpt) },
		"content": func(p *passage, v value) error { return optional(v, &p.Content) },
	}
	usageFields = fields[Usage]{
		"promptTokens":     func(u *Usage, v value) error { return optional(v, &u.PromptTokens) },
		"completionTokens": func(u *Usage, v value) error { return optional(v, &u.CompletionTokens) },
	}
)
