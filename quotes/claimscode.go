package quotes

import (
	"strings"

	"github.com/evalrun/evalrun/internal/lateregexp"
	"github.com/evalrun/evalrun/textmatch"
)

// ignoreMarks marks the groups that are no citations: indexes in code, the
// entries of a list of sources, and years. Claim markers mean the same
// everywhere, and a group before one is taken with it.
func ignoreMarks(s string, marks []mark) {
	code := codeSpans(s)
	list := sourceList(s)
	for i := range marks {
		m := &marks[i]
		for len(code) > 0 && code[0].End <= m.start {
			code = code[1:]
		}
		inCode := len(code) > 0 && code[0].Start <= m.start
		m.ignored = m.isGroup() && !beforeMarker(s, marks, i) && (inCode || m.start >= list || isYear(s, *m))
	}
}

func beforeMarker(s string, marks []mark, i int) bool {
	return i+1 < len(marks) && !marks[i+1].isGroup() && nearMarker(s[marks[i].end:marks[i+1].start])
}

// nearMarker reports whether so little stands between a group and a marker
// that they belong together: [1] {c1}, [1].{c1}, **[1]**{c1}.
func nearMarker(gap string) bool {
	return len(gap) <= 8 && strings.Trim(gap, " \t\u00a0.,;:!?…。！？*_)\"'”’»") == ""
}

func onlySpaces(gap string) bool { return len(gap) <= 2 && strings.Trim(gap, " ") == "" }

// isYear reports [2019], which law reports and edited quotes write. Nobody
// numbers that many sources.
func isYear(s string, m mark) bool {
	return m.end-m.start == len("[2019]") && len(m.sources) == 1 && 1800 <= m.sources[0] && m.sources[0] < 2100
}

// inlineReach bounds the search for the end of inline code.
const inlineReach = 400

// codeSpans returns the fenced and inline code of s in order.
func codeSpans(s string) []textmatch.Span {
	if !strings.ContainsAny(s, "`~") {
		return nil
	}
	lines := splitLines(s)
	var out []textmatch.Span
	at := 0
	for _, f := range findFences(lines) {
		start := lines[f.open].start
		out = appendInline(out, s, at, start)
		at = start
		if f.prose() {
			continue
		}
		if at = len(s); f.close < len(lines) {
			at = lines[f.close].next
		}
		out = append(out, textmatch.Span{Start: start, End: at})
	}
	return appendInline(out, s, at, len(s))
}

// fencedLines returns the lines of fenced code with the fences, and only the
// fences where they hold text.
func fencedLines(s string) []textLine {
	if !strings.Contains(s, "```") && !strings.Contains(s, "~~~") {
		return nil
	}
	lines := splitLines(s)
	var out []textLine
	for _, f := range findFences(lines) {
		end := min(f.close+1, len(lines))
		if f.prose() {
			out = append(out, lines[f.open])
			out = append(out, lines[min(f.close, len(lines)):end]...)
			continue
		}
		out = append(out, lines[f.open:end]...)
	}
	return out
}

// appendInline appends the inline code between two offsets.
func appendInline(out []textmatch.Span, s string, from, to int) []textmatch.Span {
	for from < to {
		i := strings.IndexByte(s[from:to], '`')
		if i < 0 {
			break
		}
		from += i
		rest := strings.TrimLeft(s[from:to], "`")
		ticks := to - from - len(rest)
		within := rest[:min(len(rest), inlineReach)]
		end := strings.Index(within, strings.Repeat("`", min(ticks, inlineReach)))
		if blank := strings.Index(within, "\n\n"); ticks > 2 || end < 0 || blank >= 0 && blank < end {
			from += ticks
			continue
		}
		out = append(out, textmatch.Span{Start: from, End: from + ticks + end + ticks})
		from += ticks + end + ticks
	}
	return out
}

var sourceHeading = lateregexp.New(`(?i)^[#*_\s]*(?:sources|references|citations|bibliography|works cited|footnotes|` +
	`quellen|quellenverzeichnis|literatur|fuentes|referencias|sources citées|références|fonti|bronnen|источники|` +
	`来源|參考|参考|参考文献|参考资料|出典)[\s:：*_]*$`)

// longestEntry bounds an entry of a list of sources: longer text is prose
// that would hide there.
const longestEntry = 240

// sourceList returns where the list of sources begins that an answer ends
// with, or len(s).
func sourceList(s string) int {
	lines := splitLines(s)
	for i := len(lines) - 1; i >= 0; i-- {
		text := trimJS(lines[i].text)
		switch {
		case sourceHeading().MatchString(text):
			return lines[i].start
		case text != "" && !listEntry(text):
			return len(s)
		}
	}
	return len(s)
}

// listEntry reports a line of a list of sources: [1] Title, or 1. Title.
func listEntry(text string) bool {
	if len(text) > longestEntry {
		return false
	}
	text = strings.TrimLeft(text, "-*+• ")
	if listNumber(text) > 0 {
		return true
	}
	m, ok := mark{}, false
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "【") {
		m, ok = groupAt(text, 0)
	}
	return ok && strings.ContainsFunc(text[m.end:], wordRune)
}
