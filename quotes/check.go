package quotes

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// CheckQuotes is the name of the check, as findings carry it.
const CheckQuotes = "quotes"

// QuoteOptions are what a question demands of quotes. The zero value demands
// that the quotes there are stand in their sources.
type QuoteOptions struct {
	Require  bool    // an answer must quote, and quote for each citation
	MinMatch float64 // score from which a quote counts; 0 is 0.85
	Negative bool    // the sources are silent on the question: declining is right
}

// Check verifies the quotes of an answer against its evidence, of which the
// n-th passage is source n. It returns a failing finding for each bad
// citation, with the claim, the source and the reason, or one that passes.
// Passages without text keep their number; what cites them, and a check with
// no text at all, is inconclusive. Whether sentences cite nothing is for the
// report to say, not for this check to fail on.
func Check(rule QuoteOptions, a answers.Answer, evidence []answers.Passage) ([]results.Finding, Report) {
	sources := passageSources(evidence)
	r, err := Verify(context.Background(), a.Text, sources, Options{MinScore: rule.MinMatch})
	if err != nil {
		return []results.Finding{about(results.FindingInconclusive, "cannot be checked: "+err.Error())}, r
	}
	if f, done := rule.foregone(r, a, sources); done {
		return []results.Finding{f}, r
	}
	findings := append(citationFindings(rule, r, sources), warningFindings(r)...)
	if len(findings) == 0 {
		findings = append(findings, about(results.FindingPass, fmt.Sprintf("%d of %d quotes verified", r.Summary.Verified, len(r.Citations))))
	}
	return findings, r
}

func passageSources(evidence []answers.Passage) []Source {
	sources := make([]Source, len(evidence))
	for i, p := range evidence {
		sources[i] = Source{ID: p.ID, Title: p.Title, URL: p.Source, Text: p.Text}
	}
	return sources
}

// foregone decides what needs no look at a citation.
func (rule QuoteOptions) foregone(r Report, a answers.Answer, sources []Source) (results.Finding, bool) {
	declined := a.Declines() || rule.Negative && a.Confidence == answers.None
	cites := len(r.Citations)+len(r.Orphans) > 0
	switch {
	case !cites && (declined || rule.Negative):
		return about(results.FindingPass, "cites nothing, as a refusal should"), true
	case !cites && !rule.Require:
		return about(results.FindingPass, "no quote to check"), true
	case !anyText(sources):
		return about(results.FindingInconclusive, "no passage text to look for quotes in"), true
	case !cites:
		return about(results.FindingFail, "answered without a quote from a source"), true
	}
	return results.Finding{}, false
}

func anyText(sources []Source) bool {
	for _, s := range sources {
		if !blankText(s.Text) {
			return true
		}
	}
	return false
}

func blankText(s string) bool { return strings.TrimSpace(s) == "" }

func citationFindings(rule QuoteOptions, r Report, sources []Source) []results.Finding {
	var out []results.Finding
	for _, c := range r.Citations {
		if c.Status == StatusVerified {
			continue
		}
		f := about(results.FindingFail, fmt.Sprintf("claim %s, source %d: %s", c.ClaimID, c.SourceIndex, c.Reason()))
		f.Phrase, f.Excerpt = shortened(c.Quote), shortened(c.ClaimText)
		inList := c.SourceIndex >= 1 && c.SourceIndex <= len(sources)
		switch {
		case inList && blankText(sources[c.SourceIndex-1].Text):
			f.Status = results.FindingInconclusive
			f.Message += "; the passage has no text"
		case inList && blankText(c.Quote) && r.Protocol == Prose && !rule.Require:
			f.Status = results.FindingWarning
		}
		out = append(out, f)
	}
	return out
}

// shownAsCitations are the warnings whose matter is a citation already.
var shownAsCitations = [...]WarningCode{MissingEvidence, MissingSource, Unmarked, DuplicateClaim}

// warningFindings fails on what no citation stands for.
func warningFindings(r Report) []results.Finding {
	var out []results.Finding
	for _, w := range r.Warnings {
		if w.leavesUnchecked() && !slices.Contains(shownAsCitations[:], w.Code) {
			out = append(out, about(results.FindingFail, w.Message))
		}
	}
	return out
}

func about(status results.FindingStatus, message string) results.Finding {
	return results.Finding{Check: CheckQuotes, Status: status, Message: message}
}

// shownRunes bounds quotes and claims in findings.
const shownRunes = 160

func shortened(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= shownRunes {
		return s
	}
	return s[:runesAfter(s, 0, shownRunes-1)] + "…"
}
