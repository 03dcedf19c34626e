package judge_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
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
		"other names of the model":           {func(r *results.JudgeRef) { r.SameAs = []string{"m-2026"} }, true},
		"a panel":                            {func(r *results.JudgeRef) { r.Panel = panel(2, "mean", "m", "n") }, false},
	} {
		ref := base
		c.change(&ref)
		if same := judge.Key(ref) == judge.Key(base); same != c.same {
			t.Errorf("%s: same key %v, want %v", name, same, c.same)
		}
	}
}

func panel(quorum int, aggregate string, models ...string) *results.Panel {
	p := &results.Panel{Quorum: quorum, Aggregate: aggregate}
	for _, m := range models {
		p.Members = append(p.Members, results.PanelMember{Model: m})
	}
	return p
}

func TestKeyOfAPanelFollowsItsMembers(t *testing.T) {
	key := func(name string, p *results.Panel) string {
		return judge.Key(results.JudgeRef{Kind: results.JudgeModel, Model: name, Panel: p})
	}
	base := key("panel of a, b, c", panel(2, "mean", "a", "b", "c"))
	elsewhere := panel(2, "mean", "a", "b", "c")
	elsewhere.Members[0].Endpoint, elsewhere.Members[0].KeyEnv = "http://b/v1", "OTHER"
	for name, c := range map[string]struct {
		key  string
		same bool
	}{
		"another order":    {key("panel of c, b, a", panel(2, "mean", "c", "b", "a")), true},
		"another endpoint": {key("panel of a, b, c", elsewhere), true},
		"another member":   {key("panel of a, b, d", panel(2, "mean", "a", "b", "d")), false},
		"one member less":  {key("panel of a, b", panel(2, "mean", "a", "b")), false},
		"another quorum":   {key("panel of a, b, c", panel(3, "mean", "a", "b", "c")), false},
		"the median":       {key("panel of a, b, c", panel(2, "median", "a", "b", "c")), false},
		"one model":        {key("panel of a, b, c", nil), false},
	} {
		if (c.key == base) != c.same {
			t.Errorf("%s: same key %v, want %v", name, c.key == base, c.same)
		}
	}
}

// TestKeyOfOneModelIsThatOfEarlierVersions: runs on disk must still compare.
func TestKeyOfOneModelIsThatOfEarlierVersions(t *testing.T) {
	fields := fmt.Sprintf(`{"Kind":"model","Model":"m","Positive":%q,"Negative":%q,"Reply":%q,"Excerpt":1200,"MaxTokens":600,"Temperature":0,"Seed":7}`,
		judgeprompt.Hash(results.Positive, 1200), judgeprompt.Hash(results.Negative, 1200), judgeprompt.ReplySchemaVersion)
	ref := results.JudgeRef{Kind: results.JudgeModel, Model: "m", Excerpt: 1200, MaxTokens: 600, Temperature: new(0.0), Seed: new(7)}
	if got, want := judge.Key(ref), fmt.Sprintf("%x", sha256.Sum256([]byte(fields))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
