// Package llm makes one chat call against an OpenAI-compatible endpoint: the
// request as it must stand on the wire, retries and the waits that servers
// ask for, and a class for every way a reply can be unusable.
//
// It promises that each HTTP request is reported as an Attempt, that no
// error, log line or printed value holds the key, and that nothing outlives
// the context. It does not promise that a reply is true, well formed or in
// the shape that was asked for; that is the caller's to check.
package llm

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Client calls one model at one endpoint. It remembers what it learned of the
// endpoint, and a fatal reply, for its whole life; it is safe for concurrent
// use.
type Client struct {
	api   *openai.Client
	wire  *wire
	model string

	timeout time.Duration
	maxBody int64
	policy  RetryPolicy
	pause   func(context.Context, time.Duration) error
	rnd     func() float64
	now     func() time.Time

	address               string // of the call, for messages
	keyHint, notFoundHint string
	scrubber              *Scrubber

	governor Governor // nil: none
	scout    *scout
	fatal    atomic.Pointer[Error]

	mu      sync.Mutex
	learned settings
}

// New checks the configuration and makes a client; nothing is sent. Its
// errors hold neither the key nor a header's value.
func New(cfg Config) (*Client, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	base, err := parseBase(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	w := newWire(cfg)
	policy := DefaultRetry()
	policy.Attempts = cfg.Attempts
	c := &Client{
		api: openai.NewClientWithConfig(apiConfig(cfg, base, w)), wire: w, model: cfg.Model,
		timeout: cfg.Timeout, maxBody: cfg.MaxBody, policy: policy,
		pause: cfg.Sleep, rnd: cfg.Rand, now: cfg.Now,
		address: base.String() + callSuffix, scrubber: NewScrubber(cfg.Secrets()...),
		governor: cfg.Governor, scout: newScout(), learned: startSettings(cfg.Model),
	}
	c.describe(cfg, base)
	return c, nil
}

func apiConfig(cfg Config, base *url.URL, w *wire) openai.ClientConfig {
	api := openai.DefaultConfig(cfg.Key.Reveal())
	if cfg.Azure != nil {
		deployment := cfg.deployment()
		api = openai.DefaultAzureConfig(cfg.Key.Reveal(), "")
		api.APIVersion = cfg.Azure.APIVersion
		// The library's own mapping rewrites the name it is given.
		api.AzureModelMapperFunc = func(string) string { return url.PathEscape(deployment) }
	}
	api.BaseURL = base.String()
	api.HTTPClient = w
	return api
}

// describe prepares what messages say of the address and the key.
func (c *Client) describe(cfg Config, base *url.URL) {
	c.keyHint = "check " + cfg.keyName()
	if cfg.Key.IsZero() {
		c.keyHint = strings.TrimSuffix("no key was sent; set "+cfg.KeyEnv, "; set ")
	}
	c.notFoundHint = pathHint(base)
	if cfg.Azure == nil {
		return
	}
	c.address = base.String() + "/openai/deployments/" + url.PathEscape(cfg.deployment()) + callSuffix
	c.notFoundHint = fmt.Sprintf("deployment %s, api-version %s", quoted(cfg.deployment()), quoted(cfg.Azure.APIVersion))
}

func (c Config) deployment() string {
	if c.Azure.Deployment != "" {
		return c.Azure.Deployment
	}
	return c.Model
}

// Format prints neither key nor headers under any verb.
func (c *Client) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, "llm.Client{"+quoted(c.model)+" at "+c.address+"}")
}

// Close lets go of idle connections.
func (c *Client) Close() { c.wire.client.CloseIdleConnections() }
