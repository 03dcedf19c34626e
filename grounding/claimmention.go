package grounding

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mention is one place in the response that names a value.
type mention struct {
	value, language string
	start, end      int
}

// mentions gathers the claims of one kind.
type mentions struct {
	kind   Kind
	claims []Claim
	index  map[string]int // of a value in claims
	starts map[int]bool   // of every mention, repeats included
}

func newMentions(kind Kind) *mentions {
	return &mentions{kind: kind, index: map[string]int{}, starts: map[int]bool{}}
}

// add merges what a block mentions. The first mention of a value stands for
// it, unless only a later one asserts it.
func (m *mentions) add(b *block, found []mention) {
	for _, f := range found {
		m.starts[f.start] = true
		i, known := m.index[f.value]
		if known && !m.claims[i].Denied {
			continue
		}
		claim := Claim{Kind: m.kind, Value: f.value, Language: f.language, Start: f.start, End: f.end, Denied: b.denies(f.start)}
		switch {
		case !known:
			m.index[f.value] = len(m.claims)
			m.claims = append(m.claims, claim)
		case !claim.Denied:
			m.claims[i] = claim
		}
	}
}

// covers reports whether the file f is already one of these imports: written
// in the same place, or the same value again in the text around the code.
func (m *mentions) covers(f mention) bool {
	_, module := m.index[f.value]
	_, relative := m.index["./"+f.value]
	return module || relative || m.starts[f.start]
}

// located returns the claims in the order of the response, with their lines
// and columns.
func (m *mentions) located(response string) []Claim {
	slices.SortFunc(m.claims, func(a, b Claim) int { return cmp.Compare(a.Start, b.Start) })
	at, line, column := 0, 1, 1
	for i := range m.claims {
		c := &m.claims[i]
		between := response[at:c.Start]
		if last := strings.LastIndexByte(between, '\n'); last >= 0 {
			line += strings.Count(between, "\n")
			between, column = between[last+1:], 1
		}
		column += utf8.RuneCountInString(between)
		c.Line, c.Column, at = line, column, c.Start
	}
	return m.claims
}
