package llm

import (
	"context"
	"time"
)

// Governor decides when a request may leave and learns how it ended. Every
// HTTP request, a repeated one too, enters on its own. Implementations are
// safe for concurrent use.
type Governor interface {
	// Enter blocks until a request that is expected to take the given number
	// of tokens, prompt and reply together, may be sent. It fails when ctx
	// ends, with the context's error, or when a budget is spent, with an
	// error for which errors.Is(err, ErrBudget) holds. After an error there
	// is no Pass and nothing may be sent.
	Enter(ctx context.Context, tokens int) (Pass, error)
}

// Pass is the leave to send one request. Done must be called exactly once,
// as soon as the reply was read or given up.
type Pass interface{ Done(End) }

// End is how one request ended, as far as limits and budgets care.
type End struct {
	Sent       bool          // false: nothing reached the network, nothing is spent
	Status     int           // HTTP status, 0 when there was none
	Code       Code          // "" for a usable reply
	RetryAfter time.Duration // what the server asked to wait, 0 when it did not

	// What the reply says it used; both 0 when it says nothing.
	PromptTokens, CompletionTokens int
}
