package judge

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

var longAgo = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// TestACarriedCallIsWhatWasTold: the same judgement and the same requests,
// marked.
func TestACarriedCallIsWhatWasTold(t *testing.T) {
	p := declinedPrompt()
	fresh := New(&script{turns: []turn{says("no scores"), says(good)}}, Options{Model: "m"}).Score(t.Context(), p)
	carried, ok := Carry(Told{Call: fresh.Call, Ended: longAgo}, p)
	if !ok {
		t.Fatal("not carried")
	}
	if diff := cmp.Diff(fresh.Judgement, carried.Judgement); diff != "" {
		t.Error(diff)
	}
	marks := cmpopts.IgnoreFields(results.JudgeCall{}, "Cached", "CachedAt", "Reused")
	if diff := cmp.Diff(fresh.Call, carried.Call, marks); diff != "" {
		t.Error(diff)
	}
	if c := carried.Call; !c.Reused || !c.Cached || !c.CachedAt.Equal(longAgo) || fresh.Call.Reused {
		t.Errorf("marked reused %v, cached %v at %v", c.Reused, c.Cached, c.CachedAt)
	}

	// Carried once more it keeps the time at which it was paid for.
	again, ok := Carry(Told{Call: carried.Call, Ended: longAgo.Add(time.Hour)}, p)
	if !ok || !again.Call.CachedAt.Equal(longAgo) {
		t.Errorf("carried twice: %v, of %v", ok, again.Call.CachedAt)
	}
}

func TestACarriedErrorIsOne(t *testing.T) {
	p := declinedPrompt()
	failed := New(&script{turns: []turn{says("no scores")}}, Options{Model: "m"}).Score(t.Context(), p)
	carried, ok := Carry(Told{Call: failed.Call, Err: failed.Err, Ended: longAgo}, p)
	if !ok || carried.Judgement != nil || carried.Fatal {
		t.Fatalf("carried %v: %+v", ok, carried)
	}
	want := *failed.Err
	want.Reused = true
	if diff := cmp.Diff(&want, carried.Err); diff != "" || failed.Err.Reused {
		t.Error(diff)
	}
}

func TestWhatIsAskedAnew(t *testing.T) {
	p := declinedPrompt()
	call := New(&script{turns: []turn{says(good)}}, Options{Model: "m"}).Score(t.Context(), p).Call
	for name, change := range map[string]func(*results.JudgeCall, *judgeprompt.Prompt){
		"another system prompt":   func(_ *results.JudgeCall, p *judgeprompt.Prompt) { p.SystemHash = "another" },
		"another message":         func(_ *results.JudgeCall, p *judgeprompt.Prompt) { p.User = strings.Replace(p.User, "park", "sit", 1) },
		"no message kept":         func(c *results.JudgeCall, _ *judgeprompt.Prompt) { c.Prompt = nil },
		"no request kept":         func(c *results.JudgeCall, _ *judgeprompt.Prompt) { c.Attempts = nil },
		"no reply kept":           func(c *results.JudgeCall, _ *judgeprompt.Prompt) { c.Attempts[0].Raw = "" },
		"a reply that was not it": func(c *results.JudgeCall, _ *judgeprompt.Prompt) { c.Attempts[0].Code = "judge_refused" },
		"a reply of half its scores": func(c *results.JudgeCall, _ *judgeprompt.Prompt) {
			c.Attempts[0].Raw = `{"scores":{"grounding":5},"reasoning":{"grounding":"it declines"}}`
		},
	} {
		c, changed := call, p
		c.Attempts = append([]results.Attempt(nil), call.Attempts...)
		change(&c, &changed)
		if _, ok := Carry(Told{Call: c}, changed); ok {
			t.Errorf("%s: carried", name)
		}
	}
	if _, ok := Carry(Told{Call: call}, p); !ok {
		t.Error("nothing changed: not carried")
	}
}
