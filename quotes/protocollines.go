package quotes

import "strings"

// textLine is one physical line: its text without the line end, where it
// starts, and where the next one does.
type textLine struct {
	text        string
	start, next int
}

func (l textLine) blank() bool { return trimJS(l.text) == "" }

// splitLines splits at LF; a CR before it is white space to all who read the
// lines. Text that has CR alone, as old editors write it, is split at that.
func splitLines(s string) []textLine {
	end := "\n"
	if !strings.Contains(s, end) {
		end = "\r"
	}
	lines := make([]textLine, 0, strings.Count(s, end)+1)
	for at := 0; at <= len(s); {
		next, stop := len(s)+1, len(s)
		if i := strings.Index(s[at:], end); i >= 0 {
			stop = at + i
			next = stop + 1
		}
		lines = append(lines, textLine{s[at:stop], at, min(next, len(s))})
		at = next
	}
	return lines
}

// longestTag bounds a tag line with its decoration; a longer line is text.
const longestTag = 32

// tagOf returns the tag that a line holds, or "". exact is false when models'
// habits had to be seen through: emphasis, headings, brackets, a colon, lower
// case, END EVI1, </EVI1>.
func tagOf(text string) (tag string, exact bool) {
	text = trimJS(text)
	if len(text) > longestTag {
		return "", false
	}
	if text == startTag || text == endTag {
		return text, true
	}
	bare := strings.ToUpper(strings.Trim(text, " *_`#:<>[]"))
	switch bare {
	case startTag:
		return startTag, false
	case endTag, "END EVI1", "END-EVI1", "ENDEVI1", "/" + startTag:
		return endTag, false
	}
	return "", false
}

// fenceOf returns the marks of a code fence and what stands behind them. A
// line that is no fence has no marks.
func fenceOf(text string) (marks, info string) {
	text = strings.TrimSpace(text)
	for _, mark := range []string{"`", "~"} {
		info = strings.TrimLeft(text, mark)
		if n := len(text) - len(info); n >= 3 && !strings.Contains(info, mark) {
			return text[:n], strings.TrimSpace(info)
		}
	}
	return "", ""
}

// fence is a pair of code fences: the lines that open and close it. An
// unclosed one closes behind the last line.
type fence struct {
	open, close int
	info        string
}

// prose reports a fence that says it holds Markdown, which is text: models
// wrap whole answers in one.
func (f fence) prose() bool {
	info := strings.ToLower(f.info)
	return info == "markdown" || info == "md"
}

// findFences returns the code fences of a text in order.
func findFences(lines []textLine) []fence {
	var out []fence
	open := ""
	for i, line := range lines {
		marks, info := fenceOf(line.text)
		switch {
		case marks == "":
		case open == "":
			open = marks
			out = append(out, fence{i, len(lines), info})
		case info == "" && strings.HasPrefix(marks, open):
			open = ""
			out[len(out)-1].close = i
		}
	}
	return out
}
