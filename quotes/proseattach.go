package quotes

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// attach gives each quotation the citation that stands nearest to it.
func (r *proseReader) attach() {
	thick := make([]bool, len(r.citations)) // has a quotation of some length
	for i := range r.quotations {
		q := &r.quotations[i]
		q.citation = r.nearest(*q)
		if q.citation >= 0 && !term(r.text[q.from:q.to]) {
			thick[q.citation] = true
		}
	}
	for i := range r.quotations {
		q := &r.quotations[i]
		q.dropped = q.citation >= 0 && thick[q.citation] && term(r.text[q.from:q.to])
	}
}

// nearest returns the index of the citation of a quotation, or -1: one inside
// it or right behind it; else the nearer of those before and behind it in its
// sentence.
func (r *proseReader) nearest(q quotation) int {
	behind := sort.Search(len(r.citations), func(i int) bool { return r.citations[i].start >= q.start })
	for behind < len(r.citations) && r.citations[behind].ignored {
		behind++
	}
	before := behind - 1
	for before >= 0 && r.citations[before].ignored {
		before--
	}
	gapBehind, okBehind := r.gapBehind(q, behind)
	gapBefore, okBefore := r.gapBefore(q, before)
	switch {
	case okBehind && (!okBefore || gapBehind <= gapBefore):
		return behind
	case okBefore:
		return before
	}
	return -1
}

// gapBehind is the distance to a citation behind a quotation: 0 when only
// punctuation stands between them.
func (r *proseReader) gapBehind(q quotation, i int) (int, bool) {
	if i >= len(r.citations) {
		return 0, false
	}
	c := r.citations[i]
	if c.start < q.end {
		return 0, true
	}
	if between := r.text[q.end:c.start]; len(between) <= longestMark && !strings.ContainsFunc(between, wordRune) && !strings.Contains(between, "\n\n") {
		return 0, !r.leadsNext(q, c)
	}
	sentence := r.sentenceAt(q.end - 1)
	return c.start - q.end, sentence >= 0 && c.start < r.sentences[sentence].End
}

// leadsNext reports a citation that begins the sentence after a quotation:
// "…" [2] says otherwise. A quotation that ends no sentence is not over.
func (r *proseReader) leadsNext(q quotation, c mark) bool {
	return goesOn(r.masked[c.end:]) && sentenceEnded(r.text[q.from:c.start])
}

// gapBefore is the distance to a citation before a quotation in its sentence.
// One that stands right behind another quotation belongs to that and counts
// only where there is no other.
func (r *proseReader) gapBefore(q quotation, i int) (int, bool) {
	if i < 0 {
		return 0, false
	}
	c := r.citations[i]
	sentence := r.sentenceAt(q.start)
	if sentence < 0 || c.end > q.start {
		return 0, false
	}
	start := r.sentences[sentence].Start
	leading := strings.TrimSpace(r.masked[min(c.end, start):start]) == "" && c.end <= start && goesOn(r.masked[c.end:])
	if c.start < start && !leading {
		return 0, false
	}
	gap := max(1, q.start-c.end)
	head := strings.TrimRight(r.text[:c.start], " .,;:")
	if last, _ := utf8.DecodeLastRuneInString(head); closesQuote(last) {
		gap = len(r.text)
	}
	return gap, true
}

// citedAt reports whether a citation stands at offset, behind no more than
// white space and punctuation.
func (r *proseReader) citedAt(offset int) bool {
	i := sort.Search(len(r.citations), func(i int) bool { return r.citations[i].start >= offset })
	return i < len(r.citations) && !r.citations[i].ignored && nearMarker(r.text[offset:r.citations[i].start])
}

// A quotation of at least this many words, or characters where a script
// writes no spaces, commits to a source and must cite it.
const (
	passingWords  = 6
	passingGlyphs = 15
)

// passing reports quoted words that are a way of speaking: a name, a term,
// irony.
func passing(quote string) bool {
	if dense(quote) {
		return utf8.RuneCountInString(quote) < passingGlyphs
	}
	return textmatch.CountWords(quote) < passingWords
}

// term reports one or two quoted words without a figure. Beside a longer
// quotation with the same citation they name something and prove nothing.
func term(quote string) bool {
	return !strings.ContainsFunc(quote, unicode.IsDigit) && !dense(quote) && textmatch.CountWords(quote) < thinWords
}
