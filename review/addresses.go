package review

import (
	"net/url"
	"strings"
)

// pathTo is the address of a page. Its parts may hold anything.
func pathTo(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString("/" + url.PathEscape(part))
	}
	return b.String()
}

// withQuery adds the keys that have a value.
func withQuery(path string, keyValues ...string) string {
	query := url.Values{}
	for i := 0; i+1 < len(keyValues); i += 2 {
		if keyValues[i+1] != "" {
			query.Set(keyValues[i], keyValues[i+1])
		}
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// localPath is an address on this server to go on to, the list of runs where
// it is none: a redirect must not lead elsewhere, whatever was sent.
func localPath(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") ||
		strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n\t") {
		return "/"
	}
	return u.RequestURI()
}
