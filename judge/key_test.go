package judge_test

import (
	"testing"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/results"
)

func TestKeyTellsWaysOfJudgingApart(t *testing.T) {
	base := results.JudgeRef{Kind: results.JudgeModel, Model: "m", Excerpt: 1200, MaxTokens: 1200, Endpoint: "http://a/v1"}
	for name, c := range map[string]struct {
		change func(*results.JudgeRef)
		same   bool
	}{
		"another model":                      {func(r *results.JudgeRef) { r.Model = "n" }, false},
		"the offline judge":                  {func(r *results.JudgeRef) { r.Kind = results.JudgeOffline }, false},
		"shorter excerpts":                   {func(r *results.JudgeRef) { r.Excerpt = 600 }, false},
		"shorter replies":                    {func(r *results.JudgeRef) { r.MaxTokens = 600 }, false},
		"temperature 0, not the provider's":  {func(r *results.JudgeRef) { r.Temperature = new(0.0) }, false},
		"a seed":                             {func(r *results.JudgeRef) { r.Seed = new(0) }, false},
		"the same model at another endpoint": {func(r *results.JudgeRef) { r.Endpoint = "http://b/v1" }, true},
	} {
		ref := base
		c.change(&ref)
		if same := judge.Key(ref) == judge.Key(base); same != c.same {
			t.Errorf("%s: same key %v, want %v", name, same, c.same)
		}
	}
}
