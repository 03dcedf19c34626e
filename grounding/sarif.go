package grounding

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// Document is the response as a SARIF log points at it.
type Document struct {
	Path    string // relative to the root, with slashes
	Text    string
	Version string // of the tool
}

// The rules of a SARIF log. Those for claims are "ungrounded-" and the kind.
const (
	ruleUngrounded = "ungrounded-"
	ruleScore      = "low-score"
	ruleHedging    = "hedging"
	ruleStale      = "stale-context"
)

// SARIF writes a report as a SARIF 2.1.0 log with one result for each
// ungrounded claim, a low score, and each warning, at its line and column of
// the response. An inconclusive report has no result; a notification says why.
func SARIF(w io.Writer, r Report, doc Document) error {
	log := sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:       sarifTool{sarifDriver{Name: "evalrun", Version: doc.Version, Rules: sarifRules()}},
			ColumnKind: "unicodeCodePoints",
			Results:    r.sarifResults(doc),
			Invocations: []sarifInvocation{{
				Successful: true, Notifications: r.notifications(),
			}},
			Properties: map[string]any{"verdict": r.Verdict, "score": r.Score},
		}},
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(log)
}

func sarifRules() []sarifRule {
	return []sarifRule{
		{ruleUngrounded + string(Symbol), sarifText{"A function that neither the context nor the repository knows"}},
		{ruleUngrounded + string(File), sarifText{"A file that neither the context nor the repository knows"}},
		{ruleUngrounded + string(Import), sarifText{"A module that neither the context nor the repository knows"}},
		{ruleScore, sarifText{"Too little of the answer's technical vocabulary stands in the context"}},
		{ruleHedging, sarifText{"A phrase with which a model speaks from what it knows instead of what it was given"}},
		{ruleStale, sarifText{"The context is older than the code it describes"}},
	}
}

func (r Report) sarifResults(doc Document) []sarifResult {
	out := []sarifResult{}
	if !r.judged {
		return out
	}
	fails := r.rules.FailOn
	for _, p := range r.Claims.Ungrounded {
		out = append(out, sarifAt(doc.Path, ruleUngrounded+string(p.Kind), level(fails.Ungrounded), r.Claims.unfound(p), regionOf(doc.Text, p)))
	}
	if r.Score < r.rules.Threshold {
		out = append(out, sarifAt(doc.Path, ruleScore, level(fails.Score), r.underThreshold(), beginning))
	}
	for _, h := range r.hedgings {
		out = append(out, sarifAt(doc.Path, ruleHedging, level(fails.Warning), hedgingWarning(h), hedgingRegion(doc.Text, h)))
	}
	if r.Context.Warning != "" {
		out = append(out, sarifAt(r.Context.Path, ruleStale, level(fails.Warning), r.Context.Warning, beginning))
	}
	return out
}

// level is error for what fails the answer.
func level(fails bool) string {
	if fails {
		return "error"
	}
	return "warning"
}

func sarifAt(path, rule, level, message string, region sarifRegion) sarifResult {
	return sarifResult{
		RuleID: rule, Level: level, Message: sarifText{message},
		Locations: []sarifLocation{{sarifPhysical{sarifArtifact{uriOf(path)}, region}}},
	}
}

var beginning = sarifRegion{StartLine: 1, StartColumn: 1}

// regionOf is where a claim's value stands, which is always on one line.
func regionOf(text string, p Place) sarifRegion {
	return sarifRegion{p.Line, p.Column, p.Line, p.Column + utf8.RuneCountInString(text[p.start:p.end])}
}

func hedgingRegion(text string, h hedging) sarifRegion {
	line, column := placeAt(text, h.at.Start)
	endLine, endColumn := placeAt(text, h.at.End)
	return sarifRegion{line, column, endLine, endColumn}
}

// placeAt counts lines and characters from 1.
func placeAt(text string, at int) (line, column int) {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	return 1 + strings.Count(text[:start], "\n"), 1 + utf8.RuneCountInString(text[start:at])
}

// uriOf writes a path as a relative URI reference, escaped; a first segment
// with a colon, which would read as a scheme, gets "./" before it.
func uriOf(path string) string { return (&url.URL{Path: path}).String() }

// notifications say why there is no verdict.
func (r Report) notifications() []sarifNotification {
	out := []sarifNotification{}
	if r.Verdict != results.Inconclusive {
		return out
	}
	for _, why := range r.Reasons {
		out = append(out, sarifNotification{"warning", sarifText{fmt.Sprintf("inconclusive: %s", why)}})
	}
	return out
}
