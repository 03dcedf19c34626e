package quotes

import (
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

const (
	// maxFuzzyTokens bounds the quotes that are searched for nearly: the
	// alignment's table has a cell for each pair of tokens. Longer quotes are
	// found literally or not at all.
	maxFuzzyTokens = 2000
	// worthAligning is the share of trigrams in common below which no
	// alignment can reach a threshold, even with a slip in every other word.
	worthAligning = 0.3
	// leastMargin and the quarter of a quote beside its window let it hold
	// what the source has in between.
	leastMargin = 48
)

// candidate is a place of a field that resembles the quote.
type candidate struct {
	field       *field
	span        textmatch.Span
	similarity  float64
	adds        bool // has a word that the source does not
	alterations []Alteration
}

// fuzzy finds the place most like the quote. It counts as found from the
// threshold on.
func (p *Prepared) fuzzy(q *quoted) Match {
	var best, second candidate
	size := 0
	for _, f := range p.fields {
		size += len(f.text)
		for _, c := range f.candidates(q) {
			if c.similarity > best.similarity {
				best, second = c, best
			} else if c.similarity > second.similarity {
				second = c
			}
		}
	}
	if best.field == nil {
		return notFound(0)
	}
	if best.similarity < threshold(q.information(), size) {
		m := notFound(best.similarity)
		m.Field = best.field.name
		return m
	}
	m := foundAt(Fuzzy, best.field, best.span, best.similarity, best.alterations)
	if best.adds {
		m.Score = min(m.Score, addedCap)
	}
	m.RunnerUp = second.similarity
	m.Occurrences = 1
	return m
}

func (f *field) candidates(q *quoted) []candidate {
	quote, reading := q.plain().String(), f.plain().String()
	tokens := q.tokens()
	if len(tokens) == 0 || len(tokens) > maxFuzzyTokens || len(quote) < gramSize {
		return nil
	}
	scan := newScanner(quote)
	var out []candidate
	for _, w := range scan.best(reading, len(quote)) {
		share := float64(w.common) / float64(scan.grams)
		if share < worthAligning {
			out = append(out, candidate{field: f, similarity: share})
			continue
		}
		lo, hi := region(reading, w.start, len(quote))
		source := tokenize(reading, lo, hi)
		if runs := sharedRuns(tokens, source); runs < leastRuns {
			out = append(out, candidate{field: f, similarity: runs})
			continue
		}
		a := align(tokens, source)
		out = append(out, f.candidate(q, &a))
	}
	return out
}

const (
	// runTokens is the length of the runs that are counted before two long
	// texts are aligned, and leastRuns the share of the quote's runs that
	// the source must have. Unrelated prose shares two in a hundred; a quote
	// with two of five words misspelt still shares a fifth.
	runTokens = 3
	leastRuns = 0.06
	// shortQuote is the number of tokens up to which aligning costs next to
	// nothing and a few slips can break every run.
	shortQuote = 48
)

// sharedRuns returns the share of the quote's runs of three tokens that the
// source holds as well, 1 for a short quote. Long texts have most trigrams of
// letters in common whatever they say.
func sharedRuns(quote, source []token) float64 {
	if len(quote) <= shortQuote {
		return 1
	}
	type run [runTokens]string
	runAt := func(tokens []token, i int) run {
		return run{tokens[i].text, tokens[i+1].text, tokens[i+2].text}
	}
	held := make(map[run]struct{}, len(source))
	for i := 0; i+runTokens <= len(source); i++ {
		held[runAt(source, i)] = struct{}{}
	}
	shared := 0
	for i := 0; i+runTokens <= len(quote); i++ {
		if _, ok := held[runAt(quote, i)]; ok {
			shared++
		}
	}
	return float64(shared) / float64(len(quote)-runTokens+1)
}

// region widens a window to token edges with a margin on both sides.
func region(reading string, start, size int) (lo, hi int) {
	margin := leastMargin + size/4
	return spaceBefore(reading, max(0, start-margin)), spaceAfter(reading, min(len(reading), start+size+margin))
}

// longestToken bounds how far an edge is looked for in a text without spaces.
const longestToken = 64

func spaceBefore(s string, i int) int {
	for n := 0; i > 0 && s[i-1] != ' ' && n < longestToken; n++ {
		i--
	}
	return floorRune(s, i)
}

func spaceAfter(s string, i int) int {
	for n := 0; i < len(s) && s[i] != ' ' && n < longestToken; n++ {
		i++
	}
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

func (f *field) candidate(q *quoted, a *alignment) candidate {
	c := candidate{field: f, similarity: a.similarity()}
	from, to, ok := a.bounds()
	if !ok {
		return c
	}
	c.span = f.plain().Span(a.source[from].lo, a.source[to-1].hi)
	c.adds = a.addsWord()
	c.alterations = append(a.alterations(q.plain().String(), f.plain().String()), f.clipped(c.span)...)
	return c
}
