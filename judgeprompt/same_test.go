package judgeprompt

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// TestSameMessageSeesAllThatAJudgeSees changes one thing at a time.
func TestSameMessageSeesAllThatAJudgeSees(t *testing.T) {
	first := Build(refund()).User
	for name, c := range map[string]struct {
		change func(*Request)
		same   bool
	}{
		"nothing":           {func(*Request) {}, true},
		"question id":       {func(r *Request) { r.QuestionID = "other" }, true},
		"unshown rubric":    {func(r *Request) { r.ContentHash = "another" }, true},
		"query":             {func(r *Request) { r.Query += "?" }, false},
		"category":          {func(r *Request) { r.Category = results.Negative }, false},
		"phrases":           {func(r *Request) { r.MustMention = []string{"something else"} }, false},
		"answer":            {func(r *Request) { r.Answer.Text += "." }, false},
		"confidence":        {func(r *Request) { r.Answer.Confidence = "low" }, false},
		"passage":           {func(r *Request) { r.Evidence = r.Evidence[:len(r.Evidence)-1] }, false},
		"facts":             {func(r *Request) { r.Facts = append(r.Facts, "a quote was found") }, false},
		"both at one place": {func(r *Request) { r.ContentHash = "another"; r.Query = strings.ToUpper(r.Query) }, false},
	} {
		r := refund()
		c.change(&r)
		if second := Build(r).User; SameMessage(first, second) != c.same || SameMessage(second, first) != c.same {
			t.Errorf("%s: same is not %v", name, c.same)
		}
	}
}

func TestSameMessageKnowsOnlyPrompts(t *testing.T) {
	prompt := Build(refund()).User
	for _, other := range []string{"", "hello", prompt[:40], strings.Repeat("x", len(prompt))} {
		if SameMessage(prompt, other) || SameMessage(other, prompt) {
			t.Errorf("%.40q passes for the prompt", other)
		}
	}
}
