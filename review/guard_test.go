package review

import (
	"net/http"
	"strings"
	"testing"
)

const (
	sameSite  = "same-origin"
	tokenWord = "0123456789abcdef"
)

func TestOnlyOurHostsAreAnswered(t *testing.T) {
	s := openShop(t, nil)
	own := s.cfg.Hosts[0]
	s.cfg.Hosts = append(s.cfg.Hosts, "review.example:80")
	s.serve()
	for host, want := range map[string]int{
		own: 200, "review.example:80": 200, "REVIEW.example:80": 200,
		"evil.example": 421, "127.0.0.1": 421, "localhost:1": 421, own + ".evil.example": 421, "review.example": 421,
	} {
		s.header.Set("Host", host)
		for _, path := range []string{"/", "/static/review.js", "/nothing"} {
			got := s.ask(http.MethodGet, path)
			if want == 421 && got.status != 421 || want == 200 && got.status == 421 {
				t.Errorf("host %q, %s: status %d, want %d", host, path, got.status, want)
			}
			if want == 421 && strings.Contains(got.text, "<") {
				t.Errorf("host %q is sent a page", host)
			}
		}
	}
}

func TestNoHostIsAnsweredWithoutConfiguration(t *testing.T) {
	s := openShop(t, func(c *Config) { c.Hosts = nil })
	if got := s.ask(http.MethodGet, "/"); got.status != 421 {
		t.Errorf("status %d, want 421", got.status)
	}
}

func TestOtherSitesChangeNothing(t *testing.T) {
	s := openShop(t, nil)
	for _, tc := range []struct {
		site, origin string
		want         int
	}{
		{"cross-site", "", 403}, {"same-site", "", 403}, {"", "http://evil.example", 403}, {"", "null", 403},
		{sameSite, "", 400}, {"", "", 400}, // reaches the page, which misses its fields
	} {
		s.header = http.Header{}
		if tc.site != "" {
			s.header.Set("Sec-Fetch-Site", tc.site)
		}
		if tc.origin != "" {
			s.header.Set("Origin", tc.origin)
		}
		if got := s.ask(http.MethodPost, "/judge"); got.status != tc.want {
			t.Errorf("site %q, origin %q: status %d, want %d", tc.site, tc.origin, got.status, tc.want)
		}
	}
}

func TestHeadersOfEveryAnswer(t *testing.T) {
	s := openShop(t, nil)
	name := s.hour(0, "shop", plainQuestions())
	for _, path := range []string{"/", "/runs/" + name, "/runs/" + name + "/questions/0", "/nothing", "/static/review.css", "/search?q=x"} {
		h := s.ask(http.MethodGet, path).header
		for key, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(key); got != want {
				t.Errorf("%s: %s is %q, want %q", path, key, got, want)
			}
		}
		policy := h.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
}

func TestTokenIsAskedForOnce(t *testing.T) {
	s := openShop(t, func(c *Config) { c.Token = tokenWord })
	s.hour(0, "shop", plainQuestions())
	for _, path := range []string{"/", "/?token=", "/?token=0123456789abcdeF", "/static/review.js", "/nothing"} {
		got := s.ask(http.MethodGet, path)
		if got.status != 401 || strings.Contains(got.text, "shop") || got.header.Get("Set-Cookie") != "" {
			t.Errorf("%s without the token: status %d, cookie %q: %s", path, got.status, got.header.Get("Set-Cookie"), got.text)
		}
	}
	if got := s.ask(http.MethodPost, "/judge?token="+tokenWord); got.status != 401 {
		t.Errorf("a token with a form: status %d, want 401", got.status)
	}
	first := s.ask(http.MethodGet, "/search?q=a+b&token="+tokenWord+"&run=")
	if to := first.header.Get("Location"); first.status != 303 || to != "/search?q=a+b&run=" {
		t.Fatalf("status %d, to %q", first.status, to)
	}
	cookie := first.header.Get("Set-Cookie")
	if strings.Contains(cookie, tokenWord) || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Fatalf("cookie %q", cookie)
	}
	pair, _, _ := strings.Cut(cookie, ";")
	s.header.Set("Cookie", pair)
	s.get("/", "shop")
	name, _, _ := strings.Cut(pair, "=")
	s.header.Set("Cookie", name+"="+tokenWord)
	if got := s.ask(http.MethodGet, "/"); got.status != 401 {
		t.Errorf("the token as its own cookie: status %d, want 401", got.status)
	}
}

func TestRedirectsStayHere(t *testing.T) {
	for to, want := range map[string]string{
		"/runs/a?x=1&y=2": "/runs/a?x=1&y=2", "/": "/", "/runs/a%2Fb/questions/1": "/runs/a%2Fb/questions/1",
		"": "/", "runs": "/", "//evil.example/a": "/", "http://evil.example": "/", `/\evil.example`: "/", `\\evil.example`: "/",
		"javascript:alert(1)": "/", "/a\r\nSet-Cookie: x": "/", "///evil.example": "/", "/%": "/", "?page=2": "/",
	} {
		if got := localPath(to); got != want {
			t.Errorf("localPath(%q) = %q, want %q", to, got, want)
		}
	}
}

func TestMethods(t *testing.T) {
	s := openShop(t, nil)
	name := s.hour(0, "shop", plainQuestions())
	for _, path := range []string{"/", "/runs/" + name, "/compare", "/trends/shop", "/search", "/static/review.css"} {
		if got := s.ask(http.MethodHead, path); got.status != 200 || got.text != "" {
			t.Errorf("HEAD %s: status %d with %d bytes", path, got.status, len(got.text))
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
			if got := s.ask(method, path); got.status != 405 {
				t.Errorf("%s %s: status %d, want 405", method, path, got.status)
			}
		}
	}
}
