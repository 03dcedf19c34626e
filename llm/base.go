package llm

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// DefaultBaseURL is called when a configuration names no address.
const DefaultBaseURL = "https://api.openai.com/v1"

const callSuffix = "/chat/completions"

// parseBase checks the address that a user typed and returns it without
// space, final slash or the call's own path. It refuses what would send a
// request elsewhere than it looks: no scheme, a query, a fragment, a
// user name. Its errors repeat neither query nor user name, which may be
// keys.
func parseBase(typed string) (*url.URL, error) {
	text := strings.TrimSpace(typed)
	if text == "" {
		text = DefaultBaseURL
	}
	shown := shownAddress(text)
	u, err := url.Parse(text)
	if err != nil && strings.Contains(text, "://") {
		return nil, fmt.Errorf("base URL %s is not a valid address", shown)
	}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("base URL %s must begin with http:// or https://", shown)
	}
	if err := bareAddress(u); err != nil {
		return nil, fmt.Errorf("base URL %s %w", shown, err)
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.Path = strings.TrimRight(strings.TrimSuffix(u.Path, callSuffix), "/")
	u.RawPath = ""
	return u, nil
}

func bareAddress(u *url.URL) error {
	switch {
	case u.Host == "":
		return errors.New("names no host")
	case u.RawQuery != "" || u.ForceQuery:
		return errors.New("must not have a query; put keys into the key variable or a header")
	case u.Fragment != "":
		return errors.New("must not have a fragment")
	case u.User != nil:
		return errors.New("must not hold a user name; put credentials into the key variable or a header")
	}
	return nil
}

// shownAddress cuts from an address that may not parse what may be secret.
func shownAddress(text string) string {
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	if i := strings.LastIndexByte(text, '@'); i >= 0 {
		text = text[i+1:]
	}
	return quoted(text)
}

// version matches a path part such as v1 or v1beta.
var version = regexp.MustCompile(`/v[0-9]+[a-z0-9]*(/|$)`)

// pathHint explains a 404 of a base address that has no version part.
func pathHint(base *url.URL) string {
	if version.MatchString(base.Path) {
		return ""
	}
	return "the base URL may lack a final /v1"
}
