package llm

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"github.com/evalrun/evalrun/internal/loopback"
)

// canned replies without a network, so that only the client's own cost shows.
type canned string

func (c canned) RoundTrip(req *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, req.Body)
	return &http.Response{
		StatusCode: 200, Header: http.Header{}, ContentLength: int64(len(c)), Body: io.NopCloser(strings.NewReader(string(c))), Request: req,
	}, nil
}

// judgeSized are texts as long as those of a judge with three passages.
var judgeSized = struct{ system, user, reply string }{
	strings.Repeat("Anchors: one is the worst case, five the best. ", 40),
	strings.Repeat("item 3.1 is answered within 7 working days; ", 80),
	`{"scores":{"grounding":4,"relevance":5},"reasoning":{"grounding":"` + strings.Repeat("traced to S1; ", 10) + `","relevance":"direct"}}`,
}

func BenchmarkChat(b *testing.B) {
	c, err := New(Config{BaseURL: "http://h/v1", Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	c.wire.client.Transport = canned(loopback.Completion(judgeSized.reply).Body)
	req := Request{
		System: judgeSized.system, User: judgeSized.user, Temperature: at(0), MaxTokens: 1200,
		Schema: &Schema{Name: "judgement", JSON: json.RawMessage(`{"type":"object"}`)},
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := c.Chat(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLibrary is the same call by the library alone.
func BenchmarkLibrary(b *testing.B) {
	cfg := openai.DefaultConfig("")
	cfg.BaseURL = "http://h/v1"
	cfg.HTTPClient = &http.Client{Transport: canned(loopback.Completion(judgeSized.reply).Body)}
	api := openai.NewClientWithConfig(cfg)
	zero := settings{}.build("m", Request{
		System: judgeSized.system, User: judgeSized.user, Temperature: at(0), MaxTokens: 1200,
		Schema: &Schema{Name: "judgement", JSON: json.RawMessage(`{"type":"object"}`)},
	})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := api.CreateChatCompletion(b.Context(), zero); err != nil {
			b.Fatal(err)
		}
	}
}
