package llm

import (
	"context"
	"errors"
	"net"
)

// Govern puts governors behind one another, such as the budget of a run and
// the limiter of an endpoint: a request needs leave from each, in this order.
// Those that are nil are left out.
func Govern(governors ...Governor) Governor {
	var all chain
	for _, g := range governors {
		if g != nil {
			all = append(all, g)
		}
	}
	return all
}

type chain []Governor

// Enter implements Governor.
func (c chain) Enter(ctx context.Context, tokens int) (Pass, error) {
	passes := make(passes, 0, len(c))
	for _, g := range c {
		p, err := g.Enter(ctx, tokens)
		if err != nil {
			passes.Done(End{})
			return nil, err
		}
		passes = append(passes, p)
	}
	return passes, nil
}

type passes []Pass

// Done implements Pass.
func (all passes) Done(e End) {
	for _, p := range all {
		p.Done(e)
	}
}

// held is the outcome of a request that its governor did not let go.
func (c *Client) held(ctx context.Context, err error) outcome {
	out := outcome{unsent: true}
	switch e := (*Error)(nil); {
	case errors.As(err, &e):
		out.err = e
	case ctx.Err() != nil:
		out.err = c.stopped(ctx)
	default:
		out.err = &Error{Code: CodeCanceled, Message: c.address + ": not sent: " + err.Error(), cause: err}
	}
	return out
}

// end is what the governor learns of a request.
func (out outcome) end() End {
	e := End{
		Sent: out.delivered, Status: out.httpStatus,
		PromptTokens: out.reply.PromptTokens, CompletionTokens: out.reply.CompletionTokens,
	}
	if out.err != nil {
		e.Code, e.RetryAfter = out.err.Code, out.err.RetryAfter
	}
	return e
}

// delivered tells a request that found nobody to take it from one whose reply
// was lost.
func (ex *exchange) delivered() bool {
	var op *net.OpError
	return !(errors.As(ex.err, &op) && op.Op == "dial")
}
