package textmatch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldNumbers drops the thousands separators of well-formed numbers, so that
// 1,200 and 1 200 are 1200. A number whose groups do not fit (1,20 or
// 12,34,567) is left as it stands, and a point is never a separator: 1.200
// may be a little over one.
func foldNumbers(v *view, original string) *view {
	var drop []int
	for i := 0; i < len(v.norm); {
		if !asciiDigit(v.norm[i]) {
			i++
			continue
		}
		end := digitsEnd(v.norm, i)
		if continuesNumber(v.norm, i) {
			i = end
			continue
		}
		separators, next := grouped(v, original, i, end)
		drop = append(drop, separators...)
		i = next
	}
	if len(drop) == 0 {
		return v
	}
	return v.without(drop)
}

// grouped reads the digit groups of the number whose first group is i..end.
// It returns the separators to drop, none when the groups are ill formed, and
// where to read on.
func grouped(v *view, original string, i, end int) ([]int, int) {
	s := v.norm
	wellFormed := end-i <= 3 && s[i] != '0'
	var separators []int
	for first := end; separates(v, original, first, end); {
		next := digitsEnd(s, end+1)
		if s[end] == ' ' && digitsEnd(s, min(next+1, len(s))) == next+4 && s[next] == ',' {
			break // in "5 100,200" the 100 belongs to the number after the space
		}
		wellFormed = wellFormed && next-end-1 == 3
		separators = append(separators, end)
		end = next
	}
	if !wellFormed {
		return nil, end
	}
	return separators, end
}

// separates reports whether the byte at pos is a thousands separator between
// digits, the same one that stands at first.
func separates(v *view, original string, first, pos int) bool {
	s := v.norm
	if pos+1 >= len(s) || s[pos] != s[first] || !asciiDigit(s[pos+1]) {
		return false
	}
	if s[pos] == ' ' {
		o := v.span(pos, pos+1)
		return groupSpace(original[o.Start:o.End])
	}
	return s[pos] == ','
}

// groupSpace reports the spaces that are set within numbers: plain, no-break,
// narrow no-break, thin and figure space. Line breaks, tabs and runs of
// spaces part two numbers.
func groupSpace(s string) bool {
	switch s {
	case " ", "\u00a0", "\u202f", "\u2009", "\u2007":
		return true
	}
	return false
}

func asciiDigit(c byte) bool { return '0' <= c && c <= '9' }

func digitsEnd(s string, i int) int {
	for i < len(s) && asciiDigit(s[i]) {
		i++
	}
	return i
}

// continuesNumber reports whether a digit at pos would continue a number that
// began before it: after a digit, or after a digit and a decimal sign.
func continuesNumber(s string, pos int) bool {
	r, size := utf8.DecodeLastRuneInString(s[:pos])
	if joinsDigits(r) {
		r, _ = utf8.DecodeLastRuneInString(s[:pos-size])
	}
	return unicode.IsDigit(r)
}

// numberGoesOn reports whether a number that ends with a digit before pos has
// more digits after it.
func numberGoesOn(s string, pos int) bool {
	r, size := utf8.DecodeRuneInString(s[pos:])
	if joinsDigits(r) {
		r, _ = utf8.DecodeRuneInString(s[pos+size:])
	}
	return unicode.IsDigit(r)
}

// joinsDigits reports the signs that make one number of the digits around
// them: decimal point and comma, and the slash of a fraction such as ½.
func joinsDigits(r rune) bool { return strings.ContainsRune(".,\u2044", r) }
