package llm

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"
)

// outcome is what one exchange came to.
type outcome struct {
	reply      Reply // as far as it could be read, also beside an error
	err        *Error
	retry      bool
	httpStatus int
	unsent     bool // no request was made, so there is no attempt to report
	delivered  bool // the endpoint may have seen the request
	// problem is the error body of a 400, which may name a parameter that
	// the endpoint does not take.
	problem problem
}

// classify decides what an exchange means. The order matters: a 200 may
// carry an error, and a refusal beats an empty content.
func (c *Client) classify(ctx context.Context, ex *exchange) outcome {
	switch {
	case ex.err != nil:
		return c.noReply(ctx, ex)
	case ex.status >= 300 && ex.status < 400:
		return c.fail(CodeRedirected, ex.status, false, redirection(ex))
	case ex.status < 200 || ex.status >= 400:
		p, ok := parseProblem(ex.body)
		if !ok {
			p.Message = ex.page()
		}
		return c.refused(ex, ex.status, p)
	}
	return c.accepted(ex)
}

// redirection names the place without its query, which may hold a token.
func redirection(ex *exchange) string {
	u, err := url.Parse(ex.header.Get("Location"))
	if err != nil || u.String() == "" {
		return "redirected to a page"
	}
	u.RawQuery, u.Fragment, u.User = "", "", nil
	return "redirected to a page, " + oneLine(u.String())
}

// noReply is an exchange without a complete reply.
func (c *Client) noReply(ctx context.Context, ex *exchange) outcome {
	if ctx.Err() != nil {
		return outcome{err: c.stopped(ctx)}
	}
	switch {
	case errors.Is(ex.err, errTooLarge):
		return c.fail(CodeTooLarge, ex.status, false, fmt.Sprintf("reply is larger than %d bytes", c.maxBody))
	case errors.Is(ex.err, context.DeadlineExceeded):
		return c.fail(CodeTimeout, ex.status, true, timeoutMessage(ex, c.timeout))
	}
	return c.fail(CodeNetwork, ex.status, true, oneLine(withoutAddress(ex.err).Error()))
}

func timeoutMessage(ex *exchange, limit time.Duration) string {
	if ex.status == 0 {
		return fmt.Sprintf("timeout after %v: no reply", limit)
	}
	return fmt.Sprintf("timeout after %v: the reply began but did not end", limit)
}

// withoutAddress drops url.Error's wrapping: it repeats the whole address,
// and fail puts a clean one in front.
func withoutAddress(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// fail makes an outcome whose message names the address that was called and
// is free of secrets.
func (c *Client) fail(code Code, status int, retry bool, detail string) outcome {
	message := c.address + ": "
	if status != 0 {
		message += fmt.Sprintf("status %d: ", status)
	}
	return outcome{retry: retry, err: &Error{
		Code: code, Status: status, Message: c.scrubber.Scrub(message + detail),
	}}
}
