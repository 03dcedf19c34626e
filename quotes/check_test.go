package quotes_test

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/quotes"
	"github.com/evalrun/evalrun/results"
)

func TestCheckTurnsCitationsIntoFindings(t *testing.T) {
	passages := []answers.Passage{{ID: "P1", Title: "Lake", Text: lake}, {ID: "P2", Text: bridge}}
	good := "Clarity fell.[1]{c1}\n" + block(clarity)
	tests := []struct {
		name     string
		rule     quotes.QuoteOptions
		answer   answers.Answer
		evidence []answers.Passage
		want     string // status: a piece of the message; one line each
	}{
		{"a quote that stands", quotes.QuoteOptions{Require: true}, answers.Answer{Text: good}, passages, "pass: 1 of 1 quotes verified"},
		{"a quote that does not", quotes.QuoteOptions{}, answers.Answer{Text: "Clarity fell.[1]{c1}\n" + block(`c1|1|"the lake was drained in a night by saboteurs"`)}, passages, "fail: claim c1, source 1: the quote is not in the source"},
		{"each bad citation has a finding", quotes.QuoteOptions{}, answers.Answer{Text: "Clarity fell.[1][9]{c1}\n"}, passages, "fail: claim c1, source 1: cited without a quote\nfail: claim c1, source 9: cited without a quote"},
		{"an orphan is no support", quotes.QuoteOptions{}, answers.Answer{Text: good[:len(good)-len("\nEND_EVI1")] + "\nc9|1|\"No fish deaths were recorded.\"\nEND_EVI1"}, passages, "fail: evidence for claim c9"},
		{"answered without a quote", quotes.QuoteOptions{Require: true}, answers.Answer{Text: "Clarity fell."}, passages, "fail: answered without a quote"},
		{"no quote, none required", quotes.QuoteOptions{}, answers.Answer{Text: "Clarity fell."}, passages, "pass: no quote to check"},
		{"a refusal cites nothing", quotes.QuoteOptions{Require: true, Negative: true}, answers.Answer{Text: "The sources do not say."}, passages, "pass: cites nothing"},
		{"a blank decline", quotes.QuoteOptions{Require: true}, answers.Answer{Text: " "}, nil, "pass: cites nothing"},
		{"a marked decline", quotes.QuoteOptions{Require: true}, answers.Answer{Text: "Sorry, no.", Declined: true}, passages, "pass: cites nothing"},
		{"a negative that quotes is checked", quotes.QuoteOptions{Negative: true}, answers.Answer{Text: "Clarity fell.[1]{c1}\n" + block(`c1|1|"the lake was drained in a night by saboteurs"`)}, passages, "fail: claim c1"},
		{"no text to look in", quotes.QuoteOptions{Require: true}, answers.Answer{Text: good}, []answers.Passage{{ID: "P1", Title: "Lake"}}, "inconclusive: no passage text"},
		{"a passage without text keeps its number", quotes.QuoteOptions{}, answers.Answer{Text: "The bridge opened.[1][2]{c1}\n" + block(`c1|1|"a quote that is nowhere in the text of any source"`, `c1|2|"Mayor Ines Caro opened the bridge on 3 June"`)}, []answers.Passage{{ID: "P1", Title: "Lake"}, {ID: "P2", Text: bridge}}, "inconclusive: claim c1, source 1"},
		{"a limit out of range", quotes.QuoteOptions{MinMatch: 2}, answers.Answer{Text: good}, passages, "inconclusive: cannot be checked"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			findings, _ := quotes.Check(tt.rule, tt.answer, tt.evidence)
			wanted := strings.Split(tt.want, "\n")
			if len(findings) != len(wanted) {
				t.Fatalf("got %d findings, want %d: %+v", len(findings), len(wanted), findings)
			}
			for i, f := range findings {
				status, words, _ := strings.Cut(wanted[i], ": ")
				if f.Check != quotes.CheckQuotes || f.Status != results.FindingStatus(status) || !strings.HasPrefix(f.Message, words) {
					t.Errorf("got %s %s %q, want %q", f.Check, f.Status, f.Message, wanted[i])
				}
			}
		})
	}
}

func TestFindingShowsQuoteAndClaimCut(t *testing.T) {
	long := strings.Repeat("saboteurs drained the läke ", 40)
	findings, _ := quotes.Check(quotes.QuoteOptions{}, answers.Answer{Text: "It was drained.[1]{c1}\n" + block(`c1|1|"`+long+`"`)},
		[]answers.Passage{{Text: lake}})
	f := findings[0]
	if n := len([]rune(f.Phrase)); n != 160 || !strings.HasSuffix(f.Phrase, "…") {
		t.Errorf("phrase of %d characters: %q", n, f.Phrase)
	}
	if f.Excerpt != "It was drained." {
		t.Errorf("excerpt %q is not the claim", f.Excerpt)
	}
}
