package support

import "strings"

// figureEnd returns the end of the figure at i with its decimals, groups of
// thousands and the letters that follow directly: 3.5, 1,200, 19th, 5m.
// Tokenised text sets signs apart: "3 , 500" is one figure, "98 . 7" another.
func figureEnd(s string, i int) int {
	end := digitsEnd(s, i)
	for group := i; ; {
		switch {
		case end+1 < len(s) && (s[end] == '.' || s[end] == ',') && asciiDigit(s[end+1]):
			end = digitsEnd(s, end+1)
		case spacedGroup(s, group, end):
			group = end + len(" , ")
			end += len(" , 500")
		case spacedPoint(s, end):
			end = digitsEnd(s, end+len(" . "))
		default:
			for end < len(s) && asciiLetter(s[end]) {
				end++
			}
			return end
		}
	}
}

func digitsEnd(s string, i int) int {
	for i < len(s) && asciiDigit(s[i]) {
		i++
	}
	return i
}

// spacedGroup reports " , 500" after one to three digits.
func spacedGroup(s string, start, end int) bool {
	const separator = " , "
	if end-start > 3 || !strings.HasPrefix(s[end:], separator) {
		return false
	}
	from := end + len(separator)
	to := digitsEnd(s, from)
	return to-from == 3 && (to == len(s) || !asciiLetter(s[to]))
}

// spacedPoint reports " . 7".
func spacedPoint(s string, end int) bool {
	const sign = " . "
	return strings.HasPrefix(s[end:], sign) && end+len(sign) < len(s) && asciiDigit(s[end+len(sign)])
}

// quantity is a figure as it is compared: 1,500 and 1500.0 are one. Plain is
// the figure itself, scaled is what a magnitude makes of it: of 1.5 million.
type quantity struct{ plain, scaled string }

// readFigure reads a token that begins with a digit and the word after it. It
// is no quantity where other letters follow, as in 3D.
func readFigure(token, next string) (quantity, bool) {
	digits := strings.TrimRightFunc(token, func(r rune) bool { return asciiLetter(byte(r)) })
	plain := canonical(ungrouped.Replace(digits))
	switch suffix := strings.ToLower(token[len(digits):]); suffix {
	case "", "st", "nd", "rd", "th", "s":
		return quantity{plain, scale(plain, magnitudes[strings.ToLower(next)])}, true
	default:
		zeros, known := magnitudes[suffix]
		return quantity{plain, scale(plain, zeros)}, known
	}
}

// ungrouped drops what parts groups of thousands.
var ungrouped = strings.NewReplacer(",", "", " ", "")

var magnitudes = map[string]int{
	"k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "b": 9, "bn": 9, "billion": 9, "tn": 12, "trillion": 12,
}

// canonical drops the zeros that do not change a decimal number.
func canonical(n string) string {
	if strings.Count(n, ".") == 1 {
		n = strings.TrimRight(strings.TrimRight(n, "0"), ".")
	}
	if trimmed := strings.TrimLeft(n, "0"); trimmed != "" && trimmed[0] != '.' {
		return trimmed
	}
	return n
}

// scale moves the point of a decimal number to the right; "" where there is
// nothing to scale or the number has more than one point.
func scale(n string, zeros int) string {
	whole, decimals, _ := strings.Cut(n, ".")
	if zeros == 0 || strings.Contains(decimals, ".") {
		return ""
	}
	if len(decimals) > zeros {
		return canonical(whole + decimals[:zeros] + "." + decimals[zeros:])
	}
	return canonical(whole + decimals + strings.Repeat("0", zeros-len(decimals)))
}

// tens returns the figure that two words make: twenty, five.
func tens(ten, one string) (both string, ok bool) {
	if len(ten) != 2 || ten[1] != '0' || ten[0] == '1' || len(one) != 1 || one == "0" {
		return "", false
	}
	return ten[:1] + one, true
}

// spelledFigures are the numbers that are written as words.
var spelledFigures = map[string]string{
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16",
	"seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40",
	"fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "first": "1", "second": "2",
	"third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9", "tenth": "10",
	"once": "1", "twice": "2", "zero": "0",
}
