package offline

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

var handbook = []answers.Passage{
	{ID: "refunds", Title: "Refund policy", Source: "docs/refunds.md", Text: "Customers may ask for a refund within 30 days of delivery. " +
		"A receipt or another proof of purchase is required. Refunds are paid to the original payment method within five working days. " +
		"Gift cards and downloaded software cannot be returned."},
	{ID: "shipping", Title: "Shipping", Source: "docs/shipping.md", Text: "Standard delivery takes 3 to 5 working days and costs €4.90. " +
		"Orders over €50 are delivered free of charge. Express delivery arrives on the next working day."},
	{ID: "support", Title: "Support hours", Source: "docs/support.md", Text: "The support desk answers calls from 9:00 to 17:30 on weekdays. " +
		"Requests by e-mail are answered within 1,200 minutes."},
}

// goodAnswer is right, sourced and plain in every respect.
func goodAnswer() judgeprompt.Request {
	return judgeprompt.Request{
		QuestionID: "refund-window", Query: "How long do customers have to ask for a refund?", Category: results.Positive,
		Answer: answers.Answer{
			Text: "Customers have 30 days from delivery to ask for a refund [refunds]. " +
				"A receipt or other proof of purchase is required [refunds].",
			Confidence: answers.High,
			Citations:  []answers.Citation{{Title: "Refund policy", Source: "docs/refunds.md"}},
		},
		Evidence: handbook,
	}
}

func answering(query, text string, confidence answers.Confidence, cites ...string) judgeprompt.Request {
	r := judgeprompt.Request{
		QuestionID: "q", Query: query, Category: results.Positive, Evidence: handbook,
		Answer: answers.Answer{Text: text, Confidence: confidence},
	}
	for _, id := range cites {
		r.Answer.Citations = append(r.Answer.Citations, answers.Citation{ID: id})
	}
	return r
}

func outside(text string, confidence answers.Confidence) judgeprompt.Request {
	return judgeprompt.Request{
		QuestionID: "q", Query: "Where can visitors park their cars?", Category: results.Negative, Evidence: handbook,
		Answer: answers.Answer{Text: text, Confidence: confidence},
	}
}

type verdict struct {
	Scores    map[string]int
	Reasoning map[string]string
}

// rule scores r as the server does, from the message that the prompt makes
// of it.
func verdictOn(t *testing.T, r judgeprompt.Request) verdict {
	t.Helper()
	p := judgeprompt.Build(r)
	asked, err := judgeprompt.Parse(p.User)
	if err != nil {
		t.Fatal(err)
	}
	text, err := score(asked, expected(asked))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := judgeprompt.ParseReply(text, p.Spec); err != nil {
		t.Fatalf("the reply is not usable: %v\n%s", err, text)
	}
	var v verdict
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v verdict) String() string {
	var b strings.Builder
	for _, d := range []string{"grounding", "relevance", "calibration", "citations", "tone"} {
		if line, ok := v.Reasoning[d]; ok {
			b.WriteString(d + " " + string(rune('0'+v.Scores[d])) + ": " + line + "\n")
		}
	}
	return b.String()
}
