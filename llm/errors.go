package llm

import "time"

// Code tells in one word why a call gave no usable reply. It carries no
// prefix: the caller adds judge_ or target_.
type Code string

// The codes of Error. CodeCanceled and CodeBudget are never the end of a
// question: they say that the caller's own context or budget ended, not that
// the endpoint failed.
const (
	CodeTimeout           Code = "timeout"
	CodeNetwork           Code = "network"
	CodeHTTP              Code = "http" // a 5xx, or a reply that is no chat completion
	CodeRateLimited       Code = "rate_limited"
	CodeQuota             Code = "quota"
	CodeAuth              Code = "auth"
	CodeNotFound          Code = "not_found"
	CodeBadRequest        Code = "bad_request"
	CodeContextLength     Code = "context_length"
	CodeEmptyChoices      Code = "empty_choices"
	CodeFiltered          Code = "filtered"
	CodeRedirected        Code = "redirected"
	CodeTooLarge          Code = "too_large"
	CodeRetryAfterTooLong Code = "retry_after_too_long"
	CodeRefused           Code = "refused"
	CodeEmpty             Code = "empty"
	CodeCanceled          Code = "canceled"
	CodeBudget            Code = "budget" // not sent; errors.Is finds ErrBudget
)

// Error is how a call ended without a usable reply. Message is free of the
// key, of control characters and of whole pages, and fit for a report.
type Error struct {
	Code       Code
	Status     int // HTTP status, or the one a 200 reply carried in its error; 0 when there was none
	Message    string
	RetryAfter time.Duration // what the server asked to wait, 0 when it did not
	// Fatal is set where every further call must fail the same way: no
	// credit, no right, no such model. A run should start no new calls.
	Fatal bool

	cause error // the context's error or ErrBudget, so that errors.Is finds it
}

func (e *Error) Error() string { return e.Message }

// Unwrap gives the context's error for a call that its own context ended, and
// ErrBudget for one that a budget stopped.
func (e *Error) Unwrap() error { return e.cause }

// Attempt is one HTTP request and how it ended. Code is "" for the request
// whose reply was used. Wait is how long the client paused after it, before
// the next request.
type Attempt struct {
	Code             string
	Message          string
	Status           int // HTTP status as received, 0 when there was none
	Served           string
	FinishReason     string
	PromptTokens     int
	CompletionTokens int
	Latency          time.Duration
	Wait             time.Duration
}
