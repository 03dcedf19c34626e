package suites

import (
	"regexp"
	"strings"
)

// http reads an application. What each question changes is the body alone, so
// a target without one, or with one that never names the question, would ask
// the same thing throughout.
func (r *reader) http(o object) *HTTPSpec {
	h := &HTTPSpec{
		Method:    r.oneOf(o.get("method"), "target.method", "POST", "PUT", "PATCH"),
		Response:  r.oneOf(o.get("response"), "target.response", ResponseJSON, ResponseSSE, ResponseNDJSON),
		TimeoutIs: r.oneOf(o.get("timeoutIs"), "target.timeoutIs", TimeoutIsError, TimeoutIsFail),
	}
	for _, c := range []struct {
		field *string
		word  string
	}{{&h.Method, "POST"}, {&h.Response, ResponseJSON}, {&h.TimeoutIs, TimeoutIsError}} {
		if *c.field == "" {
			*c.field = c.word
		}
	}
	h.URL = r.targetURL(r.required(o, "url"))
	h.Headers = r.targetHeaders(o.get("headers"))
	h.Body = r.body(r.required(o, "body"))
	h.Mapping = r.mapping(o.get("mapping"), h.Response)
	h.Version = r.onePath(o.get("version"), "target.version")
	h.Timeout = r.duration(o.get("timeout"), "target.timeout")
	h.Attempts = r.attempts(o)
	h.MaxBytes = r.maxBytes(o)
	return h
}

const variableHint = "write ${NAME} with the name of the environment variable that holds it"

// bareVariable is a shell's other way of naming a variable, which is not
// expanded.
var bareVariable = regexp.MustCompile(`\$[A-Za-z_][A-Za-z0-9_]*`)

// variables reports whether a URL or a header's value has the right form.
func (r *reader) variables(n *node, label string) (pieces []VariablePiece, ok bool) {
	pieces, err := Variables(n.value)
	switch {
	case err != nil:
		r.problem(n.pos, "", "%s: %s", label, err)
	case strings.Contains(n.value, "{{"):
		r.problem(n.pos, "", "%s holds {{, which has a meaning in target.body alone", label)
	default:
		if bare := bareVariable.FindString(n.value); bare != "" {
			r.warn(n.pos, "a variable is named as ${NAME}", "%s: %s is sent as written", label, quoted(bare))
		}
		return pieces, true
	}
	return nil, false
}
