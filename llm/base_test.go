package llm

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/loopback"
)

func TestBaseAddressAsTyped(t *testing.T) {
	server := endpoint(t, always(loopback.Completion(good)))
	host := strings.TrimSuffix(server.URL(), "/v1")
	for typed, path := range map[string]string{
		host + "/v1":                   "/v1/chat/completions",
		host + "/v1/":                  "/v1/chat/completions",
		host + "/v1//":                 "/v1/chat/completions",
		host + "/api/v1":               "/api/v1/chat/completions",
		host + "/v1/chat/completions":  "/v1/chat/completions",
		host + "/v1/chat/completions/": "/v1/chat/completions",
		" " + host + "/v1\n":           "/v1/chat/completions",
		host:                           "/chat/completions",
	} {
		c, _ := newClient(t, typed, nil)
		answer(t, c, Request{User: "q"})
		all := server.Recorded()
		if got := all[len(all)-1].Path; got != path {
			t.Errorf("%q called %s, want %s", typed, got, path)
		}
	}
}

func TestBaseAddressRefused(t *testing.T) {
	for typed, want := range map[string]string{
		"http://h/v1?key=hunter22":       "query",
		"http://h/v1?":                   "query",
		"http://h/v1#hunter22":           "fragment",
		"http://user:hunter22@h/v1":      "user name",
		"h:8080/v1":                      "must begin with http",
		"localhost/v1":                   "must begin with http",
		"ftp://h/v1":                     "must begin with http",
		"http:///v1":                     "no host",
		"http://h:port/v1":               "not a valid address",
		"http://a:hunter22@h:x/?hunter2": "not a valid address",
		"http://h/\x1b[0m":               "not a valid address",
	} {
		_, err := New(Config{BaseURL: typed, Model: "m"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", typed, err, want)
			continue
		}
		if strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: error shows too much: %v", typed, err)
		}
	}
}

func TestA404SaysWhichAddressWasCalled(t *testing.T) {
	for suffix, hinted := range map[string]bool{"": true, "/v1": false, "/api/v2": false, "/openai": true} {
		server := endpoint(t, always(status(404, "not here")))
		c, _ := newClient(t, strings.TrimSuffix(server.URL(), "/v1")+suffix, nil)
		e, _ := failure(t, c)
		called := strings.TrimSuffix(server.URL(), "/v1") + suffix + "/chat/completions"
		if !strings.Contains(e.Message, called) || strings.Contains(e.Message, "may lack a final /v1") != hinted {
			t.Errorf("base %q: %s", suffix, e.Message)
		}
	}
}

func TestAzureDeployment(t *testing.T) {
	tests := []struct{ name, model, deployment, path string }{
		{"the model's name by default", "gpt-4.1", "", "gpt-4.1"},
		{"no character is dropped", "my-3.5:eu", "", "my-3.5:eu"},
		{"the deployment as set", "gpt-4.1", "team-judge-a", "team-judge-a"},
		{"a slash stays inside the name", "gpt-4.1", "a/b", "a/b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, server, _ := serve(t, always(status(404, `{"error":{"code":"DeploymentNotFound","message":"none"}}`)), func(cfg *Config) {
				cfg.BaseURL = strings.TrimSuffix(cfg.BaseURL, "/v1")
				cfg.Model, cfg.Key = tt.model, NewSecret("azure-key-1")
				cfg.Azure = &Azure{Deployment: tt.deployment, APIVersion: "2024-10-21"}
			})
			e, _ := failure(t, c)
			got := server.Recorded()[0]
			if got.Path != "/openai/deployments/"+tt.path+"/chat/completions" || got.Query != "api-version=2024-10-21" {
				t.Errorf("called %s?%s", got.Path, got.Query)
			}
			if got.Header.Get("Api-Key") != "azure-key-1" || got.Header.Get("Authorization") != "" {
				t.Errorf("headers %v", got.Header)
			}
			for _, part := range []string{`"` + tt.path + `"`, "2024-10-21"} {
				if !strings.Contains(e.Message, part) {
					t.Errorf("404 lacks %s: %s", part, e.Message)
				}
			}
		})
	}
}

func TestConfigRefused(t *testing.T) {
	for want, cfg := range map[string]Config{
		"no model":          {},
		"api-version":       {Model: "m", BaseURL: "http://h", Azure: &Azure{Deployment: "d"}},
		"base URL":          {Model: "m", Azure: &Azure{APIVersion: "2024-10-21"}},
		"negative":          {Model: "m", Timeout: -1},
		"header name":       {Model: "m", Headers: map[string]string{"a b": "x"}},
		"control character": {Model: "m", Headers: map[string]string{"X-A": "hunter22\nX-B: y"}},
		"set by the client": {Model: "m", Headers: map[string]string{"host": "x"}},
		"printable":         {Model: "m", Key: NewSecret("hunter22\nhunter23"), KeyEnv: "K"},
	} {
		_, err := New(cfg)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
			continue
		}
		if strings.Contains(err.Error(), "hunter") {
			t.Errorf("error shows the value: %v", err)
		}
	}
}
