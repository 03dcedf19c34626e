package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/evalrun/evalrun/cache"
	"github.com/evalrun/evalrun/entail"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
)

// The kinds of calls that are stored.
const (
	judgeCalls  = "judge"
	entailCalls = "entailment"
)

// judgeCache is the store of judge calls that a command uses. The nil one is
// no cache.
type judgeCache struct {
	host  host
	store *cache.Cache
}

// openJudgeCache opens the store, or none where it is switched off. A folder
// that cannot be used costs money and not the run: it is told and left.
func openJudgeCache(h host, o cacheOptions) *judgeCache {
	if o.off {
		return nil
	}
	dir, err := o.folder(h.getenv)
	if err != nil {
		h.say("no cache of judge calls: no folder for it: %v", err)
		h.hint("--cache DIR names one, --no-cache does without")
		return nil
	}
	if o.maxAge == 0 { // of a command without the flag
		o.maxAge = defaultMaxAge
	}
	store, err := cache.Open(dir, cache.Options{
		MaxAge: time.Duration(o.maxAge), Now: h.now,
		Warn: func(message string) { h.say("%s", message) },
	})
	if err != nil {
		h.say("no cache of judge calls: %v", err)
		return nil
	}
	return &judgeCache{host: h, store: store}
}

// Close writes what is waiting. What cannot be written was told already or is
// told here; it is no failure of the command.
func (c *judgeCache) Close() {
	if c == nil {
		return
	}
	if err := c.store.Close(); err != nil {
		c.host.say("close the cache of judge calls: %v", err)
	}
}

// forJudge is the store as package judge uses it, without the given secrets.
func (c *judgeCache) forJudge(secrets ...llm.Secret) judge.Cache {
	if c == nil {
		return nil
	}
	return judgeShelf{store: c.store, scrub: scrubberOfJSON(secrets)}
}

// forEntailment is the store as package entail uses it.
func (c *judgeCache) forEntailment(model string, secrets ...llm.Secret) entail.Cache {
	if c == nil {
		return nil
	}
	return entailShelf{store: c.store, scrub: scrubberOfJSON(secrets), model: model}
}

type judgeShelf struct {
	store *cache.Cache
	scrub *llm.Scrubber
}

func (s judgeShelf) Get(key string) (judge.Kept, bool) {
	e, ok := s.store.Get(key)
	return judge.Kept{Value: e.Value, Stored: e.Stored}, ok
}

func (s judgeShelf) Put(key string, k judge.Kept) {
	s.store.Put(key, cache.Entry{
		Kind: judgeCalls, Subject: s.scrub.Scrub(k.QuestionID), Model: k.Model, Served: s.scrub.Scrub(k.Served),
		Inputs: s.scrub.ScrubBytes(k.Inputs), Value: s.scrub.ScrubBytes(k.Value),
	})
}

type entailShelf struct {
	store *cache.Cache
	scrub *llm.Scrubber
	model string
}

func (s entailShelf) Get(key string) ([]byte, bool) {
	e, ok := s.store.Get(key)
	return e.Value, ok
}

func (s entailShelf) Put(key string, inputs, value []byte) {
	s.store.Put(key, cache.Entry{
		Kind: entailCalls, Model: s.model,
		Inputs: s.scrub.ScrubBytes(inputs), Value: s.scrub.ScrubBytes(value),
	})
}

// scrubberOfJSON finds secrets also in the form that they have inside JSON.
// No key is in a request's body, but an answer may quote one and a server may
// repeat one.
func scrubberOfJSON(secrets []llm.Secret) *llm.Scrubber {
	all := append([]llm.Secret(nil), secrets...)
	for _, s := range secrets {
		for _, html := range []bool{false, true} {
			if quoted, err := quotedJSON(s.Reveal(), html); err == nil {
				all = append(all, llm.NewSecret(quoted))
			}
		}
	}
	return llm.NewScrubber(all...)
}

// quotedJSON is a text as it stands between the quotes of a JSON string.
func quotedJSON(text string, html bool) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(html)
	if err := enc.Encode(text); err != nil {
		return "", fmt.Errorf("quote a secret: %w", err)
	}
	return strings.Trim(b.String(), "\"\n"), nil
}
