package judgeprompt

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

func refund() Request {
	return Request{
		QuestionID:  "refund-window",
		Query:       "How long do customers have to ask for a refund?",
		Category:    results.Positive,
		MustMention: []string{"30 days", `any of "receipt", "proof of purchase"`},
		Answer: answers.Answer{
			Text:       "Customers have 30 days from delivery [S1].\nThey need a receipt.",
			Confidence: answers.High,
			Citations:  []answers.Citation{{ID: "S1", Title: "Refunds", Source: "docs/refunds.md"}, {Title: "Receipts"}},
		},
		Evidence: []answers.Passage{
			{ID: "S1", Title: "Refunds", Source: "docs/refunds.md", Text: "Refunds are accepted within 30 days of delivery."},
			{ID: "S2", Text: "Keep your receipt.\n\nIt is the proof of purchase."},
		},
		ContentHash: "c0ffee",
	}
}

func declined() Request {
	return Request{
		QuestionID:  "moon-office",
		Query:       "When does the moon office open?",
		Category:    results.Negative,
		Answer:      answers.Answer{Text: "I have nothing on a moon office.", Confidence: answers.None},
		ContentHash: "beef",
	}
}

func TestWhatIsAskedFor(t *testing.T) {
	positive, negative := refund(), declined()
	with := func(r Request, change func(*Request)) Request { change(&r); return r }
	noEvidence := func(r *Request) { r.Evidence = []answers.Passage{{ID: "S1", Title: "Refunds", Text: " \u200b"}} }
	unstated := func(r *Request) { r.Answer.Confidence, r.ConfidenceOptional = "", true }
	for name, c := range map[string]struct {
		request  Request
		required string
		missing  string
	}{
		"positive with passages":                   {positive, "grounding relevance calibration citations tone", ""},
		"positive whose passages hold no text":     {with(positive, noEvidence), "relevance calibration tone", "grounding citations"},
		"positive, optional confidence not stated": {with(positive, unstated), "grounding relevance citations tone", "calibration"},
		"positive, optional confidence stated": {
			with(positive, func(r *Request) { r.ConfidenceOptional = true }), "grounding relevance calibration citations tone", "",
		},
		"positive, required confidence not stated": {
			with(positive, func(r *Request) { r.Answer.Confidence = "" }), "grounding relevance calibration citations tone", "",
		},
		"negative without passages":                {negative, "grounding calibration", ""},
		"negative, optional confidence not stated": {with(negative, unstated), "grounding", "calibration"},
	} {
		t.Run(name, func(t *testing.T) {
			p := Build(c.request)
			if got := strings.Join(names(p.Spec.Required), " "); got != c.required {
				t.Errorf("required: %q, want %q", got, c.required)
			}
			if got := strings.Join(names(p.Spec.Unassessable), " "); got != c.missing {
				t.Errorf("unassessable: %q, want %q", got, c.missing)
			}
			task := p.User[strings.LastIndex(p.User, headTask):]
			for _, d := range rubric.Dimensions(c.request.Category) {
				inShape := strings.Contains(task, `"`+string(d)+`": N`)
				if inShape != slices.Contains(p.Spec.Required, d) {
					t.Errorf("%s in the shape asked for: %v", d, inShape)
				}
			}
			if strings.Contains(task, "Do not score") != (c.missing != "") {
				t.Errorf("do-not-score note: %s", task)
			}
			wantSchema(t, p)
		})
	}
}

func wantSchema(t *testing.T, p Prompt) {
	t.Helper()
	type object struct {
		Properties           map[string]json.RawMessage
		Required             []string
		AdditionalProperties *bool
	}
	read := func(raw []byte, keys []string) object {
		var o object
		if err := json.Unmarshal(raw, &o); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(keys, o.Required); diff != "" || len(o.Properties) != len(keys) {
			t.Errorf("schema keys: %s", diff)
		}
		if o.AdditionalProperties == nil || *o.AdditionalProperties {
			t.Error("schema allows more keys")
		}
		return o
	}
	top := read(p.Schema, []string{"reasoning", "scores"})
	scores := read(top.Properties["scores"], names(p.Spec.Required))
	read(top.Properties["reasoning"], names(p.Spec.Required))
	for d, s := range scores.Properties {
		if !strings.Contains(string(s), `"enum":[1,2,3,4,5]`) {
			t.Errorf("%s: %s", d, s)
		}
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`).MatchString(p.SchemaName) {
		t.Errorf("schema name %q", p.SchemaName)
	}
}

func TestNegativeWithoutPassagesIsNeverToldNotToScore(t *testing.T) {
	user := Build(declined()).User
	if !strings.Contains(user, "Nothing was retrieved.") || strings.Contains(user, "Do not score") {
		t.Error(user)
	}
}

func TestSystemPrompts(t *testing.T) {
	for _, c := range []results.Category{results.Positive, results.Negative} {
		// Servers refuse the JSON mode unless the word stands in the prompt.
		if !strings.Contains(System(c), "JSON") {
			t.Errorf("%s: no JSON", c)
		}
		for _, d := range rubric.Dimensions(c) {
			if !strings.Contains(System(c), "\n"+string(d)+": ") {
				t.Errorf("%s: %s has no anchors", c, d)
			}
		}
	}
	if strings.Contains(System(results.Negative), "\ntone: ") {
		t.Error("the negative prompt asks for tone")
	}
}

func TestHashTellsWhatScoresMayBeCompared(t *testing.T) {
	hash := Hash(results.Positive, 0)
	if len(hash) != 64 || hash == Hash(results.Negative, 0) {
		t.Error("the hash does not tell the prompts apart")
	}
	if hash == Hash(results.Positive, 600) {
		t.Error("the hash does not see how much of a passage is shown")
	}
	if hash != Hash(results.Positive, DefaultExcerpt) {
		t.Error("no limit and the default limit show the same")
	}
	r := refund()
	r.Excerpt = 600
	if got := Build(r).SystemHash; got != Hash(results.Positive, 600) {
		t.Errorf("the prompt is marked %s, which is not the hash for its limit", got)
	}
}

func TestSameRequestSameBytes(t *testing.T) {
	a, b := Build(refund()), Build(refund())
	if diff := cmp.Diff(a, b); diff != "" {
		t.Error(diff)
	}
}

// An answer that has seen one message must not know the markers of the next.
func TestMarkersDependOnEverythingShown(t *testing.T) {
	seen := map[string]string{}
	for name, change := range map[string]func(*Request){
		"nothing":  func(*Request) {},
		"question": func(r *Request) { r.Query += "?" },
		"content":  func(r *Request) { r.ContentHash += "0" },
		"answer":   func(r *Request) { r.Answer.Text += "." },
		"citation": func(r *Request) { r.Answer.Citations = nil },
		"passage":  func(r *Request) { r.Evidence = r.Evidence[:1] },
		"fact":     func(r *Request) { r.Facts = []string{"x"} },
	} {
		r := refund()
		change(&r)
		code := regexp.MustCompile(`<data-([0-9a-f]{16})>`).FindStringSubmatch(Build(r).User)[1]
		if other, twice := seen[code]; twice {
			t.Errorf("%s and %s share the code %s", name, other, code)
		}
		seen[code] = name
	}
}

func TestQuestionIDIsNotShown(t *testing.T) {
	if strings.Contains(Build(refund()).User, "refund-window") {
		t.Error("the id may hint at the expected outcome")
	}
}

func TestPromptSaysWhatWasCut(t *testing.T) {
	r := refund()
	r.Evidence[1].Text = strings.Repeat("Filler that says little. ", 60) + "You need a receipt. " + strings.Repeat("More of the same. ", 60)
	p := Build(r)
	if len(p.Truncated) != 1 || !regexp.MustCompile(`^S2: 1[01]\d\d of 2600 characters shown$`).MatchString(p.Truncated[0]) {
		t.Fatalf("truncated: %q", p.Truncated)
	}
	extent := strings.TrimPrefix(p.Truncated[0], "S2: ")
	if !strings.Contains(p.User, "\n## Passage 2 of 2 ("+extent+"; […] marks what was left out)\n") {
		t.Error(p.User)
	}
	if Build(refund()).Truncated != nil {
		t.Error("a whole passage is called truncated")
	}
}
