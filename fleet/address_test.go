package fleet

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// TestNoPartOfAPasswordIsTakenForAHost: it would be printed, and asked for at
// name servers.
func TestNoPartOfAPasswordIsTakenForAHost(t *testing.T) {
	for text, want := range map[string]error{
		"nats://h:4222":                               nil,
		"nats://h:4222/":                              nil,
		"nats://u:p@h:4222, tls://i:1":                nil,
		"ws://u:Secr3t@[::1]:80":                      nil,
		"nats://u:Sec%2Fr3t%40@h:4222":                nil,
		"nats://u:12345/Secr3t@127.0.0.1:14222":       ErrBeyondHost,
		"nats://u:12345?Secr3t@127.0.0.1:14222":       ErrBeyondHost,
		"nats://u:12345#Secr3t@127.0.0.1:14222":       ErrBeyondHost,
		"nats://u:12345@Secr3t@127.0.0.1:14222":       ErrBeyondHost,
		"nats://h:4222/Secr3t":                        ErrBeyondHost,
		"nats://h:4222?":                              ErrBeyondHost,
		"nats://ok:1,nats://u:12345/Secr3t@127.0.0.1": ErrBeyondHost,
		"nats://u:12345,Secr3t@127.0.0.1:14222":       ErrNotURL,
		"nats://u:Secr3t":                             ErrNotURL,
		"http://u:Secr3t@h":                           ErrNotURL,
		"nats://":                                     ErrNotURL,
		"nats://u:Secr3t@":                            ErrNotURL,
		"nats://u:Secr3t@:4222":                       ErrNotURL,
		"nats://h,":                                   ErrNotURL,
		"":                                            ErrNotURL,
	} {
		at := Address{URL: text}
		if err := at.Check(); !errors.Is(err, want) || err != nil && strings.Contains(err.Error(), "Secr3t") {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
		if shown := at.String(); strings.Contains(shown, "Secr3t") || want == ErrBeyondHost && strings.Contains(shown, "12345") {
			t.Errorf("%q is shown as %q", text, shown)
		}
	}
}

// A user's JWT and seed of this test alone, which no server knows.
const testCreds = `-----BEGIN NATS USER JWT-----
eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.e30.c2ln
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY
------END USER NKEY SEED------
`

// TestFilesThatCannotSayWhoOneIsAreRefusedBeforeAnyConnection.
func TestFilesThatCannotSayWhoOneIsAreRefusedBeforeAnyConnection(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	missing := filepath.Join(dir, "missing")
	jwt, _, _ := strings.Cut(testCreds, "\n\n")
	for path, want := range map[string]string{
		"": "", file("whole", testCreds): "", missing: "open " + missing + ": ", dir: "is no regular file", file("empty", ""): "no credentials",
		file("jwt", jwt): "no credentials", file("text", "password"): "no credentials", file("large", strings.Repeat("x", maxAddressFile+1)): "larger than 4 MiB",
	} {
		checkRefusal(t, path, Address{Creds: path}.CheckCreds(), want)
	}
	_, ca := secureServer(t)
	for path, want := range map[string]string{
		"": "", ca: "", missing: "open " + missing + ": ", dir: "is no regular file",
		file("key.pem", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"): "no certificate in PEM",
	} {
		checkRefusal(t, path, Address{TLSCA: path}.CheckTLSCA(), want)
	}
	// What is taken here is what a connection takes.
	if err := nats.UserCredentials(filepath.Join(dir, "whole"))(new(nats.Options)); err != nil {
		t.Error(err)
	}
}

func checkRefusal(t *testing.T, path string, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: %v, want %q", path, err, want)
	case err != nil && (strings.Contains(err.Error(), "SUACSS") || strings.Contains(err.Error(), "password")):
		t.Errorf("%s: %v shows what is in it", path, err)
	}
}
