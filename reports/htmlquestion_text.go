package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// Lengths in characters at which the page of a question cuts a text, and how
// many of a kind it shows. They hold every usual record whole; records.jsonl
// holds the rest.
const (
	maxPageText    = 20_000
	maxPagePrompt  = 40_000
	maxPagePassage = 8_000
	maxPassages    = 50
	maxCalls       = 20
	maxAttempts    = 20
)

// pageText is about n characters of text from outside with its line breaks,
// each rune visible. The template escapes it.
func pageText(s string, n int) string {
	end := shownBytes(s, n)
	text := visibleLines(s[:end])
	if rest := utf8.RuneCountInString(s[end:]); rest > 0 {
		text += fmt.Sprintf(" … (%s)", plural(rest, "more character"))
	}
	return text
}

func visibleLines(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.Join(lines(s), "\n")
	}
	return Visible(s)
}

// recordLines are foreign lines for a list, each on one line.
func recordLines(list []string, n int) []string {
	out := make([]string, 0, min(len(list), maxReasons+1))
	for _, s := range list[:min(len(list), maxReasons)] {
		out = append(out, pageLine(s, n))
	}
	return append(out, moreInRecords(len(list), maxReasons)...)
}

// moreInRecords says that a list was cut; nothing where it was not.
func moreInRecords(all, shown int) []string {
	if all <= shown {
		return nil
	}
	return []string{fmt.Sprintf("%d more in records.jsonl", all-shown)}
}

// indented prints JSON for reading; what is none is shown as it stands.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return pageText(string(raw), maxPageText)
	}
	return pageText(b.String(), maxPageText)
}

// millis prints a duration: 840 ms, 12.5 s.
func millis(ms float64) string {
	if ms < 1000 {
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}

// verdictClass is the style of a verdict: one of our own words, since a class
// must not come from a record.
func verdictClass(v results.Verdict) string {
	switch v {
	case results.Pass, results.Fail, results.Error, results.Inconclusive, results.Skipped:
		return string(v)
	}
	return "unknown"
}

// findingClass is the style of a finding and of its mark.
func findingClass(s results.FindingStatus) string {
	switch s {
	case results.FindingPass, results.FindingFail, results.FindingWarning, results.FindingInconclusive:
		return string(s)
	}
	return "unknown"
}
