package quotes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

// findCitations returns the citations of prose in order: index groups, and
// brackets that hold the name of a source.
func findCitations(s string, names [][]string) []mark {
	groups := findMarks(s)
	citations := slices.DeleteFunc(groups, func(m mark) bool { return !m.isGroup() })
	named := namedCitations(s, sourceNames(names))
	if len(named) == 0 {
		return citations
	}
	all := append(citations, named...)
	slices.SortFunc(all, func(a, b mark) int { return a.start - b.start })
	var out []mark
	for _, m := range all {
		if len(out) > 0 && m.start < out[len(out)-1].end {
			continue // [1] within a named bracket
		}
		out = appendMark(s, out, m)
	}
	return out
}

// sourceNames maps what sources are called to their index. Where two share a
// name the first has it.
func sourceNames(names [][]string) map[string]int {
	index := map[string]int{}
	for i, list := range names {
		for _, name := range list {
			name = foldName(name)
			if _, taken := index[name]; name != "" && !taken {
				index[name] = i + 1
			}
		}
	}
	return index
}

func foldName(name string) string { return strings.ToLower(collapseJS(name)) }

// longestName bounds a bracket that may hold names, in bytes.
const longestName = 300

// namedCitations returns the brackets, round or square, that hold names of
// sources and those that hold "source 2".
func namedCitations(s string, names map[string]int) []mark {
	code, list := codeSpans(s), sourceList(s)
	var out []mark
	for i := 0; i < list; {
		next := strings.IndexAny(s[i:list], "([")
		if next < 0 {
			break
		}
		i += next
		for len(code) > 0 && code[0].End <= i {
			code = code[1:]
		}
		if len(code) > 0 && code[0].Start <= i {
			i = code[0].End
			continue
		}
		if m, ok := namedAt(s, i, names); ok {
			out = append(out, m)
			i = m.end
			continue
		}
		i++
	}
	return out
}

func namedAt(s string, i int, names map[string]int) (mark, bool) {
	inner, ok := balanced(s[i:])
	if !ok {
		return mark{}, false
	}
	m := mark{start: i, end: i + len(inner) + 2, sources: []int{}}
	if n, ok := namedSource(inner, names); ok {
		m.addSource(n)
	} else {
		for part := range strings.FieldsFuncSeq(inner, func(r rune) bool { return r == ';' || r == ',' }) {
			if n, ok := namedSource(part, names); ok {
				m.addSource(n)
			}
		}
	}
	if s[i] == '[' {
		m.end += linkTarget(s[m.end:])
	}
	return m, len(m.sources) > 0
}

// balanced returns what stands between the bracket that s begins with and its
// counterpart on the same line.
func balanced(s string) (string, bool) {
	opener, closer := s[0], byte(')')
	if opener == '[' {
		closer = ']'
	}
	depth := 0
	for i := range len(s[:min(len(s), longestName)]) {
		switch s[i] {
		case opener:
			depth++
		case closer:
			depth--
		case '\n':
			return "", false
		}
		if depth == 0 {
			return s[1:i], true
		}
	}
	return "", false
}

var (
	namePrefix = lateregexp.New(`^(?:see|cf\.|from|source|quelle|fuente|according to|siehe|vgl\.)[\s:]+`)
	nameSuffix = lateregexp.New(`(?:,|;|:)?\s*(?:§|(?:pp?|pages?|secs?|sections?|ch|chapter|s|seite|abs)\b\.?)\s*[0-9][0-9.–-]*$`)
	numbered   = lateregexp.New(`^(?:source|src|doc|document|passage|quelle|fuente|источник)\s*#?([0-9]+)$`)
)

// namedSource reads one name: as it is, without "see" before and a page
// behind it, or as "source 2".
func namedSource(text string, names map[string]int) (int, bool) {
	text = strings.Trim(foldName(text), `"'“”‘’*_ `)
	if n, ok := names[text]; ok {
		return n, true
	}
	if digits := numbered().FindStringSubmatch(text); digits != nil {
		n, err := strconv.Atoi(digits[1])
		return n, err == nil
	}
	bare := nameSuffix().ReplaceAllString(namePrefix().ReplaceAllString(text, ""), "")
	n, ok := names[strings.Trim(bare, `"'“”‘’*_ `)]
	return n, ok
}
