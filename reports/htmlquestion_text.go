package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// Lengths in characters at which a question's text may be cut, and how many of
// a kind may be left out. They hold every usual record whole; records.jsonl
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

// moreIn says that a list was cut and where the rest is; nothing where it was
// not.
func moreIn(file string, all, shown int) []string {
	if all <= shown {
		return nil
	}
	return []string{fmt.Sprintf("%d more in %s", all-shown, file)}
}

func moreInRecords(all, shown int) []string { return moreIn("records.jsonl", all, shown) }

// indented prints JSON for reading; what is none stays as it stands.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
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
