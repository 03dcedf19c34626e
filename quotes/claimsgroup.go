package quotes

import (
	"strconv"
	"strings"
)

// groupBrackets are the brackets that models put around source indexes.
var groupBrackets = [...][2]string{{"[", "]"}, {"【", "】"}, {"［", "］"}}

// groupAt reads one bracket of source indexes: [1], and leniently [1, 2],
// [1-3], [^1], 【1†page】 and the link [1](https://…).
func groupAt(s string, i int) (mark, bool) {
	for _, pair := range groupBrackets {
		inner, ok := enclosed(s[i:], pair[0], pair[1])
		if !ok {
			continue
		}
		m := mark{start: i, end: i + len(pair[0]) + len(inner) + len(pair[1]), sources: []int{}}
		m.exact = pair[0] == "[" && onlyDigits(inner)
		inner, _, _ = strings.Cut(inner, "†")
		if !m.addIndexes(inner) || i > 0 && s[i-1] == '!' {
			return mark{}, false
		}
		if target := linkTarget(s[m.end:]); target > 0 {
			m.end += target
			m.exact = false
		}
		return m, true
	}
	return mark{}, false
}

// enclosed returns what stands between the brackets that s begins with.
func enclosed(s, opener, closer string) (string, bool) {
	if !strings.HasPrefix(s, opener) {
		return "", false
	}
	s = s[len(opener):min(len(s), longestMark)]
	end := strings.Index(s, closer)
	if end < 0 {
		return "", false
	}
	return s[:end], true
}

// addIndexes adds the indexes in a bracket and reports whether there was
// nothing else in it.
func (m *mark) addIndexes(inner string) bool {
	fields := strings.FieldsFunc(inner, func(r rune) bool {
		return spaceJS(r) || strings.ContainsRune(",;，、", r)
	})
	for _, field := range fields {
		if !m.addField(strings.TrimPrefix(field, "^")) {
			return false
		}
	}
	return len(fields) > 0
}

// addField adds an index or a range of them.
func (m *mark) addField(field string) bool {
	low, high, ranged := strings.Cut(strings.ReplaceAll(field, "–", "-"), "-")
	if !ranged {
		high = low
	}
	if !onlyDigits(low) || !onlyDigits(high) {
		return false
	}
	from, to := indexOrHuge(low), indexOrHuge(high)
	if to < from || to-from >= widestRange {
		return false
	}
	for n := from; n <= to; n++ {
		m.addSource(n)
	}
	return true
}

// indexOrHuge reads digits; what does not fit is one more than is accepted.
func indexOrHuge(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return maxIndex + 1
	}
	return min(n, maxIndex+1)
}

func onlyDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// linkTarget returns the length of the (https://…) that s begins with, or 0.
func linkTarget(s string) int {
	if !strings.HasPrefix(s, "(http") && !strings.HasPrefix(s, "(#") {
		return 0
	}
	return strings.IndexAny(s, ")\n \t") + 1
}
