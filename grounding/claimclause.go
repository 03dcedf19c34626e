package grounding

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// clauseKind is what a piece of prose is to a denial.
type clauseKind uint8

const (
	aWord  clauseKind = iota
	aName             // inline code, a path, a call: what a claim may be
	aPause            // , : ( – between a name and what is said of it
	aStop             // the end of a sentence, paragraph or list item
)

// piece is a word, a name or a punctuation mark.
type piece struct {
	kind       clauseKind
	start, end int
}

// clauses is prose cut into pieces.
type clauses struct {
	src    string
	pieces []piece

	asked, answer bool // the last question and its answer
	piece         int
}

// newClauses cuts a block of prose.
func newClauses(b *block) *clauses {
	c := &clauses{src: b.src, pieces: make([]piece, 0, len(b.body())/5)}
	spans := b.spans
	for i := b.start; i < len(b.src); {
		for len(spans) > 0 && spans[0].from < i { // in the address of a link
			spans = spans[1:]
		}
		if len(spans) > 0 && spans[0].from == i {
			c.add(aName, i, spans[0].to)
			i, spans = spans[0].to, spans[1:]
			continue
		}
		i = c.next(i)
	}
	return c
}

func (c *clauses) add(kind clauseKind, start, end int) {
	c.pieces = append(c.pieces, piece{kind, start, end})
}

// next cuts the piece at i and returns where it ends. Spaces, quotation marks,
// emphasis and closing brackets are none.
func (c *clauses) next(i int) int {
	r, size := utf8.DecodeRuneInString(c.src[i:])
	switch {
	case nameRune(r), strings.ContainsRune("./\\<@", r) && followed(c.src, i+size):
		return c.word(i)
	case r == '\n' && blockBegins(c.src[i+1:]):
		c.add(aStop, i, i+1)
	case strings.ContainsRune(".!?;…。！？；", r):
		c.add(aStop, i, i+size)
	case strings.ContainsRune(",:(–—，：（", r), r == '-' && strings.HasPrefix(c.src[i:], "- "):
		c.add(aPause, i, i+size)
	case r == ']' && strings.HasPrefix(c.src[i:], "]("):
		return linkEnd(c.src, i)
	}
	return i + size
}

// blockBegins reports whether the text after a line break begins a paragraph,
// list item, heading or table row.
func blockBegins(s string) bool {
	line := strings.TrimLeft(s, " \t\r>")
	return line == "" || strings.IndexByte("\n#|", line[0]) >= 0 || unlisted(line) != line
}

// linkEnd skips the address of a Markdown link: it is not said.
func linkEnd(s string, i int) int {
	near := s[i:min(len(s), i+longestModule)]
	if n := strings.IndexAny(near, ")\n"); n > 0 && near[n] == ')' {
		return i + n + 1
	}
	return i + len("](")
}

// word cuts a run without spaces. One with the signs of code in it is a name.
func (c *clauses) word(i int) int {
	end, kind := i, aWord
	for end < len(c.src) {
		r, size := utf8.DecodeRuneInString(c.src[end:])
		within := strings.ContainsRune("./\\_(<=@$", r) && followed(c.src, end+size)
		switch {
		case within:
			kind = aName
		case !nameRune(r) && !strings.ContainsRune("-'’", r) && !(kind == aName && strings.ContainsRune(")>", r)) && end > i:
			c.add(kind, i, end)
			return end
		}
		end += size
	}
	c.add(kind, i, end)
	return end
}

// followed reports whether the word goes on at i.
func followed(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return nameRune(r) || r == ')' || r == '/'
}

// at returns the index of the piece that holds an offset.
func (c *clauses) at(offset int) (int, bool) {
	i, exact := slices.BinarySearchFunc(c.pieces, offset, func(p piece, at int) int { return cmp.Compare(p.start, at) })
	if !exact {
		i--
	}
	return i, i >= 0 && offset < c.pieces[i].end
}

// text returns the word at i in lower case with straight apostrophes, and ""
// for everything that is no word.
func (c *clauses) text(i int) string {
	if i < 0 || i >= len(c.pieces) || c.pieces[i].kind != aWord {
		return ""
	}
	word := strings.ToLower(c.src[c.pieces[i].start:c.pieces[i].end])
	return strings.Trim(strings.ReplaceAll(word, "’", "'"), "'-")
}

func (c *clauses) is(i int, kind clauseKind) bool {
	return i >= 0 && i < len(c.pieces) && c.pieces[i].kind == kind
}
