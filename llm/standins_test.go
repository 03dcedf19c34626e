package llm

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	openai "github.com/sashabaranov/go-openai"

	"github.com/evalrun/evalrun/internal/loopback"
)

// TestTextsOnTheWire: what the model reads must be what was asked, whatever
// the text looks like in a body.
func TestTextsOnTheWire(t *testing.T) {
	texts := []string{
		"text", `"content":"text"`, `{"role":"system","content":"text"}`, `\"content\":\"text\"`,
		"<b>&amp;</b>", "line\nbreak\ttab\u2028", "\x00\x1b[31m", "日本語 🍸", strings.Repeat("long ", 20000),
	}
	for i, system := range texts {
		user := texts[(i+1)%len(texts)]
		t.Run(oneLine(system[:min(len(system), 20)]), func(t *testing.T) {
			c, server, _ := serve(t, always(loopback.Completion(good)), nil)
			answer(t, c, Request{System: system, User: user, Temperature: at(0),
				Schema: &Schema{Name: "s", JSON: json.RawMessage(`{"content":"text"}`)}})
			body := server.Recorded()[0].Body
			var got openai.ChatCompletionRequest
			if err := json.Unmarshal(body, &got); err != nil {
				t.Fatalf("%v in %s", err, body)
			}
			want := []openai.ChatCompletionMessage{{Role: "system", Content: system}, {Role: "user", Content: user}}
			if diff := cmp.Diff(want, got.Messages); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
			if !strings.Contains(string(body), `"schema":{"content":"text"},"strict":true`) {
				t.Errorf("the schema was changed: %s", body)
			}
		})
	}
}

// TestTextsSurviveRetries: the second request carries what the first did.
func TestTextsSurviveRetries(t *testing.T) {
	c, server, _ := serve(t, inTurn(status(503, ""), loopback.Completion(good)), nil)
	answer(t, c, Request{System: "s", User: "u"})
	sent := server.Recorded()
	if len(sent) != 2 || string(sent[0].Body) != string(sent[1].Body) || !strings.Contains(string(sent[0].Body), `"content":"u"`) {
		t.Errorf("got %d requests, %s", len(sent), sent[len(sent)-1].Body)
	}
}

// TestASchemaThatIsNoJSONIsNotSent: the body around it would be none either.
func TestASchemaThatIsNoJSONIsNotSent(t *testing.T) {
	c, server, _ := serve(t, always(loopback.Completion(good)), nil)
	_, attempts, err := c.Chat(t.Context(), Request{User: "u", Schema: &Schema{Name: "s", JSON: json.RawMessage(`{"type":`)}})
	if err == nil || len(attempts) > 0 || len(server.Recorded()) > 0 {
		t.Errorf("%d requests, %v, error %v", len(server.Recorded()), attempts, err)
	}
}
