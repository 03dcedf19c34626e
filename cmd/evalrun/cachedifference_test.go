package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/cache"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// TestAMessageIsTakenApart changes one part of a question at a time.
func TestAMessageIsTakenApart(t *testing.T) {
	base := judgeprompt.Request{
		Query: "How long?", Category: results.Positive, MustMention: []string{"30 days"}, ContentHash: "aa",
		Answer:   answers.Answer{Text: "30 days [P1].", Confidence: answers.High, Citations: []answers.Citation{{ID: "P1", Title: "Refunds"}}},
		Evidence: []answers.Passage{{ID: "P1", Title: "Refunds", Text: "Within 30 days."}},
	}
	for want, change := range map[string]func(*judgeprompt.Request){
		"query":       func(r *judgeprompt.Request) { r.Query = "How long exactly?" },
		"mustMention": func(r *judgeprompt.Request) { r.MustMention = []string{"30 days", "receipt"} },
		"answer":      func(r *judgeprompt.Request) { r.Answer.Text = "30 days." },
		"confidence":  func(r *judgeprompt.Request) { r.Answer.Confidence = answers.Low },
		"citations":   func(r *judgeprompt.Request) { r.Answer.Citations = nil },
		"passages": func(r *judgeprompt.Request) {
			r.Evidence = []answers.Passage{{ID: "P1", Title: "Refunds", Text: "Within 14 days."}}
		},
		"facts": func(r *judgeprompt.Request) { r.Facts = []string{"each quote was found"} },
		"the question's content hash alone: its rubric or settings were edited": func(r *judgeprompt.Request) { r.ContentHash = "bb" },
	} {
		t.Run(want, func(t *testing.T) {
			changed := base
			change(&changed)
			var inputs []string
			for _, d := range toldDifference(userDifference(t, base, changed)) {
				inputs = append(inputs, d.Input)
			}
			if diff := cmp.Diff([]string{want}, inputs); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func userDifference(t *testing.T, stored, asked judgeprompt.Request) cache.Difference {
	t.Helper()
	quote := func(r judgeprompt.Request) json.RawMessage {
		data, err := json.Marshal(judgeprompt.Build(r).User)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	return cache.Difference{Name: "user", Stored: quote(stored), Asked: quote(asked)}
}

func TestOtherInputsAreShownFromWhereTheyDiffer(t *testing.T) {
	long := strings.Repeat("ü", 50)
	for name, tt := range map[string]struct{ stored, asked, wantStored, wantAsked string }{
		"texts":              {`"a"`, `"b"`, `"a"`, `"b"`},
		"a number or null":   {`null`, `0.5`, `nothing`, `"0.5"`},
		"one side lacks it":  {``, `7`, `nothing`, `"7"`},
		"a long way in":      {`"` + long + `a"`, `"` + long + `b"`, `…"` + strings.Repeat("ü", 20) + `a"`, `…"` + strings.Repeat("ü", 20) + `b"`},
		"within a character": {`"xä"`, `"xö"`, `"xä"`, `"xö"`},
		"one goes on":        {`"ab"`, `"a"`, `"ab"`, `"a"`},
		"controls":           {`"\u001b[2J"`, `"b"`, `"\x1b[2J"`, `"b"`},
		"not laid out":       {`"` + strings.Repeat("z", 200) + `"`, `"y"`, `"` + strings.Repeat("z", 60) + `"…`, `"y"`},
	} {
		t.Run(name, func(t *testing.T) {
			got := toldDifference(cache.Difference{Name: "x", Stored: json.RawMessage(tt.stored), Asked: json.RawMessage(tt.asked)})
			want := []difference{{Input: "x", Stored: tt.wantStored, Asked: tt.wantAsked}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
