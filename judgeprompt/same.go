package judgeprompt

import "strings"

// SameMessage reports whether two user messages show a judge the same. The
// code in their markers does not count: it covers the whole rubric, and a
// phrase that no judge is shown must not make a judgement void.
func SameMessage(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	of, err := newReader(a)
	if err != nil {
		return false
	}
	other, err := newReader(b)
	if err != nil {
		return false
	}
	// No data can hold a marker, so that nothing but markers is replaced.
	return strings.NewReplacer(of.open, other.open, of.shut, other.shut).Replace(a) == b
}
