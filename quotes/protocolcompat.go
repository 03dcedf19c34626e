package quotes

import (
	"fmt"
	"regexp"
	"strings"
)

// strictLine is the one form of an evidence line that the reference reads. It
// is greedy: quotation marks and pipes inside the quote need no escape.
var strictLine = regexp.MustCompile(`(?s)^(c[0-9]+)\|([0-9]+)\|"(.*)"$`)

// compatBlock returns the lines of an answer, which end with LF alone, and
// the first and last line of its block. Only the last end tag counts, and the
// start tag nearest above it.
func compatBlock(answer string) (lines []string, first, last int, found bool) {
	lines = strings.Split(answer, "\n")
	last = lastTag(lines, endTag)
	if last < 0 {
		return lines, 0, 0, false
	}
	first = lastTag(lines[:last], startTag)
	return lines, first, last, first >= 0
}

func lastTag(lines []string, tag string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if trimJS(lines[i]) == tag {
			return i
		}
	}
	return -1
}

func compatAppendix(answer string) (items []Evidence, warnings []Warning, found bool) {
	lines, first, last, found := compatBlock(answer)
	if !found {
		return nil, nil, false
	}
	for _, line := range lines[first+1 : last] {
		if line = trimJS(line); line == "" {
			continue
		}
		item, warning := compatEvidence(line)
		if warning != nil {
			warnings = append(warnings, *warning)
			continue
		}
		items = append(items, item)
	}
	return items, warnings, true
}

func compatEvidence(line string) (Evidence, *Warning) {
	parts := strictLine.FindStringSubmatch(line)
	if parts == nil {
		return Evidence{}, malformed(line)
	}
	source, ok := sourceIndex(parts[2])
	if !ok {
		return Evidence{}, badIndex(parts[1], line)
	}
	return Evidence{ClaimID: parts[1], Source: source, Quote: unescapeJS(parts[3])}, nil
}

func compatStrip(answer string) string {
	lines, first, last, found := compatBlock(answer)
	if !found {
		return answer
	}
	rest := append(lines[:first:first], lines[last+1:]...)
	return strings.TrimRightFunc(strings.Join(rest, "\n"), spaceJS)
}

func malformed(line string) *Warning {
	return &Warning{
		Code:    MalformedLine,
		Message: "evidence line not understood: " + cutJS(line, shownLine),
	}
}

func badIndex(claim, line string) *Warning {
	return &Warning{
		Code:    BadIndex,
		ClaimID: claim,
		Message: fmt.Sprintf("source index outside 1 to %d: %s", maxIndex, cutJS(line, shownLine)),
	}
}
