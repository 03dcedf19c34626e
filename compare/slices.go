package compare

import (
	"maps"
	"slices"

	"github.com/evalrun/evalrun/stats"
)

// fewestInSlice is the size from which on a slice has figures, not counts
// alone.
const fewestInSlice = 10

// slicesOf looks at the pass rate and the gated series by tag and by group.
// Small slices are listed where something changed in them.
func slicesOf(f figures) []Slice {
	var out []Slice
	for i := range f.measured {
		m := &f.measured[i]
		if m.name != PassRate && !f.series[i].Gated {
			continue
		}
		for _, tag := range valuesOf(m, func(p pair) []string { return p.head.Tags }) {
			part := m.of(func(i int) bool { return slices.Contains(m.pairs[i].head.Tags, tag) })
			out = appendSlice(out, "tag", tag, &part)
		}
		for _, group := range valuesOf(m, func(p pair) []string { return []string{p.group} }) {
			// Within its own group each question is one of many alike.
			part := m.of(func(i int) bool { return m.pairs[i].group == group })
			part = part.ungrouped()
			out = appendSlice(out, "group", group, &part)
		}
	}
	adjustSlices(out)
	return out
}

// valuesOf lists what the pairs carry, sorted; "" is none.
func valuesOf(m *measured, of func(pair) []string) []string {
	seen := map[string]bool{}
	for _, p := range m.pairs {
		for _, v := range of(p) {
			seen[v] = true
		}
	}
	delete(seen, "")
	return slices.Sorted(maps.Keys(seen))
}

func appendSlice(out []Slice, by, value string, m *measured) []Slice {
	s := Slice{By: by, Value: value, Series: m.name, N: len(m.pairs)}
	s.ToFail, s.ToPass = m.moved()
	if s.N < fewestInSlice {
		if s.ToFail+s.ToPass == 0 {
			return out
		}
		return append(out, s)
	}
	e, test := estimateOf(m), testOf(m)
	s.Difference, s.P = &e.difference, &test.P
	if e.bounded {
		s.Lo, s.Hi = &e.lo, &e.hi
	}
	return append(out, s)
}

// adjustSlices bounds the share of false findings over all slices.
func adjustSlices(list []Slice) {
	var p []float64
	for i := range list {
		if list[i].P != nil {
			p = append(p, *list[i].P)
		}
	}
	adjusted := stats.AdjustBH(p)
	for i := range list {
		if list[i].P != nil {
			list[i].PBH, adjusted = &adjusted[0], adjusted[1:]
		}
	}
}
