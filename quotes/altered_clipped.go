package quotes

import (
	"github.com/evalrun/evalrun/textmatch"
)

// unitReach is how many bytes behind a number its unit is looked for.
const unitReach = 24

// clipped reports what was cut off at the edges of a hit and changes what is
// left: a negator in front, in the same clause; a negator right behind; and
// the % or million of a number at the end.
func (f *field) clipped(span textmatch.Span) []Alteration {
	shown := func(source string) []Alteration {
		return []Alteration{{Kind: kindClipped, Source: source}}
	}
	if before := textmatch.NegatorBefore(f.text, span); before != "" {
		return shown(before)
	}
	if after := textmatch.NegatorAfter(f.text, span); after != "" {
		return shown(after)
	}
	if unit := f.clippedUnit(span); unit != "" {
		return shown(unit)
	}
	return nil
}

func (f *field) clippedUnit(span textmatch.Span) string {
	last := lastToken(f.text[floorRune(f.text, max(span.Start, span.End-unitReach)):span.End])
	if last == nil || !last.digits {
		return ""
	}
	rest := textmatch.Fold(f.text[span.End:floorRune(f.text, min(len(f.text), span.End+unitReach))]).String()
	tokens := tokenize(rest, 0, len(rest))
	if len(tokens) == 0 || tokens[0].class&classClipping == 0 || tokens[0].lo > 1 {
		return ""
	}
	return tokens[0].text
}

// lastToken returns the token that ends a text, or nil where it ends with a
// sign of punctuation.
func lastToken(text string) *token {
	reading := textmatch.Fold(text).String()
	tokens := tokenize(reading, 0, len(reading))
	if len(tokens) == 0 || tokens[len(tokens)-1].hi != len(reading) {
		return nil
	}
	return &tokens[len(tokens)-1]
}
