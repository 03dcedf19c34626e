package targets

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// errorPage is how much of an error's body is read, in bytes.
const errorPage = 64 << 10

// refused is a status outside 2xx.
func (h *HTTP) refused(resp *http.Response, from io.Reader) *failure {
	page, _ := io.ReadAll(io.LimitReader(from, errorPage)) // what was read will do
	f := meaningOf(resp.StatusCode, string(page))
	f.message = fmt.Sprintf("status %d: %s", resp.StatusCode, pageShown(h.scrubber.Scrub(string(page))))
	if resp.StatusCode/100 == 3 {
		f.message = fmt.Sprintf("status %d: redirected to %s", resp.StatusCode, place(resp.Header.Get("Location")))
	}
	if f.retry {
		f.retryAfter = askedWait(resp, h.opt.Now())
	}
	return f
}

func meaningOf(status int, page string) *failure {
	code := llm.CodeBadRequest
	f := &failure{}
	switch {
	case status < 400:
		code = llm.CodeRedirected
	case status == http.StatusPaymentRequired || status == http.StatusTooManyRequests && strings.Contains(page, "insufficient_quota"):
		code, f.fatal = llm.CodeQuota, true
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		code, f.fatal = llm.CodeAuth, true
	case status == http.StatusNotFound:
		code, f.fatal = llm.CodeNotFound, true
	case status == http.StatusTooManyRequests:
		code, f.retry = llm.CodeRateLimited, true
	case status >= 500 || status == http.StatusRequestTimeout || status == http.StatusConflict:
		code, f.retry = llm.CodeHTTP, true
	}
	f.code = codeOf(code)
	return f
}

// askedWait is what the application asks to wait. The reset headers of rate
// limits come with other replies as well, and mean something with a 429 only.
func askedWait(resp *http.Response, now time.Time) time.Duration {
	header := resp.Header
	if resp.StatusCode != http.StatusTooManyRequests {
		header = http.Header{}
		for _, name := range []string{"Retry-After", "Retry-After-Ms"} {
			if v := resp.Header.Get(name); v != "" {
				header.Set(name, v)
			}
		}
	}
	d, _ := llm.RetryAfter(header, now)
	return d
}

// place names where a redirect leads, without what may be a token.
func place(location string) string {
	u, err := url.Parse(location)
	if err != nil || location == "" {
		return "another page"
	}
	u.RawQuery, u.Fragment, u.User = "", "", nil
	return beginning(u.String())
}

func pageShown(page string) string {
	if strings.TrimSpace(page) == "" {
		return "empty body"
	}
	return "the body begins " + beginning(page)
}

// maxBeginning is how much of a foreign text stands in a message, in
// characters.
const maxBeginning = 200

func beginning(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxBeginning {
			return shown(text[:i]) + "…"
		}
	}
	return shown(text)
}
