package quotes

import "strings"

// compatQuote is a quote on its way through the fields of one source. What a
// field needs of it is made once, when it is first needed; it must not be
// shared between goroutines.
type compatQuote struct {
	trimmed string
	text    *compatText
	index   *trigramIndex
}

func newCompatQuote(quote string) *compatQuote { return &compatQuote{trimmed: trimJS(quote)} }

func (q *compatQuote) normalized() *compatText {
	if q.text == nil {
		q.text = compatNormalize(q.trimmed)
	}
	return q.text
}

func (q *compatQuote) trigrams() *trigramIndex {
	if q.index == nil {
		q.index = newTrigramIndex(q.normalized().units)
	}
	return q.index
}

// match finds a quote in one text: word for word, normalised, or by the
// window that is most like it, which is returned too where one was looked for.
// The limit on short texts does not apply here.
func (f *compatField) match(q *compatQuote, opt MatchOptions) (Match, trigramWindow) {
	none := Match{Method: NotFound, Field: f.name}
	if q.trimmed == "" || f.text == "" {
		return none, trigramWindow{}
	}
	if i := strings.Index(f.text, q.trimmed); i >= 0 {
		return f.found(Exact, 1, i, i+len(q.trimmed)), trigramWindow{}
	}
	needle, text := q.normalized(), f.normalized()
	if needle.text == "" || text.text == "" {
		return none, trigramWindow{}
	}
	if i := strings.Index(text.text, needle.text); i >= 0 {
		start, end := text.span(lenJS(text.text[:i]), len(needle.units))
		return f.found(Normalized, 1, start, end), trigramWindow{}
	}
	return f.fuzzy(q, opt)
}

// fuzzy scores the best window. The score stays below that of a literal hit,
// and a short quote, which resembles something by chance, loses in proportion.
func (f *compatField) fuzzy(q *compatQuote, opt MatchOptions) (Match, trigramWindow) {
	const most = 0.99
	text := f.normalized()
	w := bestWindow(q.trigrams(), text.units, opt.WindowScales)
	penalty := min(1, float64(len(q.normalized().units))/float64(opt.ShortQuoteLength))
	score := min(max(0, w.dice*penalty), most)
	if w.dice == 0 || score < opt.FuzzyThreshold {
		return Match{Method: NotFound, Field: f.name, Score: score, Similarity: w.dice}, w
	}
	start, end := text.span(w.offset, w.length)
	m := f.found(Fuzzy, score, start, end)
	m.Similarity = w.dice
	return m, w
}

func (f *compatField) found(method Method, score float64, start, end int) Match {
	return Match{Method: method, Field: f.name, Score: score, Similarity: score, Start: &start, End: &end}
}
