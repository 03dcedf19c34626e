package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// Config says where and how to call. The zero value of every optional field
// is a sensible default; Model is required.
type Config struct {
	BaseURL string // without /chat/completions; "" is DefaultBaseURL
	Model   string
	Key     Secret // sent as a bearer token (as api-key to Azure); none for local servers
	KeyEnv  string // the name the user knows the key by, for messages
	Headers map[string]string
	Azure   *Azure

	Timeout  time.Duration // of one request, its body included; default 60 s
	Attempts int           // requests of one call, the first included; default 4
	MaxConns int           // idle connections kept, as many as calls run at once; default 16
	MaxBody  int64         // bytes of one reply after decompression; default 4 MiB

	Governor Governor // asked before every HTTP request; nil: none

	Sleep func(context.Context, time.Duration) error // default: a timer that ctx ends
	Rand  func() float64                             // uniform in [0,1), for jitter; called by many goroutines
	Now   func() time.Time
}

// Azure is what an Azure OpenAI resource needs beside the address and the
// key. The deployment is sent exactly as set; "" means the model's name.
type Azure struct {
	Deployment string
	APIVersion string // required: an old default hides newer models behind a 404
}

const (
	defaultTimeout  = time.Minute
	defaultMaxConns = 16
	defaultMaxBody  = 4 << 20
)

// Format prints no key and no header value under any verb.
func (c Config) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, "llm.Config{"+quoted(c.Model)+" at "+shownAddress(c.BaseURL)+"}")
}

// check refuses what would fail at every call. Its errors hold no key.
func (c Config) check() error {
	if strings.TrimSpace(c.Model) == "" {
		return errors.New("no model is named")
	}
	if err := c.Key.check(c.keyName()); err != nil {
		return err
	}
	if c.Azure != nil && c.Azure.APIVersion == "" {
		return errors.New("azure needs an api-version")
	}
	if c.Azure != nil && strings.TrimSpace(c.BaseURL) == "" {
		return errors.New("azure needs the base URL of the resource")
	}
	if c.Timeout < 0 || c.Attempts < 0 || c.MaxConns < 0 || c.MaxBody < 0 {
		return errors.New("timeout, attempts, connections and body limit must not be negative")
	}
	for name, value := range c.Headers {
		if err := checkHeader(name, value); err != nil {
			return err
		}
	}
	return nil
}

// withDefaults fills what was left open.
func (c Config) withDefaults() Config {
	c.Timeout = cmp.Or(c.Timeout, defaultTimeout)
	c.Attempts = cmp.Or(c.Attempts, DefaultRetry().Attempts)
	c.MaxConns = cmp.Or(c.MaxConns, defaultMaxConns)
	c.MaxBody = cmp.Or(c.MaxBody, defaultMaxBody)
	if c.Sleep == nil {
		c.Sleep = Sleep
	}
	if c.Rand == nil {
		c.Rand = rand.Float64
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// keyName is how messages speak of the key.
func (c Config) keyName() string {
	if c.KeyEnv != "" {
		return "the key in " + c.KeyEnv
	}
	return "the key"
}

// checkHeader refuses what net/http would refuse at every call; the value is
// not shown, it may be a key.
func checkHeader(name, value string) error {
	for _, r := range name {
		if r <= ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) {
			return fmt.Errorf("header name %s is not valid", quoted(name))
		}
	}
	if name == "" {
		return errors.New("a header has no name")
	}
	switch http.CanonicalHeaderKey(name) {
	case "Content-Length", "Transfer-Encoding", "Host", "Connection":
		return fmt.Errorf("header %s is set by the client", name)
	}
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
		return fmt.Errorf("the value of header %s holds a control character", name)
	}
	return nil
}

// Secrets are all values that no message may show: the key, and the words of
// headers whose name says that they carry a credential.
func (c Config) Secrets() []Secret {
	out := []Secret{c.Key}
	for name, value := range c.Headers {
		if !credential(name) {
			continue
		}
		for word := range strings.FieldsSeq(value) {
			if !strings.EqualFold(word, "bearer") && !strings.EqualFold(word, "basic") {
				out = append(out, NewSecret(word))
			}
		}
	}
	return out
}

func credential(header string) bool {
	header = strings.ToLower(header)
	for _, part := range []string{"auth", "key", "token", "secret", "cookie", "password"} {
		if strings.Contains(header, part) {
			return true
		}
	}
	return false
}
