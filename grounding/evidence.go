package grounding

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mentions is the lenient evidence: the context contains the claim's value, or
// a file's base name, in whatever letter case and wherever it stands.
func (c *Context) mentions(claim Claim) bool {
	h := c.lowered()
	value := strings.ToLower(claim.Value)
	if h.contains(value) {
		return true
	}
	return claim.Kind == File && h.contains(path.Base(value))
}

// shows is the strict evidence, which a claim needs once the repository has
// proved it fake: the context must hold it in the claim's own form. A word of
// prose that happens to be spelled like a function is none.
func (c *Context) shows(claim Claim) bool {
	switch claim.Kind {
	case Symbol:
		return showsSymbol(c.written(), claim.Value)
	case File:
		return showsFile(c.written(), claim.Value)
	}
	return showsImport(c.written(), claim.Value)
}

// showsSymbol wants a call, a definition or a binding to a function.
func showsSymbol(h *haystack, name string) bool {
	for at := range h.starts(name, identifier) {
		before, after := h.text[:at], h.text[at+len(name):]
		if !identifier(firstRune(after)) && (called(after) || bound(after) || defined(before)) {
			return true
		}
	}
	return false
}

// called reports `name(`, with optional space on the same line.
func called(after string) bool {
	return strings.HasPrefix(strings.TrimLeft(after, " \t"), "(")
}

// bound reports `name = (…`, `name: function`, `name = async (…`.
func bound(after string) bool {
	rest := skipSpace(after)
	if rest == "" || rest[0] != ':' && rest[0] != '=' {
		return false
	}
	rest = skipSpace(rest[1:])
	if async, ok := strings.CutPrefix(rest, "async"); ok && !identifier(firstRune(async)) {
		rest = skipSpace(async)
	}
	if strings.HasPrefix(rest, "(") {
		return true
	}
	function, ok := strings.CutPrefix(rest, "function")
	return ok && !identifier(firstRune(function))
}

// definers are the words that introduce a name in the languages read here.
var definers = map[string]bool{
	"def": true, "function": true, "func": true, "fn": true, "fun": true, "class": true,
	"struct": true, "interface": true, "trait": true, "enum": true, "type": true,
}

// defined reports a defining word before the name, with space between.
func defined(before string) bool {
	head := strings.TrimRightFunc(before[max(0, len(before)-definerRoom):], unicode.IsSpace)
	if head == "" || !unicode.IsSpace(lastRune(before)) {
		return false
	}
	start := strings.LastIndexFunc(head, func(r rune) bool { return !identifier(r) })
	if start >= 0 {
		_, size := utf8.DecodeRuneInString(head[start:])
		head = head[start+size:]
	}
	return definers[head]
}

// definerRoom is how far before a name its defining word is looked for, in
// bytes: the word and the space of an indented line break.
const definerRoom = 64

func skipSpace(s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }

// identifier reports what continues a name in the languages read here.
func identifier(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// firstRune is a space at the end of a text, where any name ends.
func firstRune(s string) rune {
	if s == "" {
		return ' '
	}
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	if s == "" {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
