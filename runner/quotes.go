package runner

import (
	"fmt"
	"strconv"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/quotes"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// verifyQuotes runs the quote check where the rubric asks for it and keeps
// what it found of each citation on the record.
func verifyQuotes(q suites.Question, a answers.Answer, rec *results.Record) {
	rule := q.Rubric.Quotes
	if rule == nil {
		return
	}
	opt := quotes.QuoteOptions{Require: rule.Require, Negative: q.Category == results.Negative}
	if rule.MinMatch != nil {
		opt.MinMatch = *rule.MinMatch
	}
	passages := a.Passages(q.Context)
	findings, report := quotes.Check(opt, a, passages)
	rec.Findings = append(rec.Findings, findings...)
	rec.Quotes = quoteCheck(report, passages)
}

func quoteCheck(r quotes.Report, passages []answers.Passage) *results.QuoteCheck {
	check := &results.QuoteCheck{
		Citations:    make([]results.QuoteCitation, len(r.Citations)),
		VerbatimRate: r.Summary.VerbatimRate, MeanScore: r.Summary.MeanScore, MinScore: r.Summary.MinScore,
	}
	for i, c := range r.Citations {
		check.Citations[i] = quoteCitation(c, passages)
	}
	for _, u := range r.Uncited {
		check.Uncited = append(check.Uncited, u.Text)
	}
	return check
}

func quoteCitation(c quotes.Citation, passages []answers.Passage) results.QuoteCitation {
	out := results.QuoteCitation{
		Claim: c.ClaimID, Passage: passageName(c.SourceIndex, passages), Status: string(c.Status),
		Method: string(c.TextMatch.Method), Reason: c.Reason(), Score: c.TextMatch.Score, Quote: c.Quote, Text: c.ClaimText,
		Start: c.TextMatch.Start, End: c.TextMatch.End,
	}
	if c.TextMatch.Start != nil && c.TextMatch.Field == results.QuoteInTitle {
		out.Field = c.TextMatch.Field
	}
	if c.FoundIn > 0 {
		out.FoundIn = passageName(c.FoundIn, passages)
	}
	return out
}

func passageName(n int, passages []answers.Passage) string {
	if n >= 1 && n <= len(passages) {
		return passages[n-1].ID
	}
	return strconv.Itoa(n)
}

// quoteFacts tells the judge what needs no judgement any more.
func quoteFacts(check *results.QuoteCheck) []string {
	if check == nil {
		return nil
	}
	facts := make([]string, len(check.Citations))
	for i, c := range check.Citations {
		facts[i] = fmt.Sprintf("quote of claim %s from passage [%s]: %s (%s)", c.Claim, c.Passage, c.Status, c.Reason)
		if c.FoundIn != "" {
			facts[i] += fmt.Sprintf("; it stands in passage [%s]", c.FoundIn)
		}
	}
	return facts
}
