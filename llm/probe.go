package llm

import (
	"context"
	"errors"
)

// Probe makes the smallest call there is, to learn for the price of one reply
// whether the address, the key and the model are right. It returns nil where
// further calls can be expected to work: a model that refuses, says nothing or
// asks to slow down has been reached. The call carries the parameters of the
// calls to come, so that those an endpoint refuses are learned here once.
func (c *Client) Probe(ctx context.Context, like Request) error {
	like.System, like.MaxTokens = "", probeTokens
	like.User = "Reply with the word ok, as JSON where a schema is given."
	_, _, err := c.Chat(ctx, like)
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case CodeRefused, CodeEmpty, CodeFiltered, CodeEmptyChoices, CodeRateLimited:
		return nil
	}
	return e
}

// probeTokens is small, but not so small that gateways refuse it: some demand
// 16 tokens at least.
const probeTokens = 16
