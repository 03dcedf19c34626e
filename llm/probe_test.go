package llm

import (
	"errors"
	"testing"

	"github.com/evalrun/evalrun/internal/loopback"
)

// TestProbe: what would stop every question stops the probe, after one
// request where repeating cannot help; what only this reply lacks does not.
func TestProbe(t *testing.T) {
	for name, c := range map[string]struct {
		reply    *loopback.Response
		want     Code // "" when the probe succeeds
		requests int
	}{
		"an answer":        {loopback.Completion(good), "", 1},
		"an empty answer":  {loopback.Completion(""), "", 1},
		"a wrong key":      {status(401, `{"error":{"message":"bad key"}}`), CodeAuth, 1},
		"an unknown model": {status(404, `{"error":{"message":"no such model"}}`), CodeNotFound, 1},
		"a spent quota":    {status(429, `{"error":{"code":"insufficient_quota"}}`), CodeQuota, 1},
		"a busy endpoint":  {status(429, `{"error":{"message":"slow down"}}`), "", 4},
		"a sign-in page":   {status(200, "<!doctype html>"), CodeHTTP, 4},
		"a broken gateway": {status(502, "bad gateway"), CodeHTTP, 4},
	} {
		t.Run(name, func(t *testing.T) {
			client, server, _ := serve(t, always(c.reply), nil)
			err := client.Probe(t.Context(), Request{Temperature: at(0)})
			var e *Error
			if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &e) || e.Code != c.want) {
				t.Errorf("got %v, want code %q", err, c.want)
			}
			if got := len(server.Recorded()); got != c.requests {
				t.Errorf("%d requests, want %d", got, c.requests)
			}
		})
	}
}
