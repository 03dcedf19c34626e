package llm

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// exchange is one HTTP request and all that came back. The library drops
// headers of errors, errors inside a 200 and content in parts, so replies
// are judged from here.
type exchange struct {
	standIns standIns // of the request's body

	sent    bool
	status  int
	header  http.Header
	body    []byte
	err     error // no complete reply: network, timeout, too large
	latency time.Duration
}

type exchangeKey struct{}

// errTooLarge says that a reply passed the body limit.
var errTooLarge = errors.New("reply is larger than the limit")

// writeBuffer holds the whole request of most judgements, which then leaves in
// one write. The default of 4 kB takes two, and a copy on the way.
const writeBuffer = 32 << 10

// wire is the library's way out to the network.
type wire struct {
	client  *http.Client
	headers map[string]string
	maxBody int64
}

func newWire(cfg Config) *wire {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// The default keeps two idle connections a host; a run with more calls
	// at once would open a new one for almost every call.
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = cfg.MaxConns, cfg.MaxConns
	transport.WriteBufferSize = writeBuffer
	return &wire{
		client: &http.Client{
			Transport: transport,
			// A redirect leads to a sign-in page, and would carry the key there.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		headers: cfg.Headers,
		maxBody: cfg.MaxBody,
	}
}

// Do sends a request, keeps the reply in the exchange of its context and
// gives the library an empty object in its place, so that no body is decoded
// twice. The reply has been read to its end when Do returns.
func (w *wire) Do(req *http.Request) (*http.Response, error) {
	ex, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, errors.New("request carries no exchange")
	}
	for name, value := range w.headers {
		req.Header.Set(name, value)
	}
	if err := ex.standIns.replaceIn(req); err != nil {
		return nil, err
	}
	ex.sent = true
	ex.err = w.exchange(req, ex)
	if ex.err != nil {
		return nil, ex.err
	}
	return &http.Response{StatusCode: http.StatusOK, Header: ex.header, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

func (w *wire) exchange(req *http.Request, ex *exchange) error {
	resp, err := w.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	ex.status, ex.header = resp.StatusCode, resp.Header
	ex.body, err = readBody(resp, w.maxBody)
	return err
}

// readBody reads a whole reply of at most limit bytes. The transport undoes
// gzip only when it asked for it itself; some proxies compress regardless.
func readBody(resp *http.Response, limit int64) ([]byte, error) {
	if resp.ContentLength > limit {
		return nil, errTooLarge
	}
	var from io.Reader = resp.Body
	if strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		unzipped, err := gzip.NewReader(from)
		if err != nil {
			return nil, fmt.Errorf("read gzip reply: %w", err)
		}
		from = unzipped
	}
	var buf bytes.Buffer
	if resp.ContentLength > 0 {
		buf.Grow(int(resp.ContentLength) + bytes.MinRead)
	}
	n, err := buf.ReadFrom(io.LimitReader(from, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read reply: %w", err)
	}
	if n > limit {
		return nil, errTooLarge
	}
	return buf.Bytes(), nil
}

// attach gives a request's context the exchange and the time limit of one
// attempt, which covers the body too.
func (ex *exchange) attach(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithValue(ctx, exchangeKey{}, ex), limit)
}
