package suites

import (
	"net/url"
	"strings"
)

func (r *reader) targetURL(n *node) string {
	if r.text(n, "target.url") == "" {
		return ""
	}
	pieces, ok := r.variables(n, "target.url")
	if !ok {
		return ""
	}
	u, err := url.Parse(addressWithStandIns(pieces))
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		r.problem(n.pos, "", "target.url is not an http or https address")
	case u.User != nil || u.Fragment != "":
		r.problem(n.pos, "put credentials into a header as ${NAME}", "target.url holds a user or a fragment; give host, path and query alone")
	case plainKeyIn(u.Query()):
		r.problem(n.pos, variableHint, "target.url would carry a key in plain text")
	default:
		return n.value
	}
	return ""
}

// standIn is a value that may stand anywhere in an address, as a port too.
const standIn = "1"

// addressWithStandIns is an address to be looked at while the variables are
// not known. One that begins with a variable has its beginning from there.
func addressWithStandIns(pieces []VariablePiece) string {
	var b strings.Builder
	for i, p := range pieces {
		switch {
		case p.Variable == "":
			b.WriteString(p.Text)
		case i == 0:
			b.WriteString("http://" + standIn)
		default:
			b.WriteString(standIn)
		}
	}
	return b.String()
}

func plainKeyIn(query url.Values) bool {
	for name, values := range query {
		for _, v := range values {
			if carriesKey(name) && v != standIn {
				return true
			}
		}
	}
	return false
}

// setByClient are headers whose value follows from the request.
var setByClient = []string{"Accept-Encoding", "Connection", "Content-Length", "Host", "Transfer-Encoding"}

// targetHeaders reads a free mapping. A header that carries a key has it from
// the environment: a suite stands in a repository.
func (r *reader) targetHeaders(n *node) map[string]string {
	if !r.kind(n, "target.headers", kindMapping) {
		return nil
	}
	r.uniqueKeys(n)
	headers := make(map[string]string, len(n.pairs))
	for _, p := range n.pairs {
		name := p.key.value
		label := "target.headers " + quoted(name)
		value := r.name(p.value, label)
		pieces, ok := []VariablePiece(nil), value != ""
		if ok {
			pieces, ok = r.variables(p.value, label)
		}
		switch {
		case !headerName.MatchString(name):
			r.problem(p.key.pos, "", "%s is not a header name", label)
		case equalFoldAny(name, setByClient):
			r.problem(p.key.pos, "", "%s is set by evalrun itself", label)
		case ok && carriesKey(name) && !anyVariable(pieces):
			r.problem(p.value.pos, variableHint, "%s would carry a key in plain text", label)
		case ok:
			headers[name] = value
		}
	}
	return headers
}

func equalFoldAny(s string, words []string) bool {
	for _, w := range words {
		if strings.EqualFold(s, w) {
			return true
		}
	}
	return false
}

func anyVariable(pieces []VariablePiece) bool {
	for _, p := range pieces {
		if p.Variable != "" {
			return true
		}
	}
	return false
}
