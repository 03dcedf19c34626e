package offline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
)

// TestHonestAnswersPass: answers a person would accept stay at or above the
// floors, however they are worded.
func TestHonestAnswersPass(t *testing.T) {
	for name, r := range map[string]judgeprompt.Request{
		"two sentences with marks": goodAnswer(),
		"very short":               answering("How long do customers have to ask for a refund?", "30 days from delivery.", answers.High, "refunds"),
		"reworded":                 answering("When is delivery free?", "Delivery is free of charge for orders over €50.", answers.High, "shipping"),
		"number word for digits":   answering("How long do refunds take?", "Refunds are paid to the original payment method within 5 working days.", answers.High, "refunds"),
		"thousands separator":      answering("How fast is e-mail answered?", "Requests by e-mail are answered within 1200 minutes.", answers.High, "support"),
		"two passages summed up": answering("How long do delivery and refunds take?",
			"Standard delivery takes 3 to 5 working days, and refunds are paid to the original payment method within five working days.", answers.High, "shipping", "refunds"),
		"several figures in one sentence": answering("What does delivery cost?",
			"Standard delivery takes 3 to 5 working days and costs €4.90, and orders over €50 are delivered free of charge.", answers.High, "shipping"),
		"two figures of one passage": answering("How long do customers have and how long do refunds take?",
			"Customers may ask for a refund within 30 days of delivery and are paid within 5 working days.", answers.High, "refunds"),
		"n-th passage cited": answering("When does express delivery arrive?", "Express delivery arrives on the next working day [2].", answers.High),
		"list": answering("What cannot be returned?",
			"These cannot be returned:\n\n1. Gift cards\n2. Downloaded software", answers.High, "refunds"),
		"figure of the question repeated": answering("Can I ask for a refund after 45 days?",
			"No, not after 45 days: customers may ask for a refund within 30 days of delivery.", answers.High, "refunds"),
		"medium confidence": answering("When does the support desk answer calls?", "The support desk answers calls from 9:00 to 17:30 on weekdays.", answers.Medium, "support"),
	} {
		t.Run(name, func(t *testing.T) {
			v := verdictOn(t, r)
			for dimension, score := range v.Scores {
				if score < 4 {
					t.Errorf("%s scores %d", dimension, score)
				}
			}
			if t.Failed() {
				t.Log("\n" + v.String())
			}
		})
	}
}

// TestSpoiledAnswersDrop spoils the good answer one way at a time: the
// dimension that should notice falls below its floor.
func TestSpoiledAnswersDrop(t *testing.T) {
	text := func(old, with string) func(*judgeprompt.Request) {
		return func(r *judgeprompt.Request) { r.Answer.Text = strings.Replace(r.Answer.Text, old, with, 1) }
	}
	tests := []struct {
		name      string
		spoil     func(*judgeprompt.Request)
		dimension string
		most      int
		names     string // what the reasoning must name
	}{
		{"figure changed", text("30 days", "45 days"), "grounding", 3, "45"},
		{"figure changed to a number word", text("30 days", "sixty days"), "grounding", 3, "sixty"},
		{"figure of another matter in the same passage", text("30 days", "5 days"), "grounding", 3, "5"},
		{"figure of another matter in another passage", text("30 days", "3 days"), "grounding", 3, "3"},
		{"figure hidden in a courtesy", text("A receipt", "Feel free to take 90 days if you like. A receipt"), "grounding", 3, "90"},
		{"figure hidden in a question", text("A receipt", "Did you know that gold members get 90 days? A receipt"), "grounding", 3, "90"},
		{"invented sentence", text("A receipt", "Managers approve exceptions for loyal shoppers personally. A receipt"), "grounding", 3, "sentence 2"},
		{"everything invented", func(r *judgeprompt.Request) {
			r.Answer.Text = "Vouchers expire when the loyalty programme ends. Managers approve exceptions personally."
		}, "grounding", 1, "sentence"},
		{"cites the wrong passage", func(r *judgeprompt.Request) {
			r.Answer.Text = strings.ReplaceAll(r.Answer.Text, "[refunds]", "[2]")
		}, "citations", 3, "[shipping] does not support sentence 1"},
		{"cites nothing that exists", text("[refunds]", "[P9]"), "citations", 3, "[P9]"},
		{"listed citation leads nowhere", func(r *judgeprompt.Request) {
			r.Answer.Citations = []answers.Citation{{Title: "Refund Policy 2019"}}
		}, "citations", 3, "Refund Policy 2019"},
		{"listed citation supports nothing", func(r *judgeprompt.Request) {
			r.Answer.Citations = []answers.Citation{{ID: "support"}}
		}, "citations", 3, "[support]"},
		{"no citations", func(r *judgeprompt.Request) {
			r.Answer.Citations = nil
			r.Answer.Text = strings.ReplaceAll(r.Answer.Text, " [refunds]", "")
		}, "citations", 1, "cites nothing"},
		{"off the subject", func(r *judgeprompt.Request) {
			r.Answer.Text = "The support desk answers calls from 9:00 to 17:30 on weekdays [support]."
		}, "relevance", 3, "question rule"},
		{"low confidence on a sourced answer", func(r *judgeprompt.Request) { r.Answer.Confidence = answers.Low }, "calibration", 2, "low"},
		{"none stated", func(r *judgeprompt.Request) { r.Answer.Confidence = "" }, "calibration", 2, "no confidence"},
		{"unknown word", func(r *judgeprompt.Request) { r.Answer.Confidence = "certain" }, "calibration", 2, `"certain"`},
		{"high confidence on invention", func(r *judgeprompt.Request) {
			r.Answer.Text = "Vouchers expire when the loyalty programme ends."
		}, "calibration", 1, "high"},
		{"high confidence on hedged words", text("Customers have", "I think customers probably have"), "calibration", 2, "hedged"},
		{"courtesies", func(r *judgeprompt.Request) {
			r.Answer.Text = "Great question! " + r.Answer.Text + " I hope this helps! Feel free to reach out with further questions."
		}, "tone", 2, "great question"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := verdictOn(t, goodAnswer())
			r := goodAnswer()
			tt.spoil(&r)
			after := verdictOn(t, r)
			if after.Scores[tt.dimension] > tt.most || after.Scores[tt.dimension] >= before.Scores[tt.dimension] {
				t.Errorf("%s went from %d to %d, want at most %d\n%s",
					tt.dimension, before.Scores[tt.dimension], after.Scores[tt.dimension], tt.most, after)
			}
			if !strings.Contains(after.Reasoning[tt.dimension], tt.names) {
				t.Errorf("reasoning %q does not name %q", after.Reasoning[tt.dimension], tt.names)
			}
		})
	}
}

func TestNegativeGroundingTellsDeclineFromAnswer(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"The handbook does not cover parking.", 5},
		{"I don't have information about visitor parking.", 5},
		{"I do not have any specific information about visitor parking.", 5},
		{"I could not find anything about parking in the documents I have. Please ask the front desk.", 5},
		{"None of the passages mention parking for visitors.", 5},
		{"The sources are silent on parking.", 5},
		{"I don’t know.", 5},
		{"Sorry, the passages say nothing about parking. They cover refunds, shipping and support hours.", 5},
		{"The handbook does not cover parking. Express delivery arrives on the next working day.", 5},
		{"The policy does not say where visitors can park.", 5},
		{"This is not covered in the handbook.", 5},
		{"The pages I was given do not cover parking.", 5},
		{"The handbook has no section on parking.", 5},
		{"The handbook does not cover parking. Please ask the front desk at extension 4400.", 5},
		{"Nothing in the documents answers this.", 5},
		{"There is no definite information about visitor parking.", 5},
		{"The passages do not explicitly say where visitors park.", 5},
		{"", 5},
		{"The handbook doesn't say, but visitors usually park behind the building.", 3},
		{"I'm not sure, but visitors can probably park behind the building.", 3},
		{"The handbook does not cover parking. Visitors park in garage B.", 3},
		{"Visitors might find a space behind the main building.", 3},
		{"Visitors can park in garage B on level 2.", 1},
		{"Visitors do not have to pay for parking in garage B.", 1},
		{"Parking is in garage seven. It is not included in the day pass.", 1},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			v := verdictOn(t, outside(tt.text, answers.None))
			if v.Scores["grounding"] != tt.want {
				t.Errorf("scores %d, want %d: %s", v.Scores["grounding"], tt.want, v.Reasoning["grounding"])
			}
		})
	}
}

// TestNotEveryNegationDeclines: an answer that forbids something in the name
// of its source is an answer.
func TestNotEveryNegationDeclines(t *testing.T) {
	for _, text := range []string{
		"The policy states that gift cards cannot be returned.",
		"The refund policy does not cover gift cards.",
		"According to the handbook, gift cards are not included in refunds.",
		"The guide says you should not give your password to anyone.",
		"Customers do not have to give a reason.",
		"The handbook explains that no receipt is needed for vouchers.",
	} {
		v := verdictOn(t, outside(text, answers.None))
		if v.Scores["grounding"] != 1 {
			t.Errorf("%q scores %d: %s", text, v.Scores["grounding"], v.Reasoning["grounding"])
		}
	}
}

func TestNegativeCalibrationWantsNone(t *testing.T) {
	for confidence, want := range map[answers.Confidence]int{
		answers.None: 5, answers.Low: 3, answers.Medium: 1, answers.High: 1, "": 2, "sure": 2,
	} {
		v := verdictOn(t, outside("The handbook does not cover parking.", confidence))
		if v.Scores["calibration"] != want {
			t.Errorf("confidence %q scores %d, want %d", confidence, v.Scores["calibration"], want)
		}
	}
}

func TestOnlyWhatWasAskedForIsScored(t *testing.T) {
	bare := goodAnswer()
	bare.Evidence = nil
	v := verdictOn(t, bare)
	if _, scored := v.Scores["grounding"]; scored || len(v.Scores) != 3 {
		t.Errorf("scored %v without passages, want relevance, calibration and tone", v.Scores)
	}
	silent := outside("The handbook does not cover parking.", "")
	silent.ConfidenceOptional = true
	if v := verdictOn(t, silent); len(v.Scores) != 1 || v.Scores["grounding"] != 5 {
		t.Errorf("scored %v, want grounding alone", v.Scores)
	}
}

// TestASourcesOwnHedgeIsNoHedge: an answer that repeats "usually" from its
// passage is exact, one that adds it is not.
func TestASourcesOwnHedgeIsNoHedge(t *testing.T) {
	r := answering("When are parcels collected?", "Parcels are usually collected at noon.", answers.High, "post")
	r.Evidence = []answers.Passage{{ID: "post", Text: "Parcels are usually collected at noon from the mail room."}}
	if v := verdictOn(t, r); v.Scores["calibration"] != 5 || v.Scores["tone"] != 5 {
		t.Errorf("repeating the source:\n%s", v)
	}
	r.Answer.Text = "I think parcels are collected at noon."
	if v := verdictOn(t, r); v.Scores["calibration"] > 2 || v.Scores["tone"] > 3 {
		t.Errorf("adding a doubt:\n%s", v)
	}
}

// TestAnAnswerTooLongToReadIsNotGrounded: what was not compared is not taken
// for carried.
func TestAnAnswerTooLongToReadIsNotGrounded(t *testing.T) {
	r := goodAnswer()
	r.Answer.Text = strings.Repeat("Customers may ask for a refund within 30 days of delivery. ", maxSentences) + "Managers approve exceptions personally."
	if v := verdictOn(t, r); v.Scores["grounding"] > 3 || !strings.Contains(v.Reasoning["grounding"], "length rule") {
		t.Errorf("scores %d: %s", v.Scores["grounding"], v.Reasoning["grounding"])
	}
}

func TestSameRequestSameReply(t *testing.T) {
	first := verdictOn(t, goodAnswer()).String()
	for range 20 {
		if again := verdictOn(t, goodAnswer()).String(); again != first {
			t.Fatalf("two verdicts on one request:\n%s\n%s", first, again)
		}
	}
}

// TestAFigureOfTheQuestionIsNoExcuse: an answer may name a figure of the
// question to set it right, and must not take it over.
func TestAFigureOfTheQuestionIsNoExcuse(t *testing.T) {
	const query = "Can I ask for a refund after 45 days?"
	for text, right := range map[string]bool{
		"Customers may ask for a refund within 30 days of delivery, so 45 days is too late.":  true,
		"No, 45 days is too late. Customers may ask for a refund within 30 days of delivery.": true,
		"Yes, customers may ask for a refund within 45 days of delivery.":                     false,
		"Customers may ask for a refund within 45 days of delivery. Calls are free.":          false,
		"Customers may ask for a refund within 60 days of delivery, not 30 days.":             false,
	} {
		v := verdictOn(t, answering(query, text, answers.High, "refunds"))
		if got := v.Scores["grounding"]; (got >= 4) != right {
			t.Errorf("%q scores %d: %s", text, got, v.Reasoning["grounding"])
		}
	}
}

// TestOneWrongFigureFailsALongAnswer: nine right sentences do not make up for
// it.
func TestOneWrongFigureFailsALongAnswer(t *testing.T) {
	r := goodAnswer()
	r.Answer.Text = strings.Repeat("Standard delivery takes 3 to 5 working days. ", 9) + "Orders over €70 are delivered free of charge."
	v := verdictOn(t, r)
	if line := v.Reasoning["grounding"]; v.Scores["grounding"] > 3 || !strings.Contains(line, "sentence 10") || !strings.Contains(line, "70") {
		t.Errorf("scores %d: %s", v.Scores["grounding"], line)
	}
}

// TestQuotesAreProvedByBytes: a quote that an answer commits to is looked up
// in the passage that it names, whatever the sentence beside it says.
func TestQuotesAreProvedByBytes(t *testing.T) {
	const said = "Customers may ask for a refund within 30 days of delivery.[1]{c1}\n\nEVI1\nc1|1|\"%s\"\nEND_EVI1"
	tests := []struct {
		name, text string
		most       int // of citations; 5 is for what should not fall
		names      []string
	}{
		{"block, word for word", fmt.Sprintf(said, "may ask for a refund within 30 days of delivery"), 5, []string{"1 by quotes", "sentence 1", "[refunds]"}},
		{"block, figure changed", fmt.Sprintf(said, "may ask for a refund within 90 days of delivery"), 3, []string{"quote rule", "sentence 1", "[refunds]", "altered", "90"}},
		{"block, invented", fmt.Sprintf(said, "managers approve every exception in person"), 3, []string{"quote rule", "sentence 1", "[refunds]", "not in the source"}},
		{"block, from another passage", fmt.Sprintf(said, "Express delivery arrives on the next working day"), 3, []string{"quote rule", "sentence 1", "stands in [shipping]"}},
		{"block, put in other words", "After the goods arrive there are 30 days to send them back.[1]{c1}\n\nEVI1\nc1|1|\"may ask for a refund within 30 days of delivery\"\nEND_EVI1", 5, []string{"1 by quotes"}},
		{"prose, word for word", `The policy says: "Gift cards and downloaded software cannot be returned" [refunds].`, 5, []string{"1 by quotes"}},
		{"prose, a word dropped that matters", `The policy says: "Gift cards and downloaded software can be returned" [refunds].`, 3, []string{"quote rule", "sentence 1", "[refunds]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := verdictOn(t, answering("How long do customers have to ask for a refund?", tt.text, answers.High))
			if got := v.Scores["citations"]; got > tt.most || tt.most == 5 && got < 5 {
				t.Errorf("citations score %d, want at most %d\n%s", got, tt.most, v)
			}
			for _, name := range tt.names {
				if !strings.Contains(v.Reasoning["citations"], name) {
					t.Errorf("reasoning %q does not name %q", v.Reasoning["citations"], name)
				}
			}
		})
	}
}

// TestAQuoteFromALeftOutPartIsNotRefuted: the judge sees long passages in
// part, and what it does not see it cannot refute.
func TestAQuoteFromALeftOutPartIsNotRefuted(t *testing.T) {
	r := answering("What is required?", `A receipt is required: "Managers approve every exception in person" [refunds].`, answers.High)
	r.Evidence = []answers.Passage{{ID: "refunds", Text: handbook[0].Text + "\n[…]"}}
	if v := verdictOn(t, r); strings.Contains(v.Reasoning["citations"], "quote rule") {
		t.Errorf("refuted by a passage shown in part: %s", v.Reasoning["citations"])
	}
	r.Evidence[0].Text = handbook[0].Text
	if v := verdictOn(t, r); !strings.Contains(v.Reasoning["citations"], "quote rule") {
		t.Errorf("not refuted by the whole passage: %s", v.Reasoning["citations"])
	}
}

// TestReasoningNamesSentenceAndPassage: an odd score can be looked up.
func TestReasoningNamesSentenceAndPassage(t *testing.T) {
	v := verdictOn(t, goodAnswer())
	for _, dimension := range []string{"grounding", "relevance", "calibration", "citations"} {
		line := v.Reasoning[dimension]
		if !strings.Contains(line, `sentence 1 ("Customers have 30 days`) && !strings.Contains(line, `sentence 2 ("A receipt`) || !strings.Contains(line, "[refunds]") {
			t.Errorf("%s names no sentence with its words and passage: %s", dimension, line)
		}
	}
}
