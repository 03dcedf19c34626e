package textmatch

// Folded is one reading of a text as a flat string, with the way back to the
// text as it was written. Searching it is plain string search. It is
// immutable.
type Folded struct {
	original string
	view     *view
}

// Fold returns s without its letter case, Unicode form and typography, and
// with white space collapsed. Markup stays.
func Fold(s string) *Folded { return &Folded{original: s, view: newView(s, nil)} }

// WithoutMarkup returns the reading in which light Markdown, HTML tags and
// entities, hyphens at line ends and editorial brackets ([T]he) are resolved
// as well. It is f itself where there is nothing of the kind.
func (f *Folded) WithoutMarkup() *Folded {
	edits := looseEdits(f.original)
	if len(edits) == 0 {
		return f
	}
	b := builder{src: f.original, out: make([]byte, 0, len(f.original))}
	from := 0
	for _, e := range edits {
		b.add(from, e.Start)
		b.replace(e)
		from = e.End
	}
	b.add(from, len(f.original))
	return &Folded{original: f.original, view: foldNumbers(b.view(), f.original)}
}

// String returns the folded text: valid UTF-8 without runs of white space.
func (f *Folded) String() string { return f.view.norm }

// Span maps the folded bytes lo..hi, which must not be empty, to the text as
// it was written.
func (f *Folded) Span(lo, hi int) Span { return f.view.span(lo, hi) }
