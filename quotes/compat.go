package quotes

import (
	"fmt"
	"slices"
	"sync"
)

// MatchOptions are the settings of the compat profile's matcher. The zero
// value stands for the defaults; in any other every field counts as it is.
// Lengths are in UTF-16 units.
type MatchOptions struct {
	MinSourceLength  int       `json:"minSourceLength"`  // shorter fields are not searched; default 40
	ShortQuoteLength int       `json:"shortQuoteLength"` // shorter quotes lose score in proportion; default 90
	FuzzyThreshold   float64   `json:"fuzzyThreshold"`   // least score of a fuzzy match, 0..1; default 0.4
	WindowScales     []float64 `json:"windowScales"`     // window lengths per quote length; default 0.85, 1, 1.15
}

// compatDefaults returns the reference's settings.
func compatDefaults() MatchOptions {
	return MatchOptions{
		MinSourceLength:  40,
		ShortQuoteLength: 90,
		FuzzyThreshold:   0.4,
		WindowScales:     []float64{0.85, 1, 1.15},
	}
}

func (o MatchOptions) orDefaults() MatchOptions {
	if o.MinSourceLength == 0 && o.ShortQuoteLength == 0 && o.FuzzyThreshold == 0 && o.WindowScales == nil {
		return compatDefaults()
	}
	o.WindowScales = slices.Clone(o.WindowScales)
	return o
}

// compatSource is a source made ready for the compat profile. It is safe for
// concurrent use.
type compatSource struct {
	fields []*compatField
	opt    MatchOptions
}

// compatField is one text of a source, normalised when the first quote that
// is not there word for word needs it.
type compatField struct {
	name       string
	text       string
	normalized func() *compatText
}

// newCompatSource keeps the fields that are long enough to be searched. The
// limit counts even for quotes that stand there word for word.
func newCompatSource(src Source, opt MatchOptions) *compatSource {
	s := &compatSource{opt: opt.orDefaults()}
	s.add("text", src.Text)
	for i, extra := range src.ExtraTexts {
		s.add(fmt.Sprintf("extraTexts[%d]", i), extra)
	}
	return s
}

func (s *compatSource) add(name, text string) {
	if longEnoughJS(trimJS(text), s.opt.MinSourceLength) {
		s.fields = append(s.fields, newCompatField(name, text))
	}
}

func newCompatField(name, text string) *compatField {
	return &compatField{
		name:       name,
		text:       text,
		normalized: sync.OnceValue(func() *compatText { return compatNormalize(text) }),
	}
}

// longEnoughJS reports whether s has at least least UTF-16 units. No unit
// takes more than three bytes, so that long texts need no counting.
func longEnoughJS(s string, least int) bool {
	const widest = 3
	return len(s)/widest >= least || lenJS(s) >= least
}

// match finds the quote in the field where it scores best, the first of equal
// ones. Unlike in the default profile a quote that is not found keeps the
// score, and the field, of the window that came closest.
func (s *compatSource) match(quote string) Match {
	q := newCompatQuote(quote)
	best := notFound(0)
	for _, f := range s.fields {
		m, _ := f.match(q, s.opt)
		if m.Score > best.Score {
			best = m
		}
		if best.Score == 1 {
			break
		}
	}
	return best
}
