package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/fleet"
)

// TestTheHintIsOfWhatKeepsFromAConnection, each of another one.
func TestTheHintIsOfWhatKeepsFromAConnection(t *testing.T) {
	seen := map[string]error{}
	for is, part := range map[error]string{
		fleet.ErrNoServer: "nats-server -js", fleet.ErrNoJetStream: "jetstream {store_dir", fleet.ErrAccount: "jetstream: enabled",
		fleet.ErrUser: "nats://user:password@host:4222", fleet.ErrDenied: "docs/scale.md", fleet.ErrUntrusted: "--nats-tls-ca FILE",
		fleet.ErrFull: "evalrun fleet remove", fleet.ErrTLSWanted: "tls://host:4222", fleet.ErrNoTLS: "no TLS is meant",
	} {
		hint := dialHint(fmt.Errorf("connect to nats://h: %w", is))
		if !strings.Contains(hint, part) || seen[hint] != nil {
			t.Errorf("%v: %q, as for %v", is, hint, seen[hint])
		}
		seen[hint] = is
	}
	if hint := dialHint(errors.New("something else")); hint != "" {
		t.Errorf("a hint for nothing: %q", hint)
	}
}
