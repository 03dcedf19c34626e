package offline

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// FuzzHandler: whatever is posted gets a completion or an API error.
func FuzzHandler(f *testing.F) {
	f.Add(requestBody(f, goodAnswer(), ""))
	f.Add(requestBody(f, outside("The handbook does not cover parking.", answers.None), `{"type":"json_object"}`))
	f.Add(`{"messages":[{"role":"user","content":""}],"response_format":{"json_schema":{"schema":null}}}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, body string) {
		w := post(body)
		switch w.Code {
		case http.StatusOK:
			var got chatReply
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got.Choices) != 1 {
				t.Errorf("%v: %s", err, w.Body)
			}
		case http.StatusBadRequest:
			errorMessage(t, w)
		default:
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}

// FuzzScore: any answer on any passages gets a usable verdict.
func FuzzScore(f *testing.F) {
	f.Add("How long?", "30 days [1]. [P2][a, 3] Or not? 1. x", "Within 30 days.", "high", true)
	f.Add("", "[", "", "none", false)
	f.Add("¿", "[]([1](x)[\xff] 1,,2.th", "1,2. \u200b", "sure", true)
	f.Add("q", "None of nothing not no n't cannot have in", "in the", "", false)
	f.Fuzz(func(t *testing.T, query, answer, passage, confidence string, positive bool) {
		r := judgeprompt.Request{
			QuestionID: "q", Query: query, Category: results.CategoryOf(positive),
			Answer: answers.Answer{
				Text: answer, Confidence: answers.ParseConfidence(confidence),
				Citations: []answers.Citation{{ID: query, Title: passage, Source: answer}},
			},
			Evidence: []answers.Passage{{ID: "1", Text: passage}, {ID: query, Title: answer, Text: answer}},
		}
		verdictOn(t, r)
	})
}
