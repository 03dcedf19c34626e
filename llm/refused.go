package llm

import (
	"fmt"
	"net/http"
	"time"
)

// refused is an error reply, or a 200 that carries one; status is then the
// one inside, 0 when it names none.
func (c *Client) refused(ex *exchange, status int, p problem) outcome {
	code, retry, fatal := meaning(status, p)
	detail := oneLine(p.Message)
	if ex.status != status {
		detail = fmt.Sprintf("error in a reply of status %d: %s", ex.status, detail)
	}
	if hint := c.hint(code); hint != "" {
		detail += "; " + hint
	}
	out := c.fail(code, status, retry, detail)
	out.err.Fatal = fatal
	out.err.RetryAfter = askedWait(ex.header, p.Header, status, c.now())
	out.problem = p
	return out
}

// meaning is the table of error replies.
func meaning(status int, p problem) (code Code, retry, fatal bool) {
	switch {
	case p.noCredit() || status == http.StatusPaymentRequired:
		return CodeQuota, false, true
	case p.Filtered:
		return CodeFiltered, false, false
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return CodeAuth, false, true
	case status == http.StatusNotFound:
		return CodeNotFound, false, true
	case status == http.StatusTooManyRequests:
		return CodeRateLimited, true, false
	case status == 0 || status >= 500 || status == http.StatusRequestTimeout || status == http.StatusConflict:
		return CodeHTTP, true, false
	case p.tooLong():
		return CodeContextLength, false, false
	}
	return CodeBadRequest, false, false
}

// hint says what a person can do about a fatal reply.
func (c *Client) hint(code Code) string {
	switch code {
	case CodeAuth:
		return c.keyHint
	case CodeNotFound:
		return c.notFoundHint
	case CodeQuota:
		return "the quota or credit of this key is used up"
	}
	return ""
}

func askedWait(header, upstream http.Header, status int, now time.Time) time.Duration {
	read := explicitWait
	if status == http.StatusTooManyRequests {
		read = RetryAfter
	}
	for _, h := range []http.Header{header, upstream} {
		if d, ok := read(h, now); ok {
			return d
		}
	}
	return 0
}
