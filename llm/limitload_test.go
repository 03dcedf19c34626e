package llm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evalrun/evalrun/internal/loopback"
)

// pipes is a network without sockets, whose waits a synctest bubble sees.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.closed:
		return nil, errors.New("nobody listens")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// bubble starts an endpoint and a client within a synctest bubble.
func bubble(t *testing.T, opt loopback.Options, cfg Config) (*Client, *loopback.Server) {
	t.Helper()
	network := newPipes()
	opt.Listener = network
	server, err := loopback.Start(opt)
	if err != nil {
		t.Fatal(err)
	}
	cfg.BaseURL, cfg.Model = server.URL(), "m"
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	transport := c.wire.client.Transport.(*http.Transport)
	transport.DialContext, transport.Proxy = network.dial, nil
	return c, server
}

// work has n callers ask question after question until the time is over.
func work(ctx context.Context, c *Client, n int) (answered *atomic.Int64, wait func()) {
	var wg sync.WaitGroup
	answered = new(atomic.Int64)
	for i := range n {
		wg.Go(func() {
			for k := 0; ctx.Err() == nil; k++ {
				if _, _, err := c.Chat(ctx, Request{User: fmt.Sprintf("question %d of caller %d", k, i)}); err == nil {
					answered.Add(1)
				}
			}
		})
	}
	return answered, wg.Wait
}

func TestAnEndpointWithLimitsSeesFew429(t *testing.T) {
	for _, tc := range []struct {
		name     string
		endpoint loopback.Options
		limits   LimiterOptions
		seconds  int
		least    int // answers after the first 5 s
	}{
		{"60 in flight, found out", loopback.Options{MaxInFlight: 60}, LimiterOptions{Concurrency: 100}, 15, 10 * 150},
		{"600 a minute, found out", loopback.Options{PerMinute: 600}, LimiterOptions{Concurrency: 100}, 185, 2 * 540},
		{"600 a minute, as asked for", loopback.Options{PerMinute: 600}, LimiterOptions{Concurrency: 100, RPM: 600}, 125, 2 * 570},
		{"both limits", loopback.Options{MaxInFlight: 60, PerMinute: 600}, LimiterOptions{Concurrency: 100}, 185, 2 * 540},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tc.endpoint.Latency = 200 * time.Millisecond
				c, server := bubble(t, tc.endpoint, Config{Governor: NewLimiter(tc.limits)})
				defer server.Close()
				defer c.Close()
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(tc.seconds)*time.Second)
				defer cancel()
				answered, wait := work(ctx, c, 100)
				time.Sleep(5 * time.Second)
				before, answeredBefore := server.Stats(), answered.Load()
				wait()
				after := server.Stats()
				requests, limited := after.Requests-before.Requests, after.Limited-before.Limited
				t.Logf("first 5 s: %d of %d; then %d of %d", before.Limited, before.Requests, limited, requests)
				if share := float64(limited) / float64(requests); share >= 0.03 {
					t.Errorf("%.1f %% of the requests after 5 s were answered 429", 100*share)
				}
				if got := answered.Load() - answeredBefore; got < int64(tc.least) {
					t.Errorf("%d answers, want %d or more: the endpoint was not used", got, tc.least)
				}
			})
		})
	}
}
