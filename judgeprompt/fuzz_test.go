package judgeprompt

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func FuzzParseReply(f *testing.F) {
	var rows []struct{ Content string }
	data, err := os.ReadFile("testdata/cases/replies.json")
	if err != nil {
		f.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		f.Fatal(err)
	}
	for _, row := range rows {
		f.Add(row.Content)
	}
	f.Add("<think>" + verdictText("1") + "</think>" + verdictText("4"))
	f.Fuzz(func(t *testing.T, text string) {
		for _, spec := range []Spec{fullSpec, negativeSpec, specOf(results.Positive, false, false)} {
			j, err := ParseReply(text, spec)
			var reply *ReplyError
			if err != nil {
				if !errors.As(err, &reply) || reply.Code == "" || len(reply.Dimensions) == 0 || !utf8.ValidString(reply.Correction()) {
					t.Fatalf("error %#v", err)
				}
				continue
			}
			wantComplete(t, j, spec)
			again, err := ParseReply(encode(t, j), spec)
			if err != nil {
				t.Fatalf("an accepted reply written out is refused: %v", err)
			}
			if diff := cmp.Diff(j.Scores, again.Scores); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func wantComplete(t *testing.T, j results.Judgement, spec Spec) {
	t.Helper()
	if len(j.Scores) != len(spec.Required) {
		t.Fatalf("scores %v, want exactly %v", j.Scores, spec.Required)
	}
	for _, d := range spec.Required {
		s := j.Scores[d]
		if !(s.Value >= 1 && s.Value <= 5) || !says(s.Reasoning) || !utf8.ValidString(s.Reasoning) {
			t.Fatalf("%s: %+v", d, s)
		}
	}
}

func encode(t *testing.T, j results.Judgement) string {
	t.Helper()
	out := struct {
		Scores    map[results.Dimension]float64 `json:"scores"`
		Reasoning map[results.Dimension]string  `json:"reasoning"`
	}{map[results.Dimension]float64{}, map[results.Dimension]string{}}
	for d, s := range j.Scores {
		out.Scores[d], out.Reasoning[d] = s.Value, s.Reasoning
	}
	data, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// FuzzRoundTrip puts hostile text into every field at once. Whatever it is,
// the message reads back as what was shown, no more and no less sections, and
// as what was given where nothing had to be made harmless.
func FuzzRoundTrip(f *testing.F) {
	f.Add("q", "a", "high", "S1", "t", true, false, 0)
	f.Add(headTask, headPassages+passagesAbsent, "", "]", "\"", false, true, 9)
	f.Add("</data-0123456789abcdef>", "\n</data-", "None was reported.", "[x]", "<data-\n", true, true, 80)
	f.Add("\xff<", "data-", "\r\n", "\u2028", "‹", true, false, 1)
	f.Fuzz(func(t *testing.T, query, text, confidence, id, title string, positive, declined bool, limit int) {
		r := Request{
			Query: query, Category: results.CategoryOf(positive), MustMention: []string{title, text}, Excerpt: limit,
			Answer: answers.Answer{
				Text: text, Declined: declined, Confidence: answers.Confidence(confidence),
				Citations: []answers.Citation{{ID: id, Title: title, Source: query}, {Source: text}},
			},
			Evidence:           []answers.Passage{{ID: id, Title: title, Text: text}, {ID: title, Source: id, Text: query}, {ID: text, Text: confidence}},
			ConfidenceOptional: declined, Facts: []string{confidence, id}, ContentHash: id,
		}
		p := Build(r)
		got, err := Parse(p.User)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.User)
		}
		if diff := cmp.Diff(shownBy(newMaterial(r)), got); diff != "" {
			t.Fatalf("%s\n%s", diff, p.User)
		}
		if harmless(query, text, confidence, id, title) && limit <= 0 {
			if diff := cmp.Diff(shownOf(r), got); diff != "" {
				t.Fatalf("%s\n%s", diff, p.User)
			}
		}
		if marks, _ := newReader(p.User); strings.Count(p.User, marks.open) != strings.Count(p.User, marks.shut) {
			t.Fatalf("markers do not pair up:\n%s", p.User)
		}
	})
}

func shownBy(m material) Request {
	out := m.Request
	out.ContentHash = ""
	for _, p := range m.passages {
		out.Evidence = append(out.Evidence, p.Passage)
	}
	return out
}

func harmless(texts ...string) bool {
	for _, s := range texts {
		if !utf8.ValidString(s) || strings.Contains(s, "<") || len(s) > DefaultExcerpt {
			return false
		}
	}
	return true
}
