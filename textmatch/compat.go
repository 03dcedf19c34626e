package textmatch

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// LowerNFKC returns the compatibility form of a single character in lower
// case: ﬁ becomes f and i, ™ becomes t and m, ß stays itself. Unlike Normalize
// it knows no neighbours, so that marks stay apart from the letters they
// stand on. The result may begin with a space (´ is a mark on one).
func LowerNFKC(r rune) string {
	const capitalDottedI = '\u0130' // the one letter whose lower case is two characters
	if r == capitalDottedI {
		return "i\u0307"
	}
	return strings.Map(unicode.ToLower, norm.NFKC.String(string(r)))
}
