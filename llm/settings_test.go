package llm

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evalrun/evalrun/internal/loopback"
)

const (
	refusesMaxTokens   = `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`
	refusesTemperature = `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`
)

// picky refuses the old token limit first, then any temperature.
func picky(_ int, _ *http.Request, body []byte) *loopback.Response {
	switch {
	case bytes.Contains(body, []byte(`"max_tokens"`)):
		return status(400, refusesMaxTokens)
	case bytes.Contains(body, []byte(`"temperature"`)):
		return status(400, refusesTemperature)
	}
	return loopback.Completion(good)
}

func TestRefusedParametersCostTwoRequestsInAWholeRun(t *testing.T) {
	c, server, waits := serve(t, picky, nil)
	const questions = 20
	var wg sync.WaitGroup
	for range questions {
		wg.Go(func() {
			reply, _, err := c.Chat(t.Context(), Request{User: "q", Temperature: at(0), MaxTokens: 9})
			if err != nil || reply.TemperatureSent != nil {
				t.Errorf("reply %+v, error %v", reply, err)
			}
		})
	}
	wg.Wait()
	if got := server.Stats().Requests; got != questions+2 {
		t.Errorf("%d requests for %d questions, want 2 more", got, questions)
	}
	if len(waits.list) != 0 {
		t.Errorf("waited %v before asking without the parameter", waits.list)
	}
}

func TestRefusedParameterIsAnAttempt(t *testing.T) {
	c, server, _ := serve(t, picky, nil)
	_, attempts := answer(t, c, Request{User: "q", Temperature: at(0), MaxTokens: 9})
	var codes []string
	for _, a := range attempts {
		codes = append(codes, a.Code)
	}
	if got := strings.Join(codes, ","); got != "bad_request,bad_request," {
		t.Errorf("codes %q", got)
	}
	last := fields(t, server.Recorded()[2].Body)
	if string(last["max_completion_tokens"]) != "9" {
		t.Errorf("the limit was lost: %s", last)
	}
}

func TestJSONModeStepsDownOnlyWhenRefused(t *testing.T) {
	refuse := func(message, param, code string) *loopback.Response {
		body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message, "param": param, "code": code}})
		return status(400, string(body))
	}
	tests := []struct {
		name  string
		reply []*loopback.Response
		mode  string
	}{
		{"taken at once", nil, ModeSchema},
		{"schema refused by parameter", []*loopback.Response{refuse("no", "response_format", "")}, ModeObject},
		{"schema refused by name", []*loopback.Response{refuse("json_schema is not available", "", "")}, ModeObject},
		{"refused by code alone", []*loopback.Response{refuse("no", "", "unsupported_parameter")}, ModeObject},
		{"object refused as well", []*loopback.Response{
			refuse("no", "response_format.type", ""), refuse("response_format is unknown", "", ""),
		}, ModePlain},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, server, _ := serve(t, inTurn(append(tt.reply, loopback.Completion(good))...), nil)
			req := Request{User: "JSON", Schema: &Schema{Name: "s", JSON: json.RawMessage(`{}`)}}
			for range 2 {
				if got, _ := answer(t, c, req); got.Mode != tt.mode {
					t.Errorf("mode %q, want %q", got.Mode, tt.mode)
				}
			}
			if got, want := server.Stats().Requests, len(tt.reply)+2; got != want {
				t.Errorf("%d requests, want %d: the mode was not remembered", got, want)
			}
			last := fields(t, server.Recorded()[len(tt.reply)+1].Body)["response_format"]
			if tt.mode == ModePlain && last != nil || tt.mode == ModeObject && string(last) != `{"type":"json_object"}` {
				t.Errorf("response_format %s in mode %s", last, tt.mode)
			}
		})
	}
}

func TestOther400sAreNotAskedAgain(t *testing.T) {
	for name, body := range map[string]string{
		"a bad value is no refusal of the field": `{"error":{"message":"temperature must be at most 2","param":"temperature","code":"invalid_value"}}`,
		"a parameter that was not sent":          `{"error":{"message":"'max_tokens' is not supported","param":"max_tokens","code":"unsupported_parameter"}}`,
		"another parameter":                      `{"error":{"message":"'seed' is not supported","param":"seed","code":"unsupported_parameter"}}`,
		"no parameter":                           `{"error":{"message":"messages must not be empty","code":null}}`,
	} {
		t.Run(name, func(t *testing.T) {
			c, server, _ := serve(t, always(status(400, body)), nil)
			_, attempts, err := c.Chat(t.Context(), Request{User: "q", Temperature: at(3)})
			if e, ok := err.(*Error); !ok || e.Code != CodeBadRequest || e.Fatal || len(attempts) != 1 {
				t.Errorf("error %v after %d attempts", err, len(attempts))
			}
			if server.Stats().Requests != 1 {
				t.Errorf("%d requests", server.Stats().Requests)
			}
		})
	}
}

// The library refuses these names' parameters before anything is sent.
func TestReasoningModelsAreAskedInTheirWay(t *testing.T) {
	for _, model := range []string{"o1", "o3-mini", "o4-mini", "gpt-5", "gpt-5-nano"} {
		t.Run(model, func(t *testing.T) {
			c, server, _ := serve(t, always(loopback.Completion(good)), func(cfg *Config) { cfg.Model = model })
			reply, _ := answer(t, c, Request{User: "q", Temperature: at(0), MaxTokens: 5})
			f := fields(t, server.Recorded()[0].Body)
			if f["temperature"] != nil || f["max_tokens"] != nil || string(f["max_completion_tokens"]) != "5" {
				t.Errorf("body %s", server.Recorded()[0].Body)
			}
			if reply.TemperatureSent != nil {
				t.Errorf("TemperatureSent %v", *reply.TemperatureSent)
			}
		})
	}
}

func TestAModelTheLibraryRefusesIsFatal(t *testing.T) {
	c, server, _ := serve(t, always(loopback.Completion(good)), func(cfg *Config) { cfg.Model = "text-davinci-003" })
	e, attempts := failure(t, c)
	if e.Code != CodeBadRequest || !e.Fatal || server.Stats().Requests != 0 || len(attempts) != 0 {
		t.Errorf("%+v after %d requests, attempts %v", e, server.Stats().Requests, attempts)
	}
}

// A first call that hangs must not hold the others for its whole timeout.
func TestAHangingFirstCallDoesNotHoldTheRun(t *testing.T) {
	first := make(chan struct{})
	var once sync.Once
	c, server, _ := serve(t, func(n int, _ *http.Request, _ []byte) *loopback.Response {
		if n == 1 {
			once.Do(func() { close(first) })
			return &loopback.Response{Delay: time.Minute}
		}
		return loopback.Completion(good)
	}, func(cfg *Config) { cfg.Timeout, cfg.Attempts = 10*time.Second, 1 })
	var wg sync.WaitGroup
	hang := func() {
		_, _, err := c.Chat(t.Context(), Request{User: "hangs"})
		if e, ok := err.(*Error); !ok || e.Code != CodeTimeout && e.Code != CodeNetwork {
			t.Errorf("the hanging call ended with %v", err)
		}
	}
	wg.Go(hang)
	<-first
	for range 5 {
		answer(t, c, Request{User: "q"})
	}
	if server.Stats().InFlight != 1 {
		t.Errorf("%d in flight: the first call did not hang", server.Stats().InFlight)
	}
	_ = server.Close()
	wg.Wait()
}
