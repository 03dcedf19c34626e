// Package textmatch compares texts the way a reader does: without regard to
// letter case, Unicode form, typographic quotes and dashes, invisible
// characters, line breaks, light Markdown and thousands separators. What it
// finds it reports as byte offsets in the text as it was written.
//
// It matches literally otherwise: it knows no synonyms and no other number
// formats, and it never guesses at meaning. Only Terms, the vocabulary that
// groundedness and ranking count, knows word forms. Negated is a hint for a
// reader, not a parse.
package textmatch

// Span is a stretch of a text in bytes, End exclusive. Both ends lie on rune
// boundaries.
type Span struct{ Start, End int }

// Hit is where a phrase stands in the original text.
type Hit = Span

// Text is a text prepared for matching. It is made once and may be searched
// by several goroutines at the same time.
//
// It keeps two views: the text with its Markdown marks, where link targets
// and literal asterisks can be found, and the text without them. Texts that
// hold no marks share one view.
type Text struct {
	original   string
	raw, plain *view
}

// Normalize prepares s for matching in time linear in its length. Bytes that
// are not UTF-8 are matched as U+FFFD, one for each byte. Offsets are kept in
// 32 bits, enough for texts below 256 MiB whatever they expand to.
func Normalize(s string) *Text {
	t := &Text{original: s, raw: newView(s, nil)}
	t.plain = t.raw
	if marks := markup(s); len(marks) > 0 {
		t.plain = newView(s, marks)
	}
	return t
}

// Blank reports whether s holds nothing that could be matched: white space
// and invisible characters only.
func Blank(s string) bool { return needle(s) == "" }
