package targets

import (
	"context"
	"errors"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// Probe asks one question that no suite has, to learn whether the address and
// the key are right. A reply that cannot be mapped is one all the same: only
// real questions tell whether the mapping fits.
func (h *HTTP) Probe(ctx context.Context) error {
	_, attempts, err := h.ask(ctx, h.body.body(suites.Question{ID: probeID, Query: probeQuery}))
	if err == nil {
		return nil
	}
	err = h.ended(ctx, err, attempts)
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case CodeEmpty, CodeMapping, codeOf(llm.CodeBadRequest), codeOf(llm.CodeTooLarge), codeOf(llm.CodeRateLimited):
		return nil
	}
	return e
}

// Ref says what is asked.
func (h *HTTP) Ref() Ref {
	return Ref{Type: suites.TargetHTTP, URL: h.address.shown, Settings: httpSettings(h.spec), Version: h.Version()}
}

// Version is what the last reply said of the application's version, "" when
// none said anything.
func (h *HTTP) Version() string { return h.versions.last() }

// Notes are remarks on the replies as a whole: a version that changed while
// the questions were asked.
func (h *HTTP) Notes() []string { return h.versions.notes() }

// Secrets are the values that no artefact may show.
func (h *HTTP) Secrets() []llm.Secret { return h.secrets }

// Close lets go of idle connections.
func (h *HTTP) Close() error {
	h.client.CloseIdleConnections()
	return nil
}
