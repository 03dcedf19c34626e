package suites

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// variableName is the name of an environment variable. A key pasted in its
// place holds a dash or a dot nearly always, and is then not repeated.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (r *reader) judge(n *node, j *JudgeSpec) {
	o, ok := r.object(n, "judge", "judge.", judgeKeys)
	if !ok {
		return
	}
	j.Model = r.model(o)
	j.BaseURL = r.baseURL(o.get("baseUrl"), "judge.baseUrl")
	j.KeyEnv = r.variable(o.get("keyEnv"), "judge.keyEnv")
	j.Headers = r.headers(o.get("headers"))
	j.Timeout = r.duration(o.get("timeout"), "judge.timeout")
	if v := r.whole(o.get("maxTokens"), "judge.maxTokens", 1); v != nil {
		j.MaxTokens = *v
	}
	j.Seed = r.whole(o.get("seed"), "judge.seed", noLowest)
	if word := r.oneOf(o.get("when"), "judge.when", WhenAlways, WhenUndecided); word != "" {
		j.When = word
	}
	j.SameAs = r.sameAs(o, j.Model)
	r.panel(o, j)
}

// model reads the model's name. offline and none name the two judges that are
// no model, which have no endpoint to set.
func (r *reader) model(o object) string {
	n := o.get("model")
	model := r.name(n, "judge.model")
	reserved := reservedNear(model)
	if reserved == "" {
		return model
	}
	if err := CheckJudgeName(model); err != nil {
		r.problem(n.pos, "", "judge.model %v", err)
	}
	for _, key := range []string{"baseUrl", "keyEnv", "headers"} {
		if setting := o.get(key); setting != nil {
			r.problem(setting.pos, "", "judge.model %s is a reserved name and calls no endpoint; judge.%s does not go with it", reserved, key)
		}
	}
	return reserved
}

// CheckJudgeName refuses a judge's name that is meant to be offline or none
// but is not spelled so, such as "Offline": it would be asked for as a model.
// It holds for judge.model and for whatever else names a judge.
func CheckJudgeName(name string) error {
	if reserved := reservedNear(name); reserved != "" && reserved != name {
		return fmt.Errorf("%s is too near to the reserved name %s; did you mean %s?", quoted(name), reserved, reserved)
	}
	return nil
}

// reservedNear returns the reserved name that name is, letter case and outer
// space aside, else "".
func reservedNear(name string) string {
	switch folded := strings.ToLower(strings.TrimSpace(name)); folded {
	case JudgeOffline, JudgeNone:
		return folded
	}
	return ""
}

func (r *reader) baseURL(n *node, label string) string {
	s := r.text(n, label)
	if s == "" {
		return ""
	}
	u, err := url.Parse(s)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		r.problem(n.pos, "", "%s is not an http or https address", label)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		r.problem(n.pos, "name the environment variable that holds the key with keyEnv",
			"%s holds a user, a query or a fragment; give host and path alone", label)
	default:
		return s
	}
	return ""
}

func (r *reader) variable(n *node, label string) string {
	const hint = "write the variable's name, such as OPENAI_API_KEY, never the key"
	if !r.kind(n, label, kindText) {
		return ""
	}
	if !variableName.MatchString(n.value) {
		r.problem(n.pos, hint, "%s is not the name of an environment variable", label)
		return ""
	}
	return n.value
}

// headerName is a token of RFC 9110.
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

// headers reads a free mapping. Headers stand in run folders, so those that
// carry keys are refused.
func (r *reader) headers(n *node) map[string]string {
	if !r.kind(n, "judge.headers", kindMapping) {
		return nil
	}
	r.uniqueKeys(n)
	headers := make(map[string]string, len(n.pairs))
	for _, p := range n.pairs {
		name := p.key.value
		label := "judge.headers " + quoted(name)
		switch {
		case !headerName.MatchString(name):
			r.problem(p.key.pos, "", "%s is not a header name", label)
		case carriesKey(name):
			r.problem(p.key.pos, "name the environment variable that holds the key with keyEnv", "%s would carry a key in plain text", label)
		default:
			headers[name] = r.headerValue(p.value, label)
		}
	}
	return headers
}

func (r *reader) headerValue(n *node, label string) string {
	value := r.name(n, label)
	if strings.Contains(value, "${") {
		r.warn(n.pos, "", "%s is sent as written: no variable is expanded in a suite", label)
	}
	return value
}

// credentialWords mark the headers whose values are kept secret when they are
// sent; what is secret there may not stand in a suite.
var credentialWords = []string{"auth", "key", "token", "secret", "cookie", "password"}

func carriesKey(header string) bool {
	header = strings.ToLower(header)
	return slices.ContainsFunc(credentialWords, func(word string) bool { return strings.Contains(header, word) })
}
