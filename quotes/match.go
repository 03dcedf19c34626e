package quotes

import (
	"math"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

const (
	// fuzzyCap keeps a quote that is not word for word apart from one that is.
	fuzzyCap = 0.99
	// alteredCap lies below every sensible pass limit; the default is 0.85.
	alteredCap = 0.8
)

// Match finds a quote in the source, by the first of these that holds: word
// for word, up to typography (normalized), up to markup, line breaks and the
// spacing of signs (loose), in pieces around ellipses, nearly (fuzzy). A hit
// that nothing speaks against wins over one with alterations.
//
// The score is 1 for literal hits, the similarity for fuzzy ones, at most 0.84
// where the quote has a word of its own, at most 0.8 for altered ones, and 0
// for a quote that is not found or too short to prove anything. Start and End
// lie on the edges of words.
func (p *Prepared) Match(quote string) Match {
	if p.compat != nil {
		return p.compat.match(quote)
	}
	q := readQuote(quote)
	if q.text == "" {
		return notFound(0)
	}
	m, ok := p.literal(q)
	if !ok {
		m = p.search(q)
	}
	return judgeLength(p, q, p.judgeMarks(q, m))
}

// judgeMarks looks at the figures of a hit as they were written: folding has
// made mW and MW the same, and words know no comparison signs.
func (p *Prepared) judgeMarks(q *quoted, m Match) Match {
	if m.Start == nil || m.Method == Exact || m.Method == Ellipsis {
		return m
	}
	for _, f := range p.fields {
		if f.name != m.Field {
			continue
		}
		if altered := figureMarks(q.text, f.text[*m.Start:*m.End]); len(altered) > 0 {
			m.Alterations = append(slices.Clip(m.Alterations), altered...)
			m.Score = min(m.Score, alteredCap)
		}
	}
	return m
}

// search looks for a quote that is nowhere to be found literally.
func (p *Prepared) search(q *quoted) Match {
	if m, ok := p.afterTitle(q); ok {
		return m
	}
	return p.nearly(q)
}

func (p *Prepared) nearly(q *quoted) Match {
	if m, ok := p.elliptic(q); ok {
		return m
	}
	return p.fuzzy(q)
}

func notFound(similarity float64) Match {
	return Match{Method: NotFound, Similarity: similarity, Field: "text"}
}

// foundAt makes the match of a hit. Spans keep clear of white space.
func foundAt(method Method, f *field, span textmatch.Span, similarity float64, alterations []Alteration) Match {
	span = trimmed(f.text, span)
	m := Match{Method: method, Similarity: similarity, Score: similarity, Field: f.name, Start: &span.Start, End: &span.End, Alterations: alterations}
	if method == Fuzzy {
		m.Score = min(m.Score, fuzzyCap)
	}
	if len(alterations) > 0 {
		m.Score = min(m.Score, alteredCap)
	}
	return m
}

func trimmed(text string, s textmatch.Span) textmatch.Span {
	inner := text[s.Start:s.End]
	left := strings.TrimSpace(inner)
	if left == "" {
		return s
	}
	start := s.Start + strings.Index(inner, left)
	return textmatch.Span{Start: start, End: start + len(left)}
}

// threshold is the similarity from which a fuzzy match counts as found.
//
// Unrelated prose of one genre shares words in order to 0.38 at most from 200
// characters on, whatever the lengths; 0.6 leaves room for a quote that lost
// a third of its words. Short quotes resemble something sooner, and the more
// so the more text there is: 0.78 was seen for seven words in 1 MB.
func threshold(information float64, sourceBytes int) float64 {
	const base, enough, small = 0.6, 12, 64 << 10
	short := max(0, 1-information/enough)
	doublings := max(0, math.Log2(float64(sourceBytes)/small))
	return min(base+0.3*short+0.01*doublings+0.03*short*doublings, 0.92)
}
