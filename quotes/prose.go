package quotes

import (
	"sort"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// ParseProse takes an answer apart that carries its quotes between quotation
// marks, with a citation beside each: "the tide rose" [1]. ids[i] names
// source i+1 by its id or title, so that [id] and (title) cite it too; with
// none, only indexes do.
//
// Each cited quotation becomes a claim of its own, u1, u2, …, whose text is
// its sentence. A citation beside no quotation is a claim without evidence,
// and a long quotation that cites nothing a claim without sources. Short
// quoted words without a citation are a way of speaking and no claim. An
// evidence block, should there be one, is taken out unread.
func ParseProse(answer string, ids []string) Parsed {
	names := make([][]string, len(ids))
	for i := range ids {
		names[i] = ids[i : i+1]
	}
	return parseProse(answer, names)
}

func parseProse(answer string, names [][]string) Parsed {
	body := stripAppendix(answer, Default)
	clean, _ := cutMarkers(body, findMarks(body))
	r := proseReader{text: clean, citations: findCitations(clean, names)}
	r.masked = maskMarks(clean, r.citations)
	r.sentences = textmatch.Sentences(r.masked)
	r.quotations = findQuotations(clean, r.citedAt)
	r.attach()
	r.read()
	return r.parsed
}

// proseReader brings the quotations and citations of a text together.
type proseReader struct {
	text, masked string // masked has blanks in place of citations
	citations    []mark
	sentences    []textmatch.Span
	quotations   []quotation
	parsed       Parsed
}

// read makes the claims in the order of the text.
func (r *proseReader) read() {
	r.parsed.CleanText = r.text
	served := make([]bool, len(r.citations))
	for _, q := range r.quotations {
		if q.citation >= 0 {
			served[q.citation] = true
		}
	}
	i := 0
	for n, c := range r.citations {
		for i < len(r.quotations) && r.quotations[i].start < c.start {
			r.quote(r.quotations[i])
			i++
		}
		if !served[n] && !c.ignored {
			r.unquoted(c)
		}
	}
	for _, q := range r.quotations[i:] {
		r.quote(q)
	}
}

func (r *proseReader) quote(q quotation) {
	quote := r.quoteText(q)
	switch {
	case q.citation >= 0 && !q.dropped:
		c := r.citations[q.citation]
		claim := r.claim(q.start, q.end, c)
		for _, source := range c.sources {
			r.parsed.Evidence = append(r.parsed.Evidence, Evidence{claim.ID, source, quote})
		}
	case q.citation < 0 && !passing(quote):
		claim := r.claim(q.start, q.end, mark{sources: []int{}})
		r.warn(Warning{
			Code:    NoGroup,
			ClaimID: claim.ID,
			Message: "quotation without a citation: " + cutJS(collapseJS(quote), shownLine),
		})
	}
}

// unquoted adds a claim for a citation that no quotation stands beside.
func (r *proseReader) unquoted(c mark) {
	claim := r.claim(c.start, c.end, c)
	for _, source := range claim.Sources {
		r.warn(missingEvidence(pair{claim.ID, source}))
	}
}

func (r *proseReader) claim(start, end int, c mark) Claim {
	claim := Claim{ID: "u" + strconv.Itoa(len(r.parsed.Claims)+1), Sources: c.sources}
	claim.Start, claim.End = r.sentenceAround(start, end)
	claim.Text = withoutMarks(r.text, r.citations, claim.Start, claim.End)
	r.parsed.Claims = append(r.parsed.Claims, claim)
	if c.refused {
		r.warn(*badIndex(claim.ID, r.text[c.start:c.end]))
	}
	return claim
}

func (r *proseReader) warn(w Warning) { r.parsed.Warnings = append(r.parsed.Warnings, w) }

// sentenceAround returns the sentences that start..end touches; a citation
// behind a full stop belongs to the sentence before it. Of a sentence without
// end only the part around is taken.
func (r *proseReader) sentenceAround(start, end int) (int, int) {
	first, last := r.sentenceAt(start), r.sentenceAt(end-1)
	if first < 0 || last < first {
		return start, start
	}
	from := max(r.sentences[first].Start, runeStart(r.masked, start-claimReach))
	to := min(r.sentences[last].End, runeStart(r.masked, end+claimReach))
	return trimClaim(r.masked, from, max(from, to))
}

// sentenceAt returns the index of the last sentence that begins at offset or
// before, -1 when there is none.
func (r *proseReader) sentenceAt(offset int) int {
	return sort.Search(len(r.sentences), func(i int) bool { return r.sentences[i].Start > offset }) - 1
}

// quoteText is what a quotation says, as it was written; only a citation that
// stands in it is no part of it.
func (r *proseReader) quoteText(q quotation) string {
	if len(marksWithin(r.citations, q.from, q.to)) > 0 {
		return withoutMarks(r.text, r.citations, q.from, q.to)
	}
	return strings.TrimSpace(r.text[q.from:q.to])
}
