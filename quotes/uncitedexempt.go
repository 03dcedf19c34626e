package quotes

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

// factual reports whether a sentence is long enough to say something that
// wants a source, and is none of what needs none.
func factual(text string, minChars int) bool {
	if !long(text, minChars) || question(text) || strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") {
		return false
	}
	return !courtesy(text) && long(withoutRefusals(text), minChars)
}

// minLetters is the fewest letters of a sentence; figures alone are none.
const minLetters = 3

// long reports a text of minChars characters, or of 3/8 of that, 15 for 40,
// where a script is dense.
func long(text string, minChars int) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < minLetters {
		return false
	}
	if dense(text) {
		minChars = minChars * 3 / 8
	}
	return utf8.RuneCountInString(text) >= minChars
}

// question reports a question mark at the end. Greek writes it as ;.
func question(text string) bool {
	text = strings.TrimRight(text, " \"'”’»)*_")
	last, _ := utf8.DecodeLastRuneInString(text)
	greek := func(r rune) bool { return unicode.Is(unicode.Greek, r) }
	return strings.ContainsRune("?？؟\u037e", last) || last == ';' && strings.ContainsFunc(text, greek)
}

// longestCourtesy bounds a courtesy, in characters; what is longer, or has a
// figure in it, says something.
const longestCourtesy = 160

var courtesies = lateregexp.New(`(?i)^(?:hello|hi|hey|dear|good (?:morning|afternoon|evening)|thank you|thanks(?: for|[,!.])|` +
	`(?:sure|certainly|of course|absolutely)(?:!|, (?:here|i\b))|i hope|hope th(?:is|at)|let me know|feel free|` +
	`if you (?:have|need) (?:any|more|further)|if you would like (?:me|more|to know)|please (?:let me|feel free|ask if)|` +
	`i(?:'m| am) (?:happy|glad) to|happy to|hallo|guten (?:tag|morgen|abend)|bonjour|n'hésitez pas|hola|` +
	`no dude en|здравствуйте|привет|您好|你好|希望|こんにちは|مرحبا|γεια)(?:[^\pL]|$|[\p{Han}])`)

func courtesy(text string) bool {
	text = strings.ReplaceAll(text, "’", "'")
	return courtesies().MatchString(text) && !strings.ContainsFunc(text, unicode.IsDigit) &&
		utf8.RuneCountInString(text) <= longestCourtesy
}
