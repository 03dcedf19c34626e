package judge_test

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/cache"
	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
)

// disk is the store on disk as a judge uses it.
type disk struct{ store *cache.Cache }

func (d disk) Get(key string) (judge.Kept, bool) {
	e, ok := d.store.Get(key)
	return judge.Kept{Value: e.Value, Stored: e.Stored}, ok
}

func (d disk) Put(key string, k judge.Kept) {
	d.store.Put(key, cache.Entry{Kind: "judge", Subject: k.QuestionID, Model: k.Model, Served: k.Served, Inputs: k.Inputs, Value: k.Value})
}

// TestNoBadReplyIsStored: a failure that is replayed at no cost is one that
// never gets another chance. The next run must ask again, and what it is told
// then is stored.
func TestNoBadReplyIsStored(t *testing.T) {
	const judged = `{"scores":{"grounding":5,"relevance":5,"calibration":5,"citations":5,"tone":5},` +
		`"reasoning":{"grounding":"a","relevance":"b","calibration":"c","citations":"d","tone":"e"}}`
	completion := func(content, finish string) *loopback.Response {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		return &loopback.Response{Body: `{"object":"chat.completion","model":"judge-1","choices":[{"finish_reason":"` + finish +
			`","message":{"role":"assistant","content":` + string(text) + `}}]}`}
	}
	for name, bad := range map[string]*loopback.Response{
		"200 with error object":       {Body: `{"error":{"message":"upstream failed","code":"server_error"}}`},
		"200 with empty choices":      {Body: `{"object":"chat.completion","choices":[]}`},
		"timeout":                     {Delay: time.Minute},
		"unparseable verdict":         completion(`{"scores": {grounding: good`, "stop"),
		"refusal":                     completion("I'm sorry, I can't evaluate this.", "stop"),
		"finish_reason length":        completion(judged[:90], "length"),
		"finish_reason length, whole": completion(judged, "length"),
		"empty reply":                 completion("", "stop"),
		"a dimension missing":         completion(`{"scores":{"grounding":5},"reasoning":{"grounding":"x"}}`, "stop"),
		"500":                         loopback.Failure(http.StatusInternalServerError, "no"),
	} {
		t.Run(name, func(t *testing.T) {
			var well atomic.Bool
			server, err := loopback.Start(loopback.Options{Script: func(int, *http.Request, []byte) *loopback.Response {
				if well.Load() {
					return completion(judged, "stop")
				}
				return bad
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			dir := t.TempDir()
			run := func(patience time.Duration) judge.Outcome {
				store, err := cache.Open(dir, cache.Options{Warn: func(m string) { t.Error(m) }})
				if err != nil {
					t.Fatal(err)
				}
				defer store.Close()
				client, err := llm.New(llm.Config{
					BaseURL: server.URL(), Model: "judge-1", Timeout: patience, Attempts: 1,
					Sleep: func(context.Context, time.Duration) error { return nil },
				})
				if err != nil {
					t.Fatal(err)
				}
				defer client.Close()
				return judge.New(client, judge.Options{Endpoint: client.Endpoint(), Model: "judge-1", Asks: 1, Cache: disk{store}}).
					Score(t.Context(), refundPrompt())
			}
			run(100 * time.Millisecond)
			well.Store(true)
			if out := run(time.Minute); out.Judgement == nil || out.Call.Cached {
				t.Errorf("the next run was not asked anew: cached %v, error %+v", out.Call.Cached, out.Err)
			}
			if out := run(time.Minute); out.Judgement == nil || !out.Call.Cached || out.Call.CachedAt.IsZero() {
				t.Errorf("the good result was not stored: %+v", out)
			}
		})
	}
}
