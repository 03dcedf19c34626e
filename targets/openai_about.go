package targets

import (
	"context"
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// Probe makes the smallest call there is; see llm.Client.Probe.
func (o *OpenAI) Probe(ctx context.Context) error {
	if err := o.client.Probe(ctx, o.request(suites.Question{})); err != nil {
		return o.ended(ctx, err, 1)
	}
	return nil
}

// Ref says which model is asked.
func (o *OpenAI) Ref() Ref {
	return Ref{Type: suites.TargetOpenAI, Model: o.spec.Model, URL: o.client.Endpoint(), Settings: openAISettings(o.spec, o.system)}
}

// Version is "": a model's replies say nothing of the application's version.
func (o *OpenAI) Version() string { return "" }

// Notes are remarks on the answers as a whole.
func (o *OpenAI) Notes() []string { return cutNotes(o.cut.Load()) }

func cutNotes(n int64) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 answer was cut off by the token limit"}
	}
	return []string{fmt.Sprintf("%d answers were cut off by the token limit", n)}
}

// Secrets are the values that no artefact may show.
func (o *OpenAI) Secrets() []llm.Secret { return o.secrets }

// Close lets go of idle connections.
func (o *OpenAI) Close() error {
	o.client.Close()
	return nil
}

func systemPrompt(spec suites.OpenAISpec, read func(string) ([]byte, error)) (string, error) {
	if spec.SystemFile == "" {
		return strings.TrimSpace(spec.System), nil
	}
	text, err := read(spec.SystemFile)
	if err != nil {
		return "", fmt.Errorf("read target.systemFile %s: %w", spec.SystemFile, err)
	}
	return strings.TrimSpace(string(text)), nil
}
