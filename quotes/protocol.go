package quotes

import "strings"

// The lines that a block begins and ends with.
const (
	startTag = "EVI1"
	endTag   = "END_EVI1"
)

// maxIndex is the largest source index that is read. What is larger is a slip
// of the model or an attack on whoever sizes a list by it.
const maxIndex = 1_000_000

// ParseAnswer takes an answer apart: the text without markers and block, the
// claims with the sources they cite, and the quotes for them. It never fails;
// whatever is wrong with the answer is a warning.
//
// Auto reads an answer that holds a block or a claim marker as EVI1 and any
// other as Prose. In the Compat profile Auto is EVI1, since the reference
// knows nothing else.
func ParseAnswer(answer string, protocol Protocol, profile Profile) Parsed {
	return parseNamed(answer, protocol, profile)
}

// parseNamed is ParseAnswer for sources that have names: names[i] lists what
// prose may call source i+1.
func parseNamed(answer string, protocol Protocol, profile Profile, names ...[]string) Parsed {
	if resolveProtocol(answer, protocol, profile) == Prose {
		return parseProse(answer, names)
	}
	return parseEVI1(answer, profile)
}

func parseEVI1(answer string, p Profile) Parsed {
	items, warnings, found := parseAppendix(answer, p)
	claims, more, clean := parseClaims(stripAppendix(answer, p), p)
	evidence, checked := crossCheck(claims, items)
	parsed := Parsed{
		CleanText: clean,
		Claims:    claims,
		Evidence:  items,
		Orphans:   evidence.orphans,
		Warnings:  append(append(warnings, more...), checked...),
		HasBlock:  found,
	}
	if p == Compat { // duplicates are gone there, and an orphan is a citation
		parsed.Evidence, parsed.Orphans = evidence.first, nil
	}
	return parsed
}

// resolveProtocol says how an answer is read: EVI1 or Prose, never Auto.
func resolveProtocol(answer string, protocol Protocol, profile Profile) Protocol {
	switch {
	case protocol == Prose:
		return Prose
	case protocol == EVI1 || profile == Compat:
		return EVI1
	case len(findBlocks(splitLines(answer))) > 0 || hasMarker(answer):
		return EVI1
	}
	return Prose
}

// parseAppendix reads the evidence block of an answer. found is false when
// the answer has none.
func parseAppendix(answer string, p Profile) (items []Evidence, warnings []Warning, found bool) {
	if p == Compat {
		return compatAppendix(answer)
	}
	return tolerantAppendix(answer)
}

// stripAppendix returns an answer without its block.
func stripAppendix(answer string, p Profile) string {
	if p == Compat {
		return compatStrip(answer)
	}
	return removeBlocks(answer, splitLines(answer))
}

// parseClaims finds the claims of an answer whose block has been stripped.
// clean is the body without claim markers.
func parseClaims(body string, p Profile) (claims []Claim, warnings []Warning, clean string) {
	if p == Compat {
		return compatClaims(body)
	}
	return tolerantClaims(body)
}

// Serialize writes a block that ParseAnswer reads back. A quote stands on one
// line: backslashes and quotation marks are escaped, and a line break, LF or
// CRLF, becomes \n. Ids are written as they are.
func Serialize(items []Evidence) string {
	var b strings.Builder
	b.WriteString(startTag + "\n")
	for _, item := range items {
		b.WriteString(evidenceLine(item) + "\n")
	}
	b.WriteString(endTag)
	return b.String()
}

// pair is one citation: a claim and a source.
type pair struct {
	claim  string
	source int
}
