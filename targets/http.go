package targets

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// HTTP asks an application over HTTP, one request a question and more where
// the network or the application fails. It is safe for concurrent use.
type HTTP struct {
	spec     suites.HTTPSpec
	opt      Options
	client   *http.Client
	address  address
	headers  http.Header
	body     *template
	mapper   mapper
	secrets  []llm.Secret
	scrubber *llm.Scrubber
	versions versions
}

// NewHTTP checks the specification and takes the environment variables it
// names; nothing is sent. Its errors hold no variable's value.
func NewHTTP(spec suites.HTTPSpec, opt Options) (*HTTP, error) {
	h := &HTTP{spec: withHTTPDefaults(spec), opt: opt.withDefaults(), mapper: mapper{spec.Mapping, spec.Version}}
	if spec.Attempts > 0 {
		h.opt.Retry.Attempts = spec.Attempts
	}
	e := expander{getenv: opt.Getenv}
	var err error
	if h.address, err = e.address(spec.URL); err != nil {
		return nil, err
	}
	values, err := e.headers(spec.Headers)
	if err != nil {
		return nil, err
	}
	if h.body, err = parseTemplate(spec.Body, opt.Params); err != nil {
		return nil, err
	}
	h.headers = requestHeaders(values, spec.Response)
	h.secrets, h.scrubber = e.secrets, llm.NewScrubber(e.secrets...)
	h.client = newHTTPClient(h.opt.MaxConns)
	return h, nil
}

func withHTTPDefaults(spec suites.HTTPSpec) suites.HTTPSpec {
	if spec.Method == "" {
		spec.Method = http.MethodPost
	}
	if spec.Timeout == 0 {
		spec.Timeout = defaultTimeout
	}
	if spec.MaxBytes == 0 {
		spec.MaxBytes = defaultMaxBytes
	}
	return spec
}

func newHTTPClient(conns int) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// The default keeps two idle connections a host: a run would open a new
	// one for almost every question.
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = conns, conns
	return &http.Client{
		Transport: transport,
		// A redirect leads to a sign-in page, and would carry the key there.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Answer asks one question. The answer's latency is that of the request that
// gave it, unless the reply states another.
func (h *HTTP) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	got, attempts, err := h.ask(ctx, h.body.body(q))
	if err != nil {
		return answers.Answer{}, h.ended(ctx, err, attempts)
	}
	h.versions.saw(got.version)
	a := got.answer
	if a.LatencyMs == nil {
		a.LatencyMs = milliseconds(got.latency)
	}
	if got.firstToken > 0 {
		a.FirstTokenMs = milliseconds(got.firstToken)
	}
	return a, nil
}

// ask sends a body until it is answered or sending it again cannot help.
func (h *HTTP) ask(ctx context.Context, body []byte) (got reply, attempts int, err error) {
	for {
		got, err := h.try(ctx, body)
		if err == nil {
			return got, attempts + 1, nil
		}
		var failed *failure
		if ctx.Err() != nil || !errors.As(err, &failed) {
			return got, attempts, err
		}
		attempts++
		if !failed.retry || attempts >= h.opt.Retry.Attempts {
			return got, attempts, err
		}
		wait, ok := h.opt.Retry.Wait(attempts, failed.retryAfter, h.opt.Rand())
		if !ok {
			return got, attempts, failed.tooLong(h.opt.Retry.Longest)
		}
		if err := h.opt.Sleep(ctx, wait); err != nil {
			return got, attempts, err
		}
	}
}

// ended is the error of a question. One that is not about the question, such
// as a spent budget, is passed on as it is.
func (h *HTTP) ended(ctx context.Context, err error, attempts int) error {
	var failed *failure
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &failed):
		return fmt.Errorf("ask %s: %w", h.address.shown, err)
	}
	e := &Error{
		Code: failed.code, Attempts: attempts, fatal: failed.fatal,
		Message: h.scrubber.Scrub(h.address.shown + ": " + failed.message),
	}
	e.Fails = failed.code == codeOf(llm.CodeTimeout) && h.spec.TimeoutIs == suites.TimeoutIsFail
	return e
}

func milliseconds(d time.Duration) *float64 {
	ms := float64(d) / float64(time.Millisecond)
	return &ms
}
