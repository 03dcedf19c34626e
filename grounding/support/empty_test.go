package support

import "testing"

var evidence = []Passage{{ID: "P1", Text: "Customers may return goods within 30 days of delivery. The office opens on Tuesday."}}

func TestSentencesThatClaimNothingAreLeftOut(t *testing.T) {
	e := Prepare(evidence)
	for rule, answer := range map[string]string{
		"nothing":          "",
		"white space":      " \n\t ",
		"signs":            "… – !",
		"function words":   "Yes, it is.",
		"a greeting":       "Hello there!",
		"thanks":           "Thank you for your question.",
		"an offer":         "Let me know if you need more details.",
		"a question":       "Would you like to return goods?",
		"a CJK question":   "客户可以申请退款吗？",
		"a heading":        "## Return of goods",
		"a label":          "**Return of goods:**",
		"a code block":     "```go\nreturnGoods(30)\n```",
		"an open block":    "~~~\nreturnGoods(30)",
		"a code span":      "`return goods`",
		"a silent source":  "The provided documents do not mention the price.",
		"a refusal":        "I could not find the price.",
		"no information":   "There is no information about the price in the sources.",
		"a citation alone": "[1] [P1]",
	} {
		if r := e.Score(answer); r.Score != nil || len(r.Sentences) != 0 {
			t.Errorf("%s: %q has %d sentences", rule, answer, len(r.Sentences))
		}
	}
}

func TestSentencesThatClaimAreKept(t *testing.T) {
	e := Prepare(evidence)
	for rule, row := range map[string]struct {
		answer string
		want   []string
	}{
		"around a block":     {"Goods come back.\n```\ncode here\n```\nThe office opens.", []string{"Goods come back.", "The office opens."}},
		"a list":             {"- Goods come back.\n- The office opens.", []string{"- Goods come back.", "- The office opens."}},
		"no capitals":        {"the office opens on tuesday. goods come back. do they?", []string{"the office opens on tuesday.", "goods come back."}},
		"initials":           {"he was born j. r. cash.", []string{"he was born j. r. cash."}},
		"did you know":       {"Did you know that gold members get 90 days?", []string{"Did you know that gold members get 90 days?"}},
		"a fact in an offer": {"Feel free to take 90 days for the return.", []string{"Feel free to take 90 days for the return."}},
		"no source speaks":   {"The council does not provide housing.", []string{"The council does not provide housing."}},
		"CJK":                {"需要提供收据。客户可以申请退款。", []string{"需要提供收据。", "客户可以申请退款。"}},
		"an abbreviation":    {"Dr. Smith opens the office.", []string{"Dr. Smith opens the office."}},
	} {
		var got []string
		for _, s := range e.Score(row.answer).Sentences {
			got = append(got, s.Text)
		}
		if len(got) != len(row.want) {
			t.Errorf("%s: %q", rule, got)
			continue
		}
		for i := range got {
			if got[i] != row.want[i] {
				t.Errorf("%s: %q, want %q", rule, got[i], row.want[i])
			}
		}
	}
}

// Citation marks, list numbers and page numbers are no figures of the claim.
func TestMarksAreNoFigures(t *testing.T) {
	for _, sentence := range []string{
		"Customers may return goods within 30 days [12].",
		"Customers may return goods within 30 days [3, 17].",
		"7. Customers may return goods within 30 days.",
		"Customers may return goods within 30 days [handbook.pdf#page=4].",
		"Customers may return goods within 30 days {c9}.",
	} {
		if got := one(t, sentence, refunds); len(got.Conflicts) > 0 {
			t.Errorf("%q: %v", sentence, got.Conflicts)
		}
	}
	if got := one(t, "Customers [about 45 of them] may return goods.", refunds); len(got.Conflicts) == 0 {
		t.Error("a bracket with words was taken for a mark")
	}
}
