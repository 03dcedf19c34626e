package loopback

import (
	"encoding/json"
	"maps"
	"net/http"
)

// Stats counts what the endpoint saw. Repeated counts good replies to a body
// that had had one before: calls that were paid for twice.
type Stats struct {
	Requests    int            `json:"requests"`
	Answered    int            `json:"answered"` // 200 with a whole body, content faults included
	Distinct    int            `json:"distinctBodies"`
	MaxAttempts int            `json:"maxAttempts"` // of one body
	Repeated    int            `json:"repeated"`
	Limited     int            `json:"limited"` // answered with 429 for a limit
	InFlight    int            `json:"inFlight"`
	Peak        int            `json:"peakInFlight"`
	Injected    map[string]int `json:"injected"`
}

// fate is what happened to one request body so far.
type fate struct{ tries, good int }

// Stats returns the counts since the start or the last Reset.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.tally
	out.Distinct = len(s.attempts)
	out.Injected = maps.Clone(out.Injected)
	return out
}

// Reset forgets all requests; faults are drawn anew as for first attempts.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally = Stats{Injected: map[string]int{}, InFlight: s.tally.InFlight, Peak: s.tally.InFlight}
	s.attempts, s.recorded = map[uint64]*fate{}, nil
}

func (s *Server) serveStats(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	_ = enc.Encode(s.Stats())
}

// arrive counts a request and returns its number and how often its body came
// before.
func (s *Server) arrive(r *http.Request, body []byte, key uint64) (n, earlier int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally.Requests++
	s.tally.InFlight++
	s.tally.Peak = max(s.tally.Peak, s.tally.InFlight)
	f := s.attempts[key]
	if f == nil {
		f = &fate{}
		s.attempts[key] = f
	}
	f.tries++
	s.tally.MaxAttempts = max(s.tally.MaxAttempts, f.tries)
	if s.opt.Record {
		s.recorded = append(s.recorded, Recorded{
			Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: body,
		})
	}
	return s.tally.Requests, f.tries - 1
}

// leave takes a request out of the count of those in flight.
func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally.InFlight--
}

func (s *Server) injected(fault string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally.Injected[fault]++
}

func (s *Server) answered(key uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally.Answered++
	f := s.attempts[key]
	if f == nil { // a Reset came between
		return
	}
	if f.good > 0 {
		s.tally.Repeated++
	}
	f.good++
}
