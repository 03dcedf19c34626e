package quotes

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// mark is a citation group, [1][3], or a claim marker, {c1}, in a text.
type mark struct {
	start, end int
	id         string // of a claim marker
	sources    []int  // of a group, each once
	refused    bool   // an index below 1 or above maxIndex stood in it
	exact      bool   // it is written as the protocol says
	ignored    bool   // a group in code, in a list of sources, or a year
}

func (m mark) isGroup() bool { return m.id == "" }

// longestMark bounds a mark, so that a lone bracket costs no search.
const longestMark = 96

// widestRange bounds [1-9]; a wider one is no citation but a span of years or
// a trick.
const widestRange = 20

// findMarks returns the marks of a text in order; groups that touch are one.
func findMarks(s string) []mark {
	var out []mark
	for i := 0; i < len(s); {
		next := strings.IndexAny(s[i:], "[{【［")
		if next < 0 {
			break
		}
		i += next
		m, ok := markAt(s, i)
		if !ok {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		out = appendMark(s, out, m)
		i = m.end
	}
	if len(out) > 0 {
		ignoreMarks(s, out)
	}
	return out
}

func hasMarker(s string) bool {
	return slices.ContainsFunc(findMarks(s), func(m mark) bool { return !m.isGroup() })
}

// appendMark appends m, or joins it to the group that it touches.
func appendMark(s string, marks []mark, m mark) []mark {
	if len(marks) == 0 || !m.isGroup() {
		return append(marks, m)
	}
	last := &marks[len(marks)-1]
	gap := s[last.end:m.start]
	if !last.isGroup() || strings.Trim(gap, " ,") != "" || len(gap) > 2 {
		return append(marks, m)
	}
	last.end = m.end
	last.exact = last.exact && m.exact && gap == ""
	last.refused = last.refused || m.refused
	for _, source := range m.sources {
		last.addSource(source)
	}
	return marks
}

func (m *mark) addSource(n int) {
	if n > maxIndex {
		m.refused = true
		return
	}
	m.refused = m.refused || n < 1
	if !slices.Contains(m.sources, n) {
		m.sources = append(m.sources, n)
	}
}

func markAt(s string, i int) (mark, bool) {
	if s[i] == '{' {
		return markerAt(s, i)
	}
	return groupAt(s, i)
}

// markerAt reads a claim marker: {c1}, and leniently {C1}, {c 1}, {c01}.
func markerAt(s string, i int) (mark, bool) {
	inner, ok := enclosed(s[i:], "{", "}")
	if !ok {
		return mark{}, false
	}
	m := mark{start: i, end: i + len(inner) + 2}
	name := trimJS(inner)
	if name == "" || name[0]|0x20 != 'c' || !onlyDigits(strings.TrimLeftFunc(name[1:], spaceJS)) {
		return mark{}, false
	}
	m.id = claimID(name)
	m.exact = m.id == inner
	return m, true
}
