package textmatch

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// edit puts text in the place of a stretch of the original.
type edit struct {
	Span
	text string
}

// replace emits what an edit says in place of the bytes it covers.
func (b *builder) replace(e edit) {
	if e.text == "" {
		return
	}
	if b.folder == nil {
		b.folder = newFolder()
	}
	b.emit(b.folder.fold(e.text), e.Start, e.End)
}

// looseEdits returns, in order and without overlaps, what a reader does not
// take for text: marks, tags, entities, hyphens at line ends.
func looseEdits(s string) []edit {
	var edits []edit
	for _, mark := range markup(s) {
		edits = append(edits, edit{Span: mark})
	}
	marks := len(edits)
	for i := 0; i < len(s); i++ {
		if !mayNeedEdit(s[i]) {
			continue
		}
		if e, ok := editAt(s, i); ok {
			edits = append(edits, e)
			i = e.End - 1
		}
	}
	if marks == 0 {
		return edits
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.Start - b.Start })
	return withoutOverlaps(edits)
}

func withoutOverlaps(edits []edit) []edit {
	kept, end := edits[:0], 0
	for _, e := range edits {
		if e.Start >= end {
			kept = append(kept, e)
			end = e.End
		}
	}
	return kept
}

// mayNeedEdit reports the first bytes of what editAt knows: & < [, the
// hyphens - U+00AD U+2010, and the ideographic comma and full stop.
func mayNeedEdit(c byte) bool {
	switch c {
	case '&', '<', '[', '-', 0xC2, 0xE2, 0xE3:
		return true
	}
	return false
}

func editAt(s string, i int) (edit, bool) {
	switch s[i] {
	case '&':
		return entityAt(s, i)
	case '<':
		return tagAt(s, i)
	case '[':
		return bracketAt(s, i)
	case 0xE3:
		return ideographicStop(s, i)
	}
	return lineHyphenAt(s, i)
}

// longestEntity covers the names in use; the longest of HTML has 33 bytes.
const longestEntity = 12

func entityAt(s string, i int) (edit, bool) {
	size := strings.IndexByte(s[i:min(len(s), i+longestEntity)], ';') + 1
	if size == 0 {
		return edit{}, false
	}
	text := html.UnescapeString(s[i : i+size])
	return edit{Span{i, i + size}, text}, !strings.HasPrefix(text, "&") || text == "&"
}

// longestTag bounds how far a tag is read.
const longestTag = 256

// tagAt reads an HTML tag of a known name. Anything else between angle
// brackets may be mathematics or a placeholder and is text. Tags that set
// apart what they hold become a space.
func tagAt(s string, i int) (edit, bool) {
	size := strings.IndexByte(s[i:min(len(s), i+longestTag)], '>') + 1
	if size == 0 {
		return edit{}, false
	}
	name := strings.ToLower(strings.TrimPrefix(s[i+1:i+size-1], "/"))
	if end := strings.IndexFunc(name, func(r rune) bool { return !(asciiDigit(byte(r)) || asciiLetter(byte(r))) }); end >= 0 {
		if name[end] != ' ' && name[end] != '/' {
			return edit{}, false
		}
		name = name[:end]
	}
	switch name {
	case "b", "i", "u", "s", "em", "strong", "a", "span", "font", "mark", "small", "code", "sub", "q", "cite", "abbr", "kbd", "tt", "wbr":
		return edit{Span{i, i + size}, ""}, true
	case "p", "br", "div", "sup", "li", "ul", "ol", "tr", "td", "th", "table", "tbody", "thead", "blockquote", "pre", "hr",
		"h1", "h2", "h3", "h4", "h5", "h6", "section", "article":
		return edit{Span{i, i + size}, " "}, true
	}
	return edit{}, false
}

// bracketAt drops the brackets of a letter that an editor changed: [T]he.
func bracketAt(s string, i int) (edit, bool) {
	r, size := utf8.DecodeRuneInString(s[i+1:])
	end := i + 1 + size
	if !unicode.IsLetter(r) || !strings.HasPrefix(s[end:], "]") {
		return edit{}, false
	}
	next, _ := utf8.DecodeRuneInString(s[end+1:])
	return edit{Span{i, end + 1}, string(r)}, unicode.IsLetter(next)
}

// ideographicStop writes 、 and 。 as the comma and full stop that are typed
// for them.
func ideographicStop(s string, i int) (edit, bool) {
	switch {
	case strings.HasPrefix(s[i:], "、"):
		return edit{Span{i, i + 3}, ","}, true
	case strings.HasPrefix(s[i:], "。"):
		return edit{Span{i, i + 3}, "."}, true
	}
	return edit{}, false
}

// lineHyphenAt drops a hyphen between a letter and a line break before which
// a lower-case letter goes on: con-⏎firmed.
func lineHyphenAt(s string, i int) (edit, bool) {
	r, size := utf8.DecodeRuneInString(s[i:])
	if r != '-' && r != softHyphen && r != '\u2010' {
		return edit{}, false
	}
	end, broken := i+size, false
	for end < len(s) && asciiSpace(s[end]) {
		broken = broken || s[end] == '\n' || s[end] == '\r'
		end++
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return edit{Span{i, end}, ""}, broken && unicode.IsLetter(before) && unicode.IsLower(after)
}
