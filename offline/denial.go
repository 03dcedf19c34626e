package offline

import (
	"slices"
	"strings"
)

// deniesMaterial reports whether words say that the material does not hold
// something. A negation counts only where it governs a verb that the material
// is the subject of: "the guide says you must not give passwords away" denies
// nothing about the guide.
func deniesMaterial(words []string) bool {
	for i, w := range words {
		if negates(w) && (deniesNext(words, i) || deniesWhole(words, i)) {
			return true
		}
	}
	return false
}

// reach is how many words may stand between the material and its negation, as
// in "the pages that I was given do not cover it".
const reach = 6

// deniesNext reads "does not (explicitly) cover" and "not covered in the
// handbook".
func deniesNext(words []string, at int) bool {
	for verb := at + 1; verb < min(at+3, len(words)); verb++ {
		switch w := words[verb]; {
		case isTelling(w):
			return true
		case isHolding(w) && within(words, verb+1):
			return true
		case isHolding(w) && !slices.Contains(words, "according") && !followedBy(words, verb, "to"):
			return hasSubject(words[max(0, at-reach):at])
		}
	}
	return false
}

// deniesWhole reads "none of the passages", "nothing in the handbook", "the
// handbook has no section", "no (definite) information about" and "not have
// any specific information about".
func deniesWhole(words []string, at int) bool {
	after := words[at+1 : min(at+6, len(words))]
	switch words[at] {
	case "none", "nothing", "neither", "silent":
		if slices.ContainsFunc(after, isMaterial) {
			return true
		}
	case "no":
		if lacksInformation(after, 1) {
			return true
		}
	default:
		return len(after) > 0 && after[0] == "have" && lacksInformation(after, 3)
	}
	verbBefore := at > 0 && (isTelling(words[at-1]) || isHolding(words[at-1]))
	return verbBefore && hasSubject(words[max(0, at-reach):at-1])
}

// lacksInformation reads "information about" after at most so many words.
func lacksInformation(words []string, before int) bool {
	i := slices.Index(words, "information")
	return i >= 0 && i <= before &&
		(followedBy(words, i, "about") || followedBy(words, i, "on") || followedBy(words, i, "regarding"))
}

// within reads "in the handbook", "by these documents" and "here" at i.
func within(words []string, i int) bool {
	if i >= len(words) {
		return false
	}
	switch words[i] {
	case "here", "anywhere":
		return true
	case "in", "by", "among":
		return slices.ContainsFunc(words[i:min(i+5, len(words))], isMaterial)
	}
	return false
}

// hasSubject reports whether the material stands before a verb, with no other
// text verb between that would have taken it as its subject.
func hasSubject(before []string) bool {
	for _, w := range slices.Backward(before) {
		if isTelling(w) {
			return false
		}
		if isMaterial(w) {
			return true
		}
	}
	return false
}

func followedBy(words []string, i int, next string) bool {
	return i+1 < len(words) && words[i+1] == next
}

func negates(w string) bool {
	switch w {
	case "not", "no", "nothing", "none", "neither", "nor", "never", "nowhere", "cannot", "silent":
		return true
	}
	return strings.HasSuffix(w, "n't")
}
