package judge

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

var storedAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// shelf is a cache in memory.
type shelf struct {
	mu   sync.Mutex
	kept map[string]Kept
}

func newShelf() *shelf { return &shelf{kept: map[string]Kept{}} }

func (s *shelf) Get(key string) (Kept, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.kept[key]
	return Kept{Value: k.Value, Stored: storedAt}, ok
}

func (s *shelf) Put(key string, k Kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[key] = k
}

// TestAStoredJudgementIsTheFreshOne: a hit tells all that the paid call told,
// its latency and usage included, and that nobody was asked.
func TestAStoredJudgementIsTheFreshOne(t *testing.T) {
	paid := says(good)
	paid.attempts = []llm.Attempt{{Status: 200, Served: "judge-1-2026", FinishReason: "stop",
		PromptTokens: 812, CompletionTokens: 97, Latency: 1500 * time.Millisecond}}
	for name, turns := range map[string][]turn{
		"at the first ask":          {paid},
		"after a correction":        {says("no JSON"), paid},
		"after a cut reply":         {cut(`{"scores"`, 1200), paid},
		"of a server of few powers": {{reply: llm.Reply{Text: good, Served: "s", Mode: llm.ModePlain, FinishReason: "stop"}}},
	} {
		t.Run(name, func(t *testing.T) {
			cache, chat := newShelf(), &script{turns: turns}
			opt := Options{Model: "judge-1", Temperature: new(0.0), Cache: cache}
			fresh := New(chat, opt).Score(t.Context(), declinedPrompt())
			asked := len(chat.asked)
			hit := New(chat, opt).Score(t.Context(), declinedPrompt())
			if fresh.Judgement == nil || len(chat.asked) != asked || len(cache.kept) != 1 {
				t.Fatalf("%d more asks, %d stored, fresh %+v", len(chat.asked)-asked, len(cache.kept), fresh)
			}
			fresh.Call.Cached, fresh.Call.CachedAt = true, storedAt
			if diff := cmp.Diff(fresh, hit); diff != "" {
				t.Errorf("hit (-fresh +hit):\n%s", diff)
			}
			if other := (Repeat{Call: 1}); New(chat, opt).ScoreRepeat(t.Context(), declinedPrompt(), other).Call.Cached {
				t.Error("a repeat was answered by another one")
			}
		})
	}
}

func TestWithoutACacheEachCallIsAsked(t *testing.T) {
	chat := &script{turns: []turn{says(good)}}
	j := New(chat, Options{Model: "judge-1"})
	for range 2 {
		if j.Score(t.Context(), declinedPrompt()).Call.Cached {
			t.Error("marked as cached")
		}
	}
	if len(chat.asked) != 2 {
		t.Errorf("%d asks", len(chat.asked))
	}
}

// TestASpoiltEntryIsAskedForAgain: an entry is read as strictly as a reply,
// whoever wrote it.
func TestASpoiltEntryIsAskedForAgain(t *testing.T) {
	for name, spoilt := range map[string]string{
		"nothing":              "",
		"half an entry":        `{"attempts":[{"raw":"{\"sco`,
		"no attempt":           `{"attempts":[]}`,
		"no reply":             `{"attempts":[{"status":200}]}`,
		"a dimension short":    `{"attempts":[{"raw":"{\"scores\":{\"grounding\":5},\"reasoning\":{\"grounding\":\"x\"}}"}]}`,
		"a score out of range": `{"attempts":[{"raw":` + quoted(strings.Replace(good, "5", "6", 1)) + `}]}`,
		"a failed attempt":     `{"attempts":[{"code":"judge_timeout","raw":` + quoted(good) + `}]}`,
		"a cut reply":          `{"attempts":[{"finishReason":"length","raw":` + quoted(good) + `}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			cache, chat := newShelf(), &script{turns: []turn{says(good)}}
			opt := Options{Model: "judge-1", Cache: cache}
			key, _ := CallKey(opt, declinedPrompt(), Repeat{})
			cache.Put(key, Kept{Value: []byte(spoilt)})
			out := New(chat, opt).Score(t.Context(), declinedPrompt())
			if out.Judgement == nil || out.Call.Cached || len(chat.asked) != 1 {
				t.Errorf("%d asks, outcome %+v", len(chat.asked), out)
			}
			if again := New(chat, opt).Score(t.Context(), declinedPrompt()); !again.Call.Cached {
				t.Error("the fresh result did not take the entry's place")
			}
		})
	}
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// TestARefusedTemperatureIsRemembered: a run answered from the store alone
// was judged as the run that filled it.
func TestARefusedTemperatureIsRemembered(t *testing.T) {
	taken := says(good)
	taken.reply.TemperatureSent = new(0.0)
	for name, tt := range map[string]struct {
		turn   turn
		asked  *float64
		wanted bool
	}{
		"refused":      {says(good), new(0.0), true},
		"taken":        {taken, new(0.0), false},
		"never stated": {says(good), nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			opt := Options{Model: "m", Temperature: tt.asked, Cache: newShelf()}
			for range 2 { // fresh, then stored
				j := New(&script{turns: []turn{tt.turn}}, opt)
				if j.TemperatureRefused() {
					t.Error("refused before anybody was asked")
				}
				j.Score(t.Context(), declinedPrompt())
				if j.TemperatureRefused() != tt.wanted {
					t.Errorf("refused %v", j.TemperatureRefused())
				}
			}
		})
	}
}

// gate is a chat client whose calls wait for a permit each.
type gate struct {
	permits chan turn
	calls   atomic.Int32
}

func (g *gate) Chat(ctx context.Context, _ llm.Request) (llm.Reply, []llm.Attempt, error) {
	g.calls.Add(1)
	select {
	case t := <-g.permits:
		return t.reply, []llm.Attempt{{Status: 200}}, t.err
	case <-ctx.Done():
		return llm.Reply{}, nil, ctx.Err()
	}
}

// atOnce scores one prompt so many times at once.
func atOnce(ctx context.Context, j *Judge, n int, p judgeprompt.Prompt) <-chan Outcome {
	out := make(chan Outcome, n)
	for range n {
		go func() { out <- j.Score(ctx, p) }()
	}
	return out
}

func TestEqualCallsAtOnceAreOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chat := &gate{permits: make(chan turn)}
		const n = 20
		out := atOnce(t.Context(), New(chat, Options{Cache: newShelf()}), n, declinedPrompt())
		synctest.Wait()
		if got := chat.calls.Load(); got != 1 {
			t.Errorf("%d calls at once", got)
		}
		chat.permits <- says(good)
		fresh := 0
		for range n {
			o := <-out
			if o.Judgement == nil {
				t.Fatalf("no judgement: %+v", o.Err)
			}
			if !o.Call.Cached {
				fresh++
			}
		}
		if fresh != 1 || chat.calls.Load() != 1 {
			t.Errorf("%d fresh results, %d calls", fresh, chat.calls.Load())
		}
	})
}

func TestAFailedCallIsNotShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chat := &gate{permits: make(chan turn)}
		out := atOnce(t.Context(), New(chat, Options{Asks: 1, Cache: newShelf()}), 3, declinedPrompt())
		chat.permits <- says("no JSON")
		if o := <-out; o.Err == nil {
			t.Errorf("ended as %+v", o)
		}
		chat.permits <- says(good)
		for range 2 {
			if o := <-out; o.Judgement == nil {
				t.Errorf("ended as %+v", o)
			}
		}
		if got := chat.calls.Load(); got != 2 {
			t.Errorf("%d calls, want the failed one and one more", got)
		}
	})
}

func TestWaitingForAnEqualCallEndsWithTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		out := atOnce(ctx, New(&gate{permits: make(chan turn)}, Options{Cache: newShelf()}), 3, declinedPrompt())
		synctest.Wait()
		cancel()
		for range 3 {
			if diff := cmp.Diff(Outcome{Cancelled: true}, <-out, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	})
}

func TestACancelledCallIsNotStored(t *testing.T) {
	cache := newShelf()
	ctx, cancel := context.WithCancel(t.Context())
	cut := fails(llm.Error{Code: llm.CodeCanceled})
	cut.then = cancel
	if out := New(&script{turns: []turn{cut}}, Options{Cache: cache}).Score(ctx, declinedPrompt()); !out.Cancelled || len(cache.kept) != 0 {
		t.Errorf("ended as %+v, %d stored", out, len(cache.kept))
	}
}

// TestEveryInputIsInTheKey changes one input at a time.
func TestEveryInputIsInTheKey(t *testing.T) {
	type call struct {
		opt    Options
		prompt judgeprompt.Prompt
		repeat Repeat
	}
	base := call{opt: Options{Endpoint: "https://a/v1", Model: "m"}, prompt: declinedPrompt()}
	known, inputs := CallKey(base.opt, base.prompt, base.repeat)
	if !strings.HasPrefix(string(inputs), "{") || len(known) != 64 {
		t.Errorf("key %s of %s", known, inputs)
	}
	for name, tt := range map[string]struct {
		change func(*call)
		same   bool
	}{
		"another endpoint":           {func(c *call) { c.opt.Endpoint = "https://b/v1" }, false},
		"another model":              {func(c *call) { c.opt.Model = "n" }, false},
		"a temperature":              {func(c *call) { c.opt.Temperature = new(0.0) }, false},
		"a seed":                     {func(c *call) { c.opt.Seed = new(0) }, false},
		"another reply limit":        {func(c *call) { c.opt.MaxTokens = 600 }, false},
		"another system prompt":      {func(c *call) { c.prompt.System += " " }, false},
		"another user message":       {func(c *call) { c.prompt.User += " " }, false},
		"another prompt hash":        {func(c *call) { c.prompt.SystemHash = "x" }, false},
		"another schema":             {func(c *call) { c.prompt.Schema = []byte("{}") }, false},
		"another schema name":        {func(c *call) { c.prompt.SchemaName = "x" }, false},
		"the second answer":          {func(c *call) { c.repeat.Answer = 1 }, false},
		"the second judgement":       {func(c *call) { c.repeat.Call = 1 }, false},
		"another question's name":    {func(c *call) { c.prompt.Spec.QuestionID = "x" }, true},
		"the default reply limit":    {func(c *call) { c.opt.MaxTokens = defaultMaxTokens }, true},
		"more asks":                  {func(c *call) { c.opt.Asks = 5 }, true},
		"a secret in the address":    {func(c *call) { c.opt.Endpoint = "https://u:secret@a/v1?key=secret#secret" }, true},
		"a secret and another place": {func(c *call) { c.opt.Endpoint = "https://u:secret@b/v1" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := base
			tt.change(&c)
			key, inputs := CallKey(c.opt, c.prompt, c.repeat)
			if (key == known) != tt.same {
				t.Errorf("same key %v, want %v", key == known, tt.same)
			}
			if strings.Contains(string(inputs), "secret") {
				t.Errorf("the inputs hold the secret: %s", inputs)
			}
		})
	}
}

func BenchmarkStored(b *testing.B) {
	cache := newShelf()
	j := New(&script{turns: []turn{says(good)}}, Options{Model: "m", Cache: cache})
	var last results.JudgeCall
	for b.Loop() {
		last = j.Score(b.Context(), declinedPrompt()).Call
	}
	if !last.Cached {
		b.Error("not from the store")
	}
}
