package loopback

import (
	"encoding/json"
	"maps"
	"net/http"
	"time"
)

// Response is a reply written by hand. Delay comes before it; Reset closes
// the connection in its place. Drip sends the body a few bytes at a time with
// that pause between; Stall sends the status, the headers and half of the
// body, then holds until the client leaves.
type Response struct {
	Status      int // 0: 200
	Header      http.Header
	Body        string
	Delay, Drip time.Duration
	Reset       bool
	Stall       bool
}

// dripSize is how many bytes a dripping body sends at once.
const dripSize = 16

// With adds a header.
func (r *Response) With(name, value string) *Response {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set(name, value)
	return r
}

// Failure is an error reply in OpenAI's shape, without a code.
func Failure(status int, message string) *Response {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{
		"message": message, "type": nil, "param": nil, "code": nil,
	}})
	return &Response{Status: status, Body: string(body)}
}

// Completion is a good reply whose message has the given text.
func Completion(text string) *Response {
	return &Response{Body: string(envelope(text, "scripted", "stop", 0))}
}

// perform sends a response. Where it sets a Content-Length that the body does
// not reach, the connection is cut.
func (s *Server) perform(w http.ResponseWriter, r *http.Request, resp *Response) {
	s.wait(r, resp.Delay)
	if resp.Reset {
		reset(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	maps.Copy(w.Header(), resp.Header)
	w.WriteHeader(max(resp.Status, http.StatusOK))
	if resp.Stall {
		_, _ = w.Write([]byte(resp.Body[:len(resp.Body)/2]))
		_ = http.NewResponseController(w).Flush()
		s.wait(r, s.opt.HangFor)
		panic(http.ErrAbortHandler)
	}
	s.send(w, r, resp)
}

func (s *Server) send(w http.ResponseWriter, r *http.Request, resp *Response) {
	body := []byte(resp.Body)
	if resp.Drip <= 0 {
		_, _ = w.Write(body)
		return
	}
	for len(body) > 0 {
		n := min(dripSize, len(body))
		_, _ = w.Write(body[:n])
		_ = http.NewResponseController(w).Flush()
		body = body[n:]
		s.wait(r, resp.Drip)
	}
}
