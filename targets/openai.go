package targets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// OpenAI asks a chat model behind an OpenAI-compatible endpoint and gives it
// the question's passages. It is safe for concurrent use.
type OpenAI struct {
	spec     suites.OpenAISpec
	client   *llm.Client
	system   string
	secrets  []llm.Secret
	scrubber *llm.Scrubber
	cut      atomic.Int64 // answers that the token limit cut off
	untold   atomic.Int64 // those of them since the last Tell
}

// The environment variables of OpenAI's own tools, read where the suite names
// no others.
const (
	defaultKeyVariable = "OPENAI_API_KEY"
	baseURLVariable    = "OPENAI_BASE_URL"
)

// NewOpenAI checks the specification and takes the environment variables it
// names; nothing is sent. Its errors hold no variable's value.
func NewOpenAI(spec suites.OpenAISpec, opt Options) (*OpenAI, error) {
	opt = opt.withDefaults()
	e := expander{getenv: opt.Getenv}
	headers, err := e.headers(spec.Headers)
	if err != nil {
		return nil, err
	}
	cfg := llm.Config{
		Model: spec.Model, BaseURL: baseOf(spec, opt.Getenv), Headers: headers,
		Timeout: spec.Timeout, Attempts: cmp.Or(spec.Attempts, opt.Retry.Attempts), MaxBody: spec.MaxBytes,
		MaxConns: opt.MaxConns, Governor: opt.Governor, Sleep: opt.Sleep, Rand: opt.Rand, Now: opt.Now,
	}
	if cfg.Key, cfg.KeyEnv, err = modelKey(spec, cfg.BaseURL, opt.Getenv); err != nil {
		return nil, err
	}
	o := &OpenAI{spec: spec, secrets: append(e.secrets, cfg.Secrets()...)}
	if o.system, err = systemPrompt(spec, opt.File); err != nil {
		return nil, err
	}
	o.scrubber = llm.NewScrubber(o.secrets...)
	if o.client, err = llm.New(cfg); err != nil {
		return nil, fmt.Errorf("configure the target: %w", err)
	}
	return o, nil
}

// modelKey reads the key. A variable that the suite names must hold one; only
// a server other than OpenAI's own may do without.
func modelKey(spec suites.OpenAISpec, base string, getenv func(string) string) (llm.Secret, string, error) {
	name := cmp.Or(spec.KeyEnv, defaultKeyVariable)
	key := llm.NewSecret(getenv(name))
	switch {
	case !key.IsZero():
		return key, name, nil
	case spec.KeyEnv != "" || base == llm.DefaultBaseURL:
		return key, "", fmt.Errorf("environment variable %s is unset or empty; it must hold the target's key", name)
	}
	return key, "", nil
}

// Answer asks one question. A refusal is an answer: it declines. So is a text
// that the token limit cut off, which users would see as it is; Notes counts
// those.
func (o *OpenAI) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	got, attempts, err := o.client.Chat(ctx, o.request(q))
	var failed *llm.Error
	switch {
	case errors.As(err, &failed) && failed.Code == llm.CodeRefused:
		a := o.answer(got)
		a.Text, a.Declined = got.Refusal, true
		return a, nil
	case err != nil:
		return answers.Answer{}, o.ended(ctx, err, len(attempts))
	case (answers.Answer{Text: got.Text}).Blank():
		return answers.Answer{}, &Error{Code: CodeEmpty, Attempts: len(attempts),
			Message: fmt.Sprintf("%s: the reply holds no text, finish reason %q", o.client.Endpoint(), got.FinishReason)}
	}
	if got.FinishReason == "length" {
		o.cut.Add(1)
		o.untold.Add(1)
	}
	return o.answer(got), nil
}

// answer carries what a chat reply tells. It states no confidence: a suite
// with such a target has confidence: optional.
func (o *OpenAI) answer(got llm.Reply) answers.Answer {
	a := answers.Answer{Text: got.Text, Model: cmp.Or(got.Served, o.spec.Model), LatencyMs: milliseconds(got.Latency)}
	if got.PromptTokens > 0 || got.CompletionTokens > 0 {
		a.Usage = &answers.Usage{PromptTokens: &got.PromptTokens, CompletionTokens: &got.CompletionTokens}
	}
	return a
}

func (o *OpenAI) ended(ctx context.Context, err error, attempts int) error {
	var failed *llm.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &failed) || errors.Is(err, llm.ErrBudget):
		return fmt.Errorf("ask the target: %w", err)
	}
	return &Error{
		Code: codeOf(failed.Code), Attempts: attempts, fatal: failed.Fatal,
		Message: o.scrubber.Scrub(failed.Message),
	}
}
