// Package loopback is an OpenAI-compatible chat endpoint on a loopback port,
// for tests and benchmarks. It answers repeatably, takes as long as it is
// told, and fails in chosen ways at chosen rates. It checks no key and knows
// nothing but chat completions.
package loopback

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options says how the endpoint behaves; the zero value answers at once and
// without faults on a free port.
type Options struct {
	Addr string // host:port, loopback only; default 127.0.0.1:0
	// Listener takes the place of Addr, so that a test can be the network.
	Listener net.Listener
	Latency  time.Duration      // before each reply
	Faults   map[string]float64 // rate of each fault, 0 to 1; see FaultNames
	Seed     uint64             // of the faults
	HangFor  time.Duration      // how long the hang fault holds a request; default 2 minutes
	SlowFor  time.Duration      // what the slowbody fault spreads a body over; default 2 s
	// MaxInFlight and PerMinute are limits over which requests are answered
	// with 429 and a Retry-After in whole seconds; 0 is none. The minute
	// slides.
	MaxInFlight, PerMinute int
	// Script, if set, may answer request n (from 1) by hand; nil leaves it
	// to the endpoint.
	Script func(n int, r *http.Request, body []byte) *Response
	Record bool // keep every request for Recorded
}

// Recorded is one request as it arrived.
type Recorded struct {
	Path, Query string
	Header      http.Header
	Body        []byte
}

// Server is a running endpoint.
type Server struct {
	opt     Options
	plan    plan
	http    *http.Server
	address string
	closing chan struct{}
	running sync.WaitGroup // handlers and the accept loop

	mu       sync.Mutex
	closed   bool
	tally    Stats
	limits   limits
	attempts map[uint64]*fate
	recorded []Recorded
}

// Start opens the endpoint. It refuses unknown faults, rates that do not fit
// and addresses that other machines could reach.
func Start(opt Options) (*Server, error) {
	p, err := newPlan(opt.Faults, opt.Seed)
	if err != nil {
		return nil, err
	}
	if opt.Addr == "" {
		opt.Addr = "127.0.0.1:0"
	}
	if err := loopbackOnly(opt.Addr); err != nil {
		return nil, err
	}
	if opt.HangFor == 0 {
		opt.HangFor = 2 * time.Minute
	}
	if opt.SlowFor == 0 {
		opt.SlowFor = 2 * time.Second
	}
	listener := opt.Listener
	if listener == nil {
		if listener, err = net.Listen("tcp", opt.Addr); err != nil {
			return nil, fmt.Errorf("listen on %s: %w", opt.Addr, err)
		}
	}
	s := &Server{opt: opt, plan: p, limits: limits{inFlight: opt.MaxInFlight, perMinute: opt.PerMinute}, address: listener.Addr().String(), closing: make(chan struct{})}
	s.Reset()
	s.http = &http.Server{Handler: s.routes(), ErrorLog: log.New(io.Discard, "", 0)}
	s.running.Go(func() { _ = s.http.Serve(listener) })
	return s, nil
}

func loopbackOnly(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("address %q: %w", addr, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("address %q is not a loopback address", addr)
	}
	return nil
}

// URL is the base address for a client, such as http://127.0.0.1:4711/v1.
func (s *Server) URL() string { return "http://" + s.address + "/v1" }

// Close ends open requests and waits for their handlers. Closing twice is
// closing once.
func (s *Server) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return nil
	}
	close(s.closing)
	err := s.http.Close()
	s.running.Wait()
	return err
}

// begin counts a handler in, unless Close has begun to wait for them.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.running.Add(1)
	}
	return !s.closed
}

// Recorded returns the requests so far, in order of arrival.
func (s *Server) Recorded() []Recorded {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Recorded(nil), s.recorded...)
}
