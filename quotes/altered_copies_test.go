package quotes

import (
	"regexp"
	"strconv"
	"strings"
)

// alteredCopy is a quote that somebody changed the meaning of.
type alteredCopy struct{ kind, want, text string }

// alteredCopies makes every copy of a quote that its words allow, one change
// in each.
func alteredCopies(quote string) []alteredCopy {
	var out []alteredCopy
	add := func(kind, want, text string, ok bool) {
		if ok && text != quote {
			out = append(out, alteredCopy{kind, want, text})
		}
	}
	text, ok := changeNumber(quote)
	add("number changed", kindNumber, text, ok)
	text, ok = swapDigits(quote)
	add("number digits swapped", kindNumber, text, ok)
	text, ok = negate(quote)
	add("negation added", kindNegation, text, ok)
	text, ok = affirm(quote)
	add("negation removed", kindNegation, text, ok)
	text, ok = changeUnit(quote)
	add("unit changed", kindUnit, text, ok)
	text, ok = swapClauses(quote)
	add("clauses swapped", kindOrder, text, ok)
	text, ok = turn(quote)
	add("opposite", kindOpposite, text, ok)
	text, ok = replaceWord(quote, map[string]string{"may": "must", "might": "will", "must": "may", "should": "may", "could": "must"})
	add("modal", kindModal, text, ok)
	return out
}

var digits = regexp.MustCompile(`\d+`)

func changeNumber(quote string) (string, bool) {
	at := digits.FindStringIndex(quote)
	if at == nil {
		return "", false
	}
	n, err := strconv.Atoi(quote[at[0]:at[1]])
	return quote[:at[0]] + strconv.Itoa(n+1) + quote[at[1]:], err == nil
}

func swapDigits(quote string) (string, bool) {
	for _, at := range digits.FindAllStringIndex(quote, -1) {
		for i := at[0]; i+1 < at[1]; i++ {
			if quote[i] != quote[i+1] {
				return quote[:i] + string(quote[i+1]) + string(quote[i]) + quote[i+2:], true
			}
		}
	}
	return "", false
}

var auxiliary = regexp.MustCompile(`\b(is|are|was|were|can|will|would|has|have|had|may|must|should|could|does|did)\b`)

func negate(quote string) (string, bool) {
	at := auxiliary.FindStringIndex(quote)
	if at == nil || strings.HasPrefix(quote[at[1]:], " not") {
		return "", false
	}
	return quote[:at[1]] + " not" + quote[at[1]:], true
}

var plainNegator = regexp.MustCompile(`\b(not|never) ([a-z]+)`)

func affirm(quote string) (string, bool) {
	m := plainNegator.FindStringSubmatchIndex(quote)
	if m == nil {
		return "", false
	}
	switch quote[m[4]:m[5]] {
	case "only", "just", "merely", "simply", "solely":
		return "", false
	}
	return quote[:m[0]] + quote[m[4]:], true
}

func changeUnit(quote string) (string, bool) {
	return replaceWord(quote, map[string]string{
		"miles": "kilometres", "kilometres": "miles", "km": "mi", "mi": "km", "metres": "feet", "feet": "metres", "ft": "m",
		"million": "billion", "billion": "million", "thousand": "million", "percent": "million", "%": "‰",
		"years": "months", "months": "years", "days": "weeks", "weeks": "days", "hours": "minutes", "minutes": "hours",
		"dollars": "euros", "pounds": "dollars", "kg": "g", "acres": "hectares",
	})
}

func turn(quote string) (string, bool) {
	return replaceWord(quote, map[string]string{
		"before": "after", "after": "before", "first": "last", "last": "first", "more": "less", "most": "least", "increase": "decrease",
		"increased": "decreased", "high": "low", "higher": "lower", "north": "south", "northern": "southern", "eastern": "western",
		"east": "west", "west": "east", "south": "north", "southern": "northern", "large": "small", "largest": "smallest",
		"won": "lost", "lost": "won", "male": "female", "above": "below", "over": "under", "always": "never", "all": "no",
		"many": "few", "early": "late", "born": "died", "son": "daughter", "father": "mother", "positive": "negative",
		"public": "private", "upper": "lower", "left": "right", "new": "old", "began": "ended", "include": "exclude", "includes": "excludes",
	})
}

var wordOrSign = regexp.MustCompile(`[A-Za-z]+|%`)

func replaceWord(quote string, with map[string]string) (string, bool) {
	for _, at := range wordOrSign.FindAllStringIndex(quote, -1) {
		if other, ok := with[quote[at[0]:at[1]]]; ok {
			return quote[:at[0]] + other + quote[at[1]:], true
		}
	}
	return "", false
}

var joint = regexp.MustCompile(` ?, | and | because | while | but `)

// swapClauses exchanges what stands before and after the joint nearest the
// middle, where both sides are clauses of some length.
func swapClauses(quote string) (string, bool) {
	body := strings.TrimRight(quote, " .")
	best, distance := []int(nil), len(body)
	for _, at := range joint.FindAllStringIndex(body, -1) {
		if d := max(at[0], len(body)-at[1]) - min(at[0], len(body)-at[1]); d < distance {
			best, distance = at, d
		}
	}
	if best == nil || best[0] < 20 || len(body)-best[1] < 20 {
		return "", false
	}
	return body[best[1]:] + body[best[0]:best[1]] + body[:best[0]] + quote[len(body):], true
}
