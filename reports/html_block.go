package reports

import (
	"slices"
	"strconv"
	"strings"
)

// htmlBlock is one section of report.html. All its text is plain, on one line
// and visible; the template escapes it.
type htmlBlock struct {
	ID, Title string
	Lead      []string
	Facts     []htmlFact
	Items     []string
	Series    []htmlSeries
	Tables    []htmlTable
	Notes     []string
	Warnings  []string
	Folded    bool // not needed for the first look
}

// htmlFact is one line of a list of names and values.
type htmlFact struct{ Name, Text string }

// givenFacts leaves out the names without a value.
func givenFacts(list ...htmlFact) []htmlFact {
	return slices.DeleteFunc(list, func(f htmlFact) bool { return f.Text == "" })
}

// pageLine is text from outside on one line, each rune visible.
func pageLine(s string, n int) string { return cut(oneLine(s), n) }

// pageLines makes our own sentences, which may hold names from outside, fit
// the page. None is left out or cut.
func pageLines(list []string) []string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		if s = oneLine(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// pageSentences are messages for a list. Blank ones and repetitions go; what
// is beyond the limit is counted.
func pageSentences(list []string) []string {
	var out []string
	for _, s := range list {
		if s = pageSentence(s); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if left := len(out) - maxReasons; left > 0 {
		out = append(out[:maxReasons], "and "+strconv.Itoa(left)+" more in report.json")
	}
	return out
}

func pageSentence(s string) string {
	return pageLine(strings.TrimRight(strings.TrimSpace(s), "."), maxReason)
}
