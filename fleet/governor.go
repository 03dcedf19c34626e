package fleet

import (
	"context"
	"errors"

	"github.com/evalrun/evalrun/llm"
)

// governor is one of the coordinator's governors as its worker sees it.
type governor struct {
	desk *desk
	call call // without tokens
}

// Enter implements llm.Governor: two round trips and the wait between them. No
// call is made for a task that may be another worker's by then. Where nobody
// gives leave any more the task is given up: that says nothing of who would
// have been called, and makes no record.
func (g governor) Enter(ctx context.Context, tokens int) (llm.Pass, error) {
	if err := mayCall(ctx); err != nil {
		return nil, err
	}
	c := g.call
	c.Tokens = between(0, tokens, maxTokens)
	r, err := g.desk.enter(c)
	if err != nil {
		return nil, err
	}
	select {
	case <-r.ready:
	case <-ctx.Done():
		g.desk.leave(r, llm.End{})
		return nil, ctx.Err()
	}
	if errors.Is(r.err, errAway) || errors.Is(r.err, errHalted) {
		abandon(ctx, r.err)
	}
	if r.err != nil {
		return nil, r.err
	}
	if err := mayCall(ctx); err != nil {
		g.desk.leave(r, llm.End{})
		return nil, err
	}
	return leaveToSend{desk: g.desk, request: r}, nil
}

// leaveToSend is one call that may be sent.
type leaveToSend struct {
	desk    *desk
	request *request
}

// Done implements llm.Pass. It does not wait for the coordinator.
func (p leaveToSend) Done(e llm.End) { p.desk.leave(p.request, e) }
