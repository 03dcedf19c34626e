package targets

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

const canary = "sk-live-CANARY1234567890"

// leaked reports whether a text holds eight characters of the canary in a row.
func leaked(text string) bool {
	for i := 0; i+8 <= len(canary); i++ {
		if strings.Contains(text, canary[i:i+8]) {
			return true
		}
	}
	return false
}

func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// TestNoErrorShowsASecret: a key from the environment is in no message,
// whatever an application sends back and wherever the key stands.
func TestNoErrorShowsASecret(t *testing.T) {
	bearer := map[string]string{"Authorization": "Bearer ${KEY}"}
	echoes := func(status int) *loopback.Response {
		return said(status, `{"error":"bad key `+canary+`","`+canary+`":1}`)
	}
	for name, c := range map[string]struct {
		url     string // %s is the address of the application
		headers map[string]string
		reply   *loopback.Response // nil: nobody listens
	}{
		"a refusal that repeats the header":  {"%s/ask", bearer, echoes(401)},
		"a refusal that repeats half of it":  {"%s/ask", bearer, said(401, "key "+canary[:12]+"… refused")},
		"a failure that repeats the header":  {"%s/ask", bearer, echoes(500)},
		"a key of a reply that is not there": {"%s/ask", map[string]string{"X-Tenant": "${KEY}"}, echoes(200)},
		"a redirect with the key":            {"%s/ask", bearer, said(302, "").With("Location", "/login/"+canary+"?key="+canary)},
		"nobody at an address with the key":  {"%s/v1?key=${KEY}", nil, nil},
		"nobody at a path with the key":      {"%s/hooks/${KEY}/ask", nil, nil},
		"a page behind a path with the key":  {"%s/hooks/${KEY}/ask", nil, said(404, "no page /hooks/"+canary+"/ask")},
		"a path inside the variable":         {"${HOOK}/ask", nil, said(404, "no page "+canary)},
		"a cut reply":                        {"%s/ask?key=${KEY}", bearer, said(200, "{").With("Content-Length", "100")},
	} {
		t.Run(name, func(t *testing.T) {
			base := "http://" + closedPort(t)
			if c.reply != nil {
				base = app(t, c.reply).URL()
			}
			opt, _ := calmly(map[string]string{"KEY": canary, "HOOK": base + "/" + canary})
			url := c.url
			if strings.Contains(url, "%s") {
				url = fmt.Sprintf(url, base)
			}
			h := httpTarget(t, suites.HTTPSpec{URL: url, Headers: c.headers, Mapping: suites.Mapping{Answer: path(t, "$.text")}}, opt)
			_, err := h.Answer(t.Context(), question("q1", "x"))
			var failed *Error
			if !errors.As(err, &failed) {
				t.Fatalf("got %v", err)
			}
			host := strings.TrimPrefix(base, "http://")
			host, _, _ = strings.Cut(host, "/")
			if leaked(failed.Message) || leaked(h.Ref().URL) || !strings.Contains(failed.Message, host) {
				t.Errorf("message %q, URL %q", failed.Message, h.Ref().URL)
			}
			if !leaked(string(revealed(h.Secrets()))) || leaked(llm.Scrub("x "+canary+" y", h.Secrets()...)) {
				t.Error("the key is not among the secrets that artefacts are scrubbed of")
			}
		})
	}
}

func revealed(secrets []llm.Secret) []byte {
	var out []byte
	for _, s := range secrets {
		out = append(out, s.Reveal()+" "...)
	}
	return out
}

func TestNoRequestFollowsARedirectWithTheKey(t *testing.T) {
	other := app(t, thirtyDays)
	server := app(t, said(http.StatusTemporaryRedirect, "").With("Location", other.URL()+"/ask"))
	opt, _ := calmly(map[string]string{"KEY": canary})
	h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask", Headers: map[string]string{"X-Key": "${KEY}"}}, opt)
	if _, err := h.Answer(t.Context(), question("q1", "x")); err == nil || len(other.Recorded()) != 0 {
		t.Errorf("%v, and the other server got %d requests", err, len(other.Recorded()))
	}
}

// TestConfigurationsThatCannotWorkAreRefused before anything is sent, without
// a variable's value.
func TestConfigurationsThatCannotWorkAreRefused(t *testing.T) {
	env := map[string]string{"KEY": canary, "BLANK": " ", "NOWHERE": "ftp://" + canary, "USER": "http://" + canary + "@host", "PAGE": "http://host/#" + canary, "TWO": canary + "\r\nX-Evil: 1"}
	for name, c := range map[string]struct {
		url, header, body, want string
	}{
		"an unset variable in the URL":   {"https://h/${GONE}", "x", "", "environment variable GONE is unset or empty; target.url names it"},
		"an empty variable in a header":  {"https://h", "${BLANK}", "", `environment variable BLANK is unset or empty; target.headers "X-Key" names it`},
		"no http address":                {"${NOWHERE}/ask", "x", "", "is not an http or https address"},
		"a user in the address":          {"${USER}/ask", "x", "", "put credentials into a header"},
		"a fragment in the address":      {"${PAGE}", "x", "", "holds a user or a fragment"},
		"a header of two lines":          {"https://h", "${TWO}", "", `target.headers "X-Key" holds a control character`},
		"a parameter that is not there":  {"https://h", "x", `"{{query}} {{param.lang}}"`, "the body needs lang"},
		"a variable's name that is none": {"https://h/${A B}", "x", "", "${ begins no ${NAME}"},
	} {
		opt, _ := calmly(env)
		spec := suites.HTTPSpec{URL: c.url, Headers: map[string]string{"X-Key": c.header}}
		if c.body != "" {
			spec.Body = []byte(c.body)
		}
		_, err := ask(spec, opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || leaked(err.Error()) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A variable behind the host may be a key, as in the path of a web hook.
func TestTheAddressIsToldWithoutVariablesBeyondTheHost(t *testing.T) {
	env := map[string]string{"BASE": "http://docs.example:8080/", "DEEP": "https://docs.example/hooks/T1", "HOST": "docs.example", "PORT": "81", "TENANT": "acme"}
	for url, want := range map[string]string{
		"https://docs.example/ask?x=1":          "https://docs.example/ask",
		"${BASE}/ask":                           "http://docs.example:8080/ask",
		"${DEEP}/ask":                           "https://docs.example/${DEEP}/ask",
		"https://${HOST}:${PORT}/${TENANT}/ask": "https://docs.example:81/${TENANT}/ask",
		"https://${HOST}?tenant=${TENANT}":      "https://docs.example",
	} {
		opt, _ := calmly(env)
		h, err := ask(suites.HTTPSpec{URL: url}, opt)
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		if got := h.Ref().URL; got != want {
			t.Errorf("%s is told as %s, want %s", url, got, want)
		}
	}
}
