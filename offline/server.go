// Package offline is the judge that needs no model: an OpenAI-compatible
// endpoint on a loopback port that scores answers by fixed rules. It is asked
// through the same client, prompts and validation as any other judge and
// knows nothing but the request it received.
//
// Its scores are deterministic and explain themselves: each reasoning line
// names the rule that spoke, the sentence and the passage. Grounding and
// citations rest on the support of each sentence by the passages and on quotes
// found by their bytes, the other dimensions on words and phrases. Meaning is
// beyond them; they are for demos and smoke tests and must not be compared
// with a model's.
package offline

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Model is the name under which the rules answer, whatever model was asked
// for. The number changes whenever a rule does.
const Model = "evalrun-offline-rules/2"

// maxBody bounds one request in bytes: the largest answer evalrun reads,
// escaped as JSON, with its passages.
const maxBody = 64 << 20

// Server is a running offline judge.
type Server struct {
	http    *http.Server
	baseURL string
	served  error         // why serving ended; read after done
	done    chan struct{} // closed when serving has ended
}

// Start listens on a free loopback port. The caller must Close the server.
func Start() (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the offline judge: %w", err)
	}
	s := &Server{
		http:    &http.Server{Handler: handler(), ReadHeaderTimeout: 10 * time.Second},
		baseURL: "http://" + listener.Addr().String() + "/v1",
		done:    make(chan struct{}),
	}
	go func() {
		defer close(s.done)
		s.served = s.http.Serve(listener)
	}()
	return s, nil
}

// BaseURL is what a chat client is pointed at, such as
// http://127.0.0.1:40123/v1.
func (s *Server) BaseURL() string { return s.baseURL }

// Close stops the server, breaking off requests in flight, and returns once
// it has stopped.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	if !errors.Is(s.served, http.ErrServerClosed) {
		err = errors.Join(err, s.served)
	}
	return err
}

// handler serves POST /v1/chat/completions by the rules. It keeps no state.
func handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", complete)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "no such endpoint: "+r.Method+" "+r.URL.Path)
	})
	return mux
}
