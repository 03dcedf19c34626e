package entail_test

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/evalrun/evalrun/entail"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/quotes"
)

// shelf is a cache in memory.
type shelf struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (s *shelf) Get(key string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.kept[key]
	return v, ok
}

func (s *shelf) Put(key string, _, value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[key] = value
}

func newShelf() *shelf { return &shelf{kept: map[string][]byte{}} }

func TestAKnownResultIsNotAskedFor(t *testing.T) {
	cache, m := newShelf(), &model{reply: entailAll}
	first := ask(t, newJudge(t, m, cache, entail.Options{Model: "m"}), numbered(3)...)
	again := ask(t, newJudge(t, m, cache, entail.Options{Model: "m", Batch: 1}), numbered(3)...)
	if len(m.asked) != 1 || !slices.EqualFunc(first, again, func(a, b quotes.Entailment) bool {
		return a.Class == b.Class && *a.Confidence == *b.Confidence && slices.Equal(a.Reasons, b.Reasons)
	}) {
		t.Errorf("%d calls; %v and %v", len(m.asked), first, again)
	}
}

func TestWhatAResultDependsOnIsInItsKey(t *testing.T) {
	base := quotes.JudgeItem{ID: "c1|1", Claim: "a", Quote: "b", Context: "c"}
	seed, warm := 7, 0.5
	tests := map[string]struct {
		item quotes.JudgeItem
		opt  entail.Options
		want int // calls, the first included
	}{
		"another id":          {quotes.JudgeItem{ID: "c9|4", Claim: "a", Quote: "b", Context: "c"}, entail.Options{Model: "m"}, 1},
		"another claim":       {quotes.JudgeItem{Claim: "x", Quote: "b", Context: "c"}, entail.Options{Model: "m"}, 2},
		"a moved boundary":    {quotes.JudgeItem{Claim: "ab", Quote: "", Context: "c"}, entail.Options{Model: "m"}, 2},
		"another context":     {quotes.JudgeItem{Claim: "a", Quote: "b", Context: "x"}, entail.Options{Model: "m"}, 2},
		"another model":       {base, entail.Options{Model: "n"}, 2},
		"another endpoint":    {base, entail.Options{Model: "m", Endpoint: "http://b/v1"}, 2},
		"another seed":        {base, entail.Options{Model: "m", Seed: &seed}, 2},
		"another temperature": {base, entail.Options{Model: "m", Temperature: &warm}, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			cache, m := newShelf(), &model{reply: entailAll}
			ask(t, newJudge(t, m, cache, entail.Options{Model: "m"}), base)
			ask(t, newJudge(t, m, cache, tt.opt), tt.item)
			if len(m.asked) != tt.want {
				t.Errorf("%d calls, want %d", len(m.asked), tt.want)
			}
		})
	}
}

func TestOnlyValidResultsAreKept(t *testing.T) {
	cache := newShelf()
	m := &model{reply: func(_ int, items []sent) (llm.Reply, error) {
		return list(line(items[0].ID, "entailed", 2)), nil
	}}
	ask(t, newJudge(t, m, cache, entail.Options{}), numbered(1)...)
	if len(cache.kept) != 0 {
		t.Errorf("an error was kept: %v", cache.kept)
	}
}

func TestASpoiltCacheEntryIsAskedForAgain(t *testing.T) {
	for _, spoilt := range []string{"", "{", `{"class":"entailed","confidence":0.1}`, `{"class":"error"}`, `{"class":"entailed"}`} {
		cache, m := newShelf(), &model{reply: entailAll}
		j := newJudge(t, m, cache, entail.Options{})
		ask(t, j, numbered(1)...)
		for key := range maps.Keys(cache.kept) {
			cache.kept[key] = []byte(spoilt)
		}
		if got := briefs(ask(t, j, numbered(1)...)); got[0] != "entailed" || len(m.asked) != 2 {
			t.Errorf("%q was used: %s after %d calls", spoilt, got[0], len(m.asked))
		}
	}
}

func TestEqualItemsAreAskedOnce(t *testing.T) {
	m := &model{reply: entailAll}
	same := quotes.JudgeItem{ID: "c1|1", Claim: "a", Quote: "b"}
	other := same
	other.ID = "c2|1"
	got := briefs(ask(t, newJudge(t, m, nil, entail.Options{}), same, other))
	if len(m.asked[0]) != 1 || got[0] != "entailed" || got[1] != "entailed" {
		t.Errorf("asked %v, got %v", m.asked, got)
	}
}
