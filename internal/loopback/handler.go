package loopback

import (
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRequest bounds a request body; a chat request is far smaller.
const maxRequest = 16 << 20

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /stats", s.serveStats)
	mux.HandleFunc("POST /reset", func(w http.ResponseWriter, _ *http.Request) {
		s.Reset()
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("POST /", s.serveChat)
	return mux
}

func (s *Server) serveChat(w http.ResponseWriter, r *http.Request) {
	if !s.begin() {
		panic(http.ErrAbortHandler)
	}
	defer s.running.Done()
	body, err := readRequest(w, r)
	if err != nil {
		http.Error(w, "cannot read the request", http.StatusBadRequest)
		return
	}
	key := digest(body)
	n, earlier := s.arrive(r, body, key)
	defer s.leave()
	if s.opt.Script != nil {
		if scripted := s.opt.Script(n, r, body); scripted != nil {
			s.perform(w, r, scripted)
			return
		}
	}
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		http.NotFound(w, r)
		return
	}
	if refusal := s.limited(); refusal != nil {
		s.perform(w, r, refusal)
		return
	}
	s.wait(r, s.opt.Latency)
	if fault := s.plan.draw(transportFaults, key, earlier); fault != "" {
		s.injected(fault)
		s.perform(w, r, s.transportFault(fault, body, key))
		return
	}
	fault := s.plan.draw(contentFaults, key, earlier)
	if fault != "" {
		s.injected(fault)
	}
	s.answered(key)
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(completion(body, key, fault))
}

func readRequest(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limited := http.MaxBytesReader(w, r.Body, maxRequest)
	if n := r.ContentLength; n > 0 && n <= maxRequest {
		body := make([]byte, n)
		_, err := io.ReadFull(limited, body)
		return body, err
	}
	return io.ReadAll(limited)
}

// wait holds a request, and abandons it when client or server goes away.
func (s *Server) wait(r *http.Request, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return
	case <-r.Context().Done():
	case <-s.closing:
	}
	panic(http.ErrAbortHandler)
}

// transportFault is the exchange that a fault puts in place of the reply.
func (s *Server) transportFault(fault string, body []byte, key uint64) *Response {
	switch fault {
	case "hang":
		return &Response{Delay: s.opt.HangFor, Reset: true}
	case "reset":
		return &Response{Reset: true}
	case "http429":
		return Failure(http.StatusTooManyRequests, "rate limit reached").With("Retry-After", "1")
	case "http429ms":
		return Failure(http.StatusTooManyRequests, "rate limit reached").With("Retry-After-Ms", "250")
	case "http500", "http503":
		status, _ := strconv.Atoi(fault[len("http"):])
		return Failure(status, "the server failed")
	case "http400":
		return Failure(http.StatusBadRequest, "the maximum context length is 8192 tokens")
	case "htmlerror":
		return (&Response{Status: http.StatusBadGateway, Body: "<html><h1>502 Bad Gateway</h1></html>"}).With("Content-Type", "text/html")
	case "nochoices":
		return &Response{Body: `{"object":"chat.completion","choices":[]}`}
	}
	whole := string(completion(body, key, ""))
	if fault == "truncate" {
		return (&Response{Body: whole[:len(whole)/2]}).With("Content-Length", strconv.Itoa(len(whole)))
	}
	return &Response{Body: whole, Drip: s.opt.SlowFor / time.Duration(len(whole)/dripSize+1)}
}

// reset closes a connection so that the client sees a reset, not an end.
func reset(w http.ResponseWriter) {
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	conn, _, err := hijacker.Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
