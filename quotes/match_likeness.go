package quotes

import "strings"

// kinship is how alike two words count that say different things of the same
// kind: 19 and 91, may and must, above and below. It holds them opposite each
// other in an alignment, where the difference is seen.
const kinship = 0.5

// likeness returns how alike two tokens are, 0 to 1.
func likeness(a, b *token) float64 {
	switch {
	case a.text == b.text:
		return 1
	case a.unspaced || b.unspaced:
		if a.class&b.class&classNumber != 0 {
			return kinship
		}
		return 0
	case a.class&b.class&(classNumber|classUnit|classModal) != 0:
		if a.value == b.value {
			return 1
		}
		return kinship
	case len(a.sides) > 0 && len(b.sides) > 0 && a.opposed(b.sense), deniedForm(a.text, b.text):
		return kinship
	}
	return spelling(a.text, b.text)
}

// joined reports whether two tokens together are the third: a scanner's
// "in formation", "canada 's" as some corpora write it.
func joined(a, b, whole *token) bool {
	if len(a.text)+len(b.text) > len(whole.text) || whole.text[0] != a.text[0] {
		return false
	}
	rest := strings.ReplaceAll(whole.text, "'", "")
	head := strings.ReplaceAll(a.text, "'", "")
	return strings.HasPrefix(rest, head) && rest[len(head):] == strings.ReplaceAll(b.text, "'", "")
}

// misread is how alike two longer words count of which half the letters
// agree. It keeps a word that a scanner mangled in its place.
const misread = 0.3

// spelling returns how alike two words are spelt. A slip of the pen explains
// one change for three letters, two for seven, three for eleven; up to half
// the letters, longer words are misread; beyond that they are others.
func spelling(a, b string) float64 {
	const lettersPerSlip, longWord = 4, 6
	longer, shorter := max(len(a), len(b)), min(len(a), len(b))
	allowed := max(1, (longer+1)/lettersPerSlip)
	limit := allowed
	if longer >= longWord {
		limit = longer / 2
	}
	if shorter < 3 || longer > maxSpelling || longer-shorter > limit || a[0] != b[0] && a[len(a)-1] != b[len(b)-1] {
		return 0
	}
	switch d := slips(a, b); {
	case d <= allowed:
		return 1 - float64(d)/float64(longer)
	case d <= limit:
		return misread
	}
	return 0
}

// maxSpelling bounds the words that are compared letter by letter, in bytes.
const maxSpelling = 48

// slips is the number of letters changed, dropped, added, or swapped with
// their neighbour. Bytes stand for letters.
func slips(a, b string) int {
	var rows [3][maxSpelling + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := range len(a) {
		above, here := &rows[i%3], &rows[(i+1)%3]
		here[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			here[j+1] = min(above[j]+cost, above[j+1]+1, here[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				here[j+1] = min(here[j+1], rows[(i+2)%3][j-1]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
