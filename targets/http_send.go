package targets

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// reply is a mapped reply with its times.
type reply struct {
	answer     answers.Answer
	version    string
	latency    time.Duration
	firstToken time.Duration // of a stream, 0 where no text came in pieces
}

// try makes one request within the limits of the endpoint. The error is a
// *failure when the request left.
func (h *HTTP) try(ctx context.Context, body []byte) (reply, error) {
	pass, err := h.enter(ctx)
	if err != nil {
		return reply{}, err
	}
	got, status, err := h.exchange(ctx, body)
	end := llm.End{Sent: true, Status: status}
	if failed := (*failure)(nil); errors.As(err, &failed) {
		end.Code, end.RetryAfter = failed.llmCode(), failed.retryAfter
	}
	if u := got.answer.Usage; u != nil {
		end.PromptTokens, end.CompletionTokens = number(u.PromptTokens), number(u.CompletionTokens)
	}
	pass.Done(end)
	return got, err
}

// enter asks the governor. How many tokens an application will use is not for
// evalrun to guess.
func (h *HTTP) enter(ctx context.Context) (llm.Pass, error) {
	if h.opt.Governor == nil {
		return freePass{}, nil
	}
	return h.opt.Governor.Enter(ctx, 0)
}

// exchange sends the request and reads the reply to its end.
func (h *HTTP) exchange(ctx context.Context, body []byte) (reply, int, error) {
	limited, cancel := context.WithTimeout(ctx, h.spec.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(limited, h.spec.Method, h.address.full, bytes.NewReader(body))
	if err != nil {
		return reply{}, 0, h.unreached(err, 0)
	}
	req.Header = h.headers.Clone()
	started := h.opt.Now()
	resp, err := h.client.Do(req)
	if err != nil {
		return reply{}, 0, h.unreached(err, 0)
	}
	defer resp.Body.Close()
	from := &limitedReader{from: resp.Body, left: h.spec.MaxBytes}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return reply{}, resp.StatusCode, h.refused(resp, from)
	}
	since := func() time.Duration { return h.opt.Now().Sub(started) }
	got, err := h.accepted(from, since)
	return got, resp.StatusCode, err
}

// accepted reads a reply that claims success.
func (h *HTTP) accepted(from io.Reader, since func() time.Duration) (reply, error) {
	var whole streamed
	var err error
	if h.streams() {
		whole, err = readStream(from, h.spec.Response, h.spec.Mapping.Delta, since)
	} else {
		whole.last, err = io.ReadAll(from)
	}
	if err != nil {
		return reply{}, h.unread(err)
	}
	got := reply{latency: since(), firstToken: whole.firstToken}
	if len(bytes.TrimSpace(whole.last)) == 0 {
		return got, &failure{code: CodeEmpty, message: "the reply is empty"}
	}
	return h.mapped(whole, got)
}

func (h *HTTP) mapped(whole streamed, got reply) (reply, error) {
	var text *string
	if delta := h.spec.Mapping.Delta; delta != nil {
		if whole.pieces == 0 {
			return got, unmapped("%s leads nowhere in all %d events of the stream; the last begins %s",
				delta, whole.events, beginning(string(whole.last)))
		}
		text = &whole.text
	}
	var err error
	got.answer, got.version, err = h.mapper.read(whole.last, text)
	switch {
	case errors.Is(err, answers.ErrNoAnswer):
		return got, &failure{code: CodeEmpty, message: "the reply holds neither an answer nor declined: true"}
	case err != nil:
		return got, unmapped("%w", err)
	case got.answer.Blank() && !got.answer.Declined:
		return got, &failure{code: CodeEmpty, message: "the answer in the reply is blank"}
	}
	return got, nil
}

func (h *HTTP) streams() bool {
	return h.spec.Response == suites.ResponseSSE || h.spec.Response == suites.ResponseNDJSON
}

// errReplyTooLarge says that a reply passed the size limit.
var errReplyTooLarge = errors.New("the reply is larger than the limit")

// limitedReader fails where a reply goes on past its limit: cut off, it would
// be another answer.
type limitedReader struct {
	from io.Reader
	left int64
}

func (r *limitedReader) Read(p []byte) (int, error) {
	if int64(len(p)) > r.left+1 {
		p = p[:r.left+1]
	}
	n, err := r.from.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return 0, errReplyTooLarge
	}
	return n, err
}
