package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
)

func cacheHost(stderr *bytes.Buffer, env map[string]string) host {
	return host{stderr: stderr, now: time.Now, getenv: func(name string) string { return env[name] }}
}

// TestNoCacheIsNoFailure: the reasons for which a run goes on without one.
func TestNoCacheIsNoFailure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		opt  cacheOptions
		said string
	}{
		"switched off":        {cacheOptions{off: true}, ""},
		"no home":             {cacheOptions{}, "no folder for it"},
		"a file for a folder": {cacheOptions{dir: file}, "open the cache in " + file},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			c := openJudgeCache(cacheHost(&stderr, nil), tt.opt)
			if c != nil || c.forJudge() != nil || c.forEntailment("m") != nil {
				t.Error("there is a cache")
			}
			c.Close()
			if (stderr.Len() > 0) != (tt.said != "") || !strings.Contains(stderr.String(), tt.said) {
				t.Errorf("said %q, want %q", stderr.String(), tt.said)
			}
		})
	}
}

// TestNoSecretIsStored: an answer may quote a key and a server may repeat it,
// also in the form that it has inside JSON.
func TestNoSecretIsStored(t *testing.T) {
	const plain, awkward = "sk-live-CANARY1234567890", `pass"word<CANARY>\9876`
	var stderr bytes.Buffer
	dir := t.TempDir()
	c := openJudgeCache(cacheHost(&stderr, nil), cacheOptions{dir: dir})
	secrets := []llm.Secret{llm.NewSecret(plain), llm.NewSecret(awkward)}
	text := func(html bool) []byte {
		quoted, err := quotedJSON("the answer says "+plain+" and "+awkward, html)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(`{"text":"` + quoted + `"}`)
	}
	c.forJudge(secrets...).Put("j", judge.Kept{QuestionID: plain, Served: plain, Inputs: text(false), Value: text(true)})
	c.forEntailment("m", secrets...).Put("e", text(true), text(false))
	kept, ok := c.forJudge().Get("j")
	if !ok || !strings.Contains(string(kept.Value), "the answer says [secret]") {
		t.Errorf("stored %s", kept.Value)
	}
	c.Close()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("CANARY")) {
			t.Errorf("%s holds a secret", path)
		}
	}
}
