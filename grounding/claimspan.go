package grounding

import (
	"cmp"
	"slices"
)

// codeSpan is inline code on one line: start and end of its content, and the
// offsets around its backticks.
type codeSpan struct{ start, end, from, to int }

// codeSpans returns the inline code of a block of prose, in order.
func codeSpans(b *block) []codeSpan {
	var spans []codeSpan
	for start, end := range b.lines() {
		spans = lineSpans(spans, b.src, start, end)
	}
	return spans
}

// run is a run of backticks.
type run struct{ at, size int }

// lineSpans appends the spans of one line. A run of backticks opens code if a
// run of the same length follows; otherwise it is text. The last run of each
// length is known beforehand, so a line is read once.
func lineSpans(spans []codeSpan, s string, start, end int) []codeSpan {
	runs := backtickRuns(s, start, end)
	if len(runs) < 2 {
		return spans
	}
	last := map[int]int{}
	for i, r := range runs {
		last[r.size] = i
	}
	for i := 0; i < len(runs); i++ {
		if last[runs[i].size] <= i {
			continue
		}
		closing := i + 1
		for runs[closing].size != runs[i].size {
			closing++
		}
		from, to := runs[i], runs[closing]
		spans = append(spans, codeSpan{start: from.at + from.size, end: to.at, from: from.at, to: to.at + to.size})
		i = closing
	}
	return spans
}

func backtickRuns(s string, start, end int) []run {
	var runs []run
	for i := start; i < end; i++ {
		if s[i] != '`' {
			continue
		}
		from := i
		for i < end && s[i] == '`' {
			i++
		}
		runs = append(runs, run{from, i - from})
	}
	return runs
}

// spanAt returns the inline code that holds the offset.
func (b *block) spanAt(offset int) (codeSpan, bool) {
	i, exact := slices.BinarySearchFunc(b.spans, offset, func(c codeSpan, at int) int { return cmp.Compare(c.from, at) })
	if !exact {
		i--
	}
	if i < 0 || b.spans[i].to <= offset {
		return codeSpan{}, false
	}
	return b.spans[i], true
}
