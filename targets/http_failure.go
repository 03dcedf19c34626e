package targets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// codePrefix makes a code of package llm one of this package.
const codePrefix = "target_"

func codeOf(c llm.Code) string { return codePrefix + string(c) }

// failure is how one request ended without an answer.
type failure struct {
	code       string
	message    string // without the address
	retry      bool
	fatal      bool
	retryAfter time.Duration
}

func (f *failure) Error() string { return f.message }

// llmCode is the code as governors know it.
func (f *failure) llmCode() llm.Code { return llm.Code(strings.TrimPrefix(f.code, codePrefix)) }

func (f *failure) tooLong(longest time.Duration) *failure {
	out := *f
	out.code, out.retry = codeOf(llm.CodeRetryAfterTooLong), false
	out.message += fmt.Sprintf("; asked to wait %v, over the limit of %v", f.retryAfter.Round(time.Second), longest)
	return &out
}

func unmapped(format string, args ...any) *failure {
	return &failure{code: CodeMapping, message: fmt.Errorf(format, args...).Error()}
}

// unread is a reply that began and could not be read, or not be understood.
func (h *HTTP) unread(err error) *failure {
	var reported *streamError
	var event *eventError
	switch {
	case errors.As(err, &event):
		return unmapped("%w", err)
	case errors.As(err, &reported):
		return &failure{code: codeOf(llm.CodeHTTP), message: err.Error(), retry: true}
	case errors.Is(err, errReplyTooLarge):
		return &failure{code: codeOf(llm.CodeTooLarge), message: fmt.Sprintf("the reply is larger than %d bytes", h.spec.MaxBytes)}
	case errors.Is(err, errCut), errors.Is(err, io.ErrUnexpectedEOF):
		return &failure{code: codeOf(llm.CodeNetwork), message: err.Error(), retry: true}
	}
	return h.unreached(err, http.StatusOK)
}

// unreached is a request without a complete reply. A timeout is not tried
// again: an application that slow is slow the next time, too, and the wait
// may be the very thing that is measured.
func (h *HTTP) unreached(err error, status int) *failure {
	var outer *url.Error
	if errors.As(err, &outer) { // it repeats the whole address, which may hold a key
		err = outer.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		message := fmt.Sprintf("timeout after %v: no reply", h.spec.Timeout)
		if status != 0 {
			message = fmt.Sprintf("timeout after %v: the reply began but did not end", h.spec.Timeout)
		}
		return &failure{code: codeOf(llm.CodeTimeout), message: message}
	}
	return &failure{code: codeOf(llm.CodeNetwork), message: err.Error(), retry: true}
}
