package answers

import "unicode"

// invisible reports the runes that leave no mark on a page: white space,
// format characters (zero-width space, joiners, BOM, soft hyphen) and
// controls. An answer made of these alone says nothing.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r)
}
