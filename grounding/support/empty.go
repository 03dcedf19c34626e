package support

import (
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

// claimsNothing reports sentences that no passage could support: questions,
// headings, labels, code, courtesies, and refusals to answer. "Did you know
// that" asks nothing.
func claimsNothing(s string) bool {
	bare := strings.TrimRight(s, " \"'”’»)*_")
	last, _ := utf8.DecodeLastRuneInString(bare)
	folded := strings.ToLower(strings.ReplaceAll(s[:min(len(s), longestCourtesy)], "’", "'"))
	switch {
	case strings.ContainsRune("?？؟", last):
		return !strings.Contains(folded, "did you know")
	case strings.HasPrefix(s, "#"), label(bare), wholeCode(s):
		return true
	}
	if len(s) > longestCourtesy {
		return false
	}
	return courtesy().MatchString(folded) && !strings.ContainsAny(s, "0123456789") || refuses(folded)
}

// refuses asks the pattern only where a word denies: it is slow, and hardly a
// sentence refuses.
func refuses(folded string) bool {
	for _, denying := range []string{"not", "n't", "no ", "unable"} {
		if strings.Contains(folded, denying) {
			return refusal().MatchString(folded)
		}
	}
	return false
}

// label reports a line that only announces what follows it.
func label(bare string) bool {
	const longestLabel = 60
	return len(bare) <= longestLabel && (strings.HasSuffix(bare, ":") || strings.HasSuffix(bare, "："))
}

// wholeCode reports a sentence that is one code span.
func wholeCode(s string) bool {
	s = strings.TrimRight(s, ".")
	return len(s) > 2 && s[0] == '`' && s[len(s)-1] == '`' && strings.Count(s, "`") == 2
}

// longestCourtesy bounds courtesies and refusals, in bytes; a longer sentence
// says something beside them.
const longestCourtesy = 160

var courtesy = lateregexp.New(`^(?:(?:hello|hi|hey|dear|good (?:morning|afternoon|evening))\b[^.]{0,30}[.!,]*$|` +
	`(?:thank you|thanks)\b|(?:sure|certainly|of course|absolutely)[!,.]|(?:i hope|hope th(?:is|at)) |let me know\b|feel free\b|` +
	`if you (?:have|need) (?:any|more|further)\b|if you would like (?:me|more|to know)\b|please (?:let me|feel free|ask)\b|` +
	`i(?:'m| am) (?:happy|glad|sorry)\b|i (?:totally |completely )?agree\b|i know,? right\b|happy to help|guten tag|bonjour|hola\b|здравствуйте|您好|你好|こんにちは)`)

// The parts of a refusal. A subject that is no source makes none: "the council
// does not provide housing" is a fact.
const (
	sourceWords = `(?:sources?|documents?|context|passages?|excerpts?|materials?|texts?|articles?|information)`
	deniedWords = `(?:do not|does not|don't|doesn't|did not|didn't|cannot|can't)`
	sayingWords = `(?:say|state|mention|contain|cover|specif|provide|include|address|answer|give|describe|discuss|indicate|tell)`
)

var refusal = lateregexp.New(
	`\b(?:the|these|your|provided|given|available) (?:provided |given |available |retrieved )?` + sourceWords + ` (?:\w+ )?` + deniedWords + ` (?:\w+ly )?` + sayingWords +
		`|\b(?:i|we) (?:could not|couldn't|cannot|can't|do not|don't|am unable to|was unable to) (?:find|know|answer|determine|confirm|tell|say|verify)\b` +
		`|\bno (?:information|mention|answer|details?|data|evidence)\b.{0,40}\b(?:in|from) the ` + sourceWords +
		`|\b(?:not|isn't|aren't) (?:\w+ly )?(?:mentioned|stated|covered|specified|given|included|addressed|described) (?:anywhere )?in the ` + sourceWords)
