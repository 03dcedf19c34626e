package llm

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Chat asks once and sends the request again where that can help. The error
// is an *Error; beside it the reply holds what could be read, such as the
// refusal or the tokens spent. A reply that was cut off is no error: its
// FinishReason is "length". After a fatal reply nothing more is sent, and
// every call returns that reply's error without an attempt.
func (c *Client) Chat(ctx context.Context, req Request) (Reply, []Attempt, error) {
	leave, err := c.scout.enter(ctx)
	if err != nil {
		return Reply{}, nil, c.stopped(ctx)
	}
	defer leave()
	var attempts []Attempt
	for failures := 0; ; {
		if f := c.fatal.Load(); f != nil {
			return Reply{}, attempts, f
		}
		out, again := c.ask(ctx, req)
		if !out.unsent {
			attempts = append(attempts, out.attempt())
		}
		if again {
			continue
		}
		if out.err == nil {
			return out.reply, attempts, nil
		}
		failures++
		if !out.retry || failures >= c.policy.Attempts {
			return out.reply, attempts, out.err
		}
		wait, failed := c.waitAfter(ctx, failures, out.err)
		if failed != nil {
			return out.reply, attempts, failed
		}
		attempts[len(attempts)-1].Wait = wait
		if c.pause(ctx, wait) != nil {
			return out.reply, attempts, c.stopped(ctx)
		}
	}
}

// ask makes one request when the governor lets it.
func (c *Client) ask(ctx context.Context, req Request) (out outcome, again bool) {
	if c.governor == nil {
		return c.request(ctx, req)
	}
	prompt, reply := req.ExpectedTokens()
	pass, err := c.governor.Enter(ctx, prompt+reply)
	if err != nil {
		return c.held(ctx, err), false
	}
	defer func() { pass.Done(out.end()) }()
	// While it was held, another may have learned that none can succeed.
	if f := c.fatal.Load(); f != nil {
		return outcome{err: f, unsent: true}, false
	}
	return c.request(ctx, req)
}

// request makes one request. again is set when the endpoint refused a
// parameter that the next request will not carry: that is no failure, and it
// can happen at most once for each parameter.
func (c *Client) request(ctx context.Context, req Request) (out outcome, again bool) {
	with := c.settings()
	ex, err := c.send(ctx, req, with)
	if err != nil {
		return c.unsendable(err), false
	}
	out = c.classify(ctx, ex)
	out.httpStatus, out.delivered = ex.status, ex.delivered()
	out.reply.Latency = ex.latency
	out.reply.Mode, out.reply.TemperatureSent = with.modeOf(req), with.temperature(req)
	if out.err != nil && out.err.Code == CodeBadRequest && c.learn(with, out.problem, req) {
		return out, true
	}
	if out.err != nil && out.err.Fatal {
		c.fatal.CompareAndSwap(nil, out.err)
	}
	if ctx.Err() == nil && !out.retry {
		c.scout.settle()
	}
	return out, false
}

// send makes the HTTP request; the error is the library's refusal to make it.
func (c *Client) send(ctx context.Context, req Request, with settings) (*exchange, error) {
	out := with.build(c.model, req)
	ex := &exchange{standIns: standInsFor(&out)}
	limited, cancel := ex.attach(ctx, c.timeout)
	defer cancel()
	started := c.now()
	_, err := c.api.CreateChatCompletion(limited, out)
	ex.latency = c.now().Sub(started)
	if !ex.sent {
		return nil, err
	}
	return ex, nil
}

// unsendable is a request that never left: a model or a schema the library
// refuses. Every other call would be refused alike.
func (c *Client) unsendable(err error) outcome {
	out := c.fail(CodeBadRequest, 0, false, "request not sent: "+oneLine(err.Error()))
	out.err.Fatal, out.unsent = true, true
	c.fatal.CompareAndSwap(nil, out.err)
	return out
}

func (c *Client) settings() settings {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.learned
}

// learn takes note of a refused parameter and reports whether asking again
// can help. A call whose request was out while another learned the same only
// has to ask again.
func (c *Client) learn(sent settings, p problem, req Request) bool {
	next, ok := sent.without(p, req)
	if !ok {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.learned = c.learned.and(next)
	return true
}

// waitAfter is the pause before the next request, or the error to end with
// when that pause is too long to be worth it.
func (c *Client) waitAfter(ctx context.Context, failures int, last *Error) (time.Duration, *Error) {
	wait, ok := c.policy.Wait(failures, last.RetryAfter, c.rnd())
	if !ok {
		e := *last
		e.Code = CodeRetryAfterTooLong
		e.Message += fmt.Sprintf("; asked to wait %v, over the limit of %v", last.RetryAfter.Round(time.Second), c.policy.Longest)
		return 0, &e
	}
	if end, bounded := ctx.Deadline(); bounded && end.Sub(c.now()) <= wait {
		e := *last
		e.Message += "; no time left to try again"
		return 0, &e
	}
	return wait, nil
}

// stopped is the error of a call whose own context ended.
func (c *Client) stopped(ctx context.Context) *Error {
	e := &Error{Code: CodeCanceled, Message: c.address + ": canceled", cause: ctx.Err()}
	if ctx.Err() == context.DeadlineExceeded {
		e.Code, e.Message = CodeTimeout, c.address+": the time for this call is over"
	}
	return e
}

func (out outcome) attempt() Attempt {
	a := Attempt{
		Status: out.httpStatus, Served: out.reply.Served, FinishReason: out.reply.FinishReason,
		PromptTokens: out.reply.PromptTokens, CompletionTokens: out.reply.CompletionTokens, Latency: out.reply.Latency,
	}
	if out.err != nil {
		a.Code, a.Message = string(out.err.Code), strings.TrimSpace(out.err.Message)
	}
	return a
}
