package review

import (
	"net"
	"net/http"
)

// cookieName holds the port: browsers share cookies between all ports of a
// host, and two servers must not take each other's.
func cookieName(r *http.Request, name string) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		port = "80"
	}
	return "evalrun-review-" + port + "-" + name
}

// setCookie keeps a value until the browser ends. No script and no request
// from another site has it.
func setCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r, name), Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

func dropCookie(w http.ResponseWriter, r *http.Request, name string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r, name), Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// cookieOf is "" where the browser sent none.
func cookieOf(r *http.Request, name string) string {
	c, err := r.Cookie(cookieName(r, name))
	if err != nil {
		return ""
	}
	return c.Value
}
