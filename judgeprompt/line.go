package judgeprompt

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Values that share a line with others: each is written so that it cannot
// run into its neighbours, and reads back exactly.

// numbered writes one value to a line, counted from 1.
func numbered(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strconv.Itoa(i+1) + ". " + item(v)
	}
	return out
}

// item writes a value as it is where that is plain to see, else quoted with
// its control and invisible characters escaped.
func item(s string) string {
	if s == "" || s[0] == '"' || strings.ContainsFunc(s, unclear) {
		return strconv.Quote(s)
	}
	return s
}

func unclear(r rune) bool { return !strconv.IsPrint(r) && !unicode.Is(unicode.Zs, r) }

func readItem(s string) (string, error) {
	if strings.HasPrefix(s, `"`) {
		return strconv.Unquote(s)
	}
	return s, nil
}

func readNumbered(lines []string) ([]string, error) {
	out := make([]string, len(lines))
	for i, line := range lines {
		rest, ok := strings.CutPrefix(line, strconv.Itoa(i+1)+". ")
		if !ok {
			return nil, fmt.Errorf("item %d is not numbered", i+1)
		}
		var err error
		if out[i], err = readItem(rest); err != nil {
			return nil, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return out, nil
}

// label writes a passage id the way the judge shall name it, in brackets.
func label(id string) string {
	if strings.Contains(id, "]") {
		return "[" + strconv.Quote(id) + "]"
	}
	return "[" + item(id) + "]"
}

func readLabel(line string) (id, rest string, err error) {
	line, ok := strings.CutPrefix(line, "[")
	if !ok {
		return "", "", fmt.Errorf("passage without an id")
	}
	if quoted, err := strconv.QuotedPrefix(line); err == nil {
		id, _ = strconv.Unquote(quoted)
		rest, ok = strings.CutPrefix(line[len(quoted):], "]")
	} else {
		id, rest, ok = strings.Cut(line, "]")
	}
	if !ok {
		return "", "", fmt.Errorf("passage id without an end")
	}
	return id, rest, nil
}

// fields writes name and quoted value for each value that is not empty, with
// a space before each name.
func fields(namesAndValues ...string) string {
	var b strings.Builder
	for i := 0; i < len(namesAndValues); i += 2 {
		if value := namesAndValues[i+1]; value != "" {
			b.WriteString(" " + namesAndValues[i] + " " + strconv.Quote(value))
		}
	}
	return b.String()
}

// readFields reads the whole of what fields wrote.
func readFields(line string) (map[string]string, error) {
	out := map[string]string{}
	for line != "" {
		name, rest, ok := strings.Cut(strings.TrimPrefix(line, " "), " ")
		quoted, err := strconv.QuotedPrefix(rest)
		if !ok || err != nil {
			return nil, fmt.Errorf("want a name and a quoted value at %q", line)
		}
		if out[name], err = strconv.Unquote(quoted); err != nil {
			return nil, fmt.Errorf("value of %s: %w", name, err)
		}
		line = rest[len(quoted):]
	}
	return out, nil
}
