package review

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// guarded lets nobody in but the browser of who started the server. Whatever
// a text in a page should come to hold, the page fetches nothing from
// elsewhere and runs one script, and no page of another site may read it,
// frame it or post to it.
func (s *Server) guarded(next http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	origins.SetDenyHandler(plainRefusal(http.StatusForbidden, "a page of another site may not change anything here"))
	next = origins.Handler(next)
	next = s.onlyWithToken(next)
	next = s.onlyHosts(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		next.ServeHTTP(w, r)
	})
}

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// contentPolicy allows our own files and nothing within a page.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// onlyHosts refuses names that somebody else has made point here: a page of
// theirs would count as one of ours.
func (s *Server) onlyHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.ContainsFunc(s.cfg.Hosts, func(host string) bool { return strings.EqualFold(host, r.Host) }) {
			plainRefusal(http.StatusMisdirectedRequest, "this server does not answer for that host").ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// plainRefusal is no page: nothing is told of the runs to who may not ask.
func plainRefusal(status int, message string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, message, status) })
}

const (
	tokenKey    = "token" // in an address
	tokenCookie = "token"
)

// onlyWithToken asks each browser once for the token, in the address, and
// then takes it out of there: addresses are kept and shown.
func (s *Server) onlyWithToken(next http.Handler) http.Handler {
	if s.cfg.Token == "" {
		return next
	}
	session := sessionOf(s.cfg.Token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		switch {
		case equalSecrets(cookieOf(r, tokenCookie), session) && !query.Has(tokenKey):
			next.ServeHTTP(w, r)
		case r.Method == http.MethodGet && equalSecrets(sessionOf(query.Get(tokenKey)), session):
			setCookie(w, r, tokenCookie, session)
			query.Del(tokenKey)
			to := *r.URL
			to.RawQuery = query.Encode()
			http.Redirect(w, r, localPath(to.RequestURI()), http.StatusSeeOther)
		default:
			s.askToken(w, query.Has(tokenKey))
		}
	})
}

// askToken is a page of its own: nothing of the runs is told to who has no
// token.
func (s *Server) askToken(w http.ResponseWriter, wrong bool) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusUnauthorized)
	if err := s.templates.ExecuteTemplate(w, "token.html", wrong); err != nil {
		s.cfg.Warn(fmt.Sprintf("ask for the token: %v", err))
	}
}

// sessionOf is what a browser keeps in place of the token, which other servers
// on this host would be sent too.
func sessionOf(token string) string {
	sum := sha256.Sum256([]byte("evalrun review session\x00" + token))
	return hex.EncodeToString(sum[:])
}

func equalSecrets(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
