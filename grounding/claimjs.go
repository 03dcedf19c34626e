package grounding

import (
	"strings"
	"unicode/utf8"
)

// jsStatements returns what the import and export statements of a block load.
func jsStatements(b *block) []mention {
	var found []mention
	for start, end := range b.lines() {
		at := codeStart(b.src, start, end)
		for at < end && !jsComment(b.src[at:end]) {
			if m, _, ok := jsStatement(b.src, at); ok {
				found = append(found, m)
			}
			n := strings.IndexByte(b.src[at:end], ';')
			if n < 0 {
				break
			}
			at = skipBlanks(b.src, at+n+1)
		}
	}
	return found
}

func jsComment(line string) bool {
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, "/*")
}

// jsStatement reads a statement that loads a module: import 'm', import …
// from 'm', export … from 'm'. It may run over several lines.
func jsStatement(s string, at int) (m mention, end int, ok bool) {
	r := &reader{s: s, i: at, lines: statementLines - 1}
	switch r.word() {
	case "import":
		r.space()
		if start, stop, whole := r.quoted(`'"`); whole {
			return jsMention(s, start, stop), r.i, true
		}
	case "export":
		if r.space(); !r.reexports() {
			return mention{}, 0, false
		}
	default:
		return mention{}, 0, false
	}
	if !r.bindings() {
		return mention{}, 0, false
	}
	start, stop, ok := r.quoted(`'"`)
	return jsMention(s, start, stop), r.i, ok
}

func jsMention(s string, start, end int) mention {
	return mention{value: s[start:end], language: "js", start: start, end: end}
}

// reexports reports whether an export names no declaration of its own.
func (r *reader) reexports() bool {
	from := r.i
	if r.keyword("type") {
		r.space()
	}
	ok := strings.HasPrefix(r.rest(), "{") || strings.HasPrefix(r.rest(), "*")
	r.i = from
	return ok
}

// bindings reads the names between import or export and the module, and the
// word "from" before the module. Two names in a row are prose, unless one is
// a modifier.
func (r *reader) bindings() bool {
	previous, any := "", false
	for r.i < len(r.s) {
		from := r.i
		word := r.word()
		switch {
		case word == "" && strings.IndexByte("{}*,", r.s[r.i]) >= 0:
			r.i++
			word = ","
		case word == "" || previous != "" && previous != "," && word != "from" && !jsModifier(previous) && word != "as":
			r.i = from
			return false
		}
		r.space()
		if word == "from" && any && r.i < len(r.s) && (r.s[r.i] == '\'' || r.s[r.i] == '"') {
			return true
		}
		previous, any = word, true
	}
	return false
}

func jsModifier(word string) bool {
	switch word {
	case "type", "typeof", "defer", "as", "from":
		return true
	}
	return false
}

// jsEnds reports whether a statement of unknown language ends at i, but for
// import attributes.
func jsEnds(s string, i int) bool {
	r := &reader{s: s, i: i}
	r.blanks()
	if r.keyword("with") || r.keyword("assert") {
		return true
	}
	r.eat(";")
	return r.ended("//")
}

// jsCalls returns what require('m') and import('m') load.
func jsCalls(b *block) []mention {
	marks := `'"`
	if b.fenced {
		marks += "`"
	}
	var found []mention
	for start, end := range b.lines() {
		if at := codeStart(b.src, start, end); !jsComment(b.src[at:end]) {
			found = lineCalls(found, b.src, at, end, marks)
		}
	}
	return found
}

func lineCalls(found []mention, s string, at, end int, marks string) []mention {
	for at < end {
		n := strings.IndexByte(s[at:end], '(')
		if n < 0 {
			break
		}
		name := strings.TrimRight(s[at:at+n], " \t")
		at += n + 1
		if !loads(name) {
			continue
		}
		r := &reader{s: s, i: at, lines: statementLines - 1}
		r.space()
		start, stop, ok := r.quoted(marks)
		r.space()
		if ok && (r.eat(")") || r.eat(",")) {
			found = append(found, jsMention(s, start, stop))
		}
	}
	return found
}

// loads reports whether the text before a parenthesis ends with a function
// that loads modules and is no method of that name.
func loads(before string) bool {
	rest, ok := strings.CutSuffix(before, "require")
	if !ok {
		rest, ok = strings.CutSuffix(before, "import")
	}
	last, _ := utf8.DecodeLastRuneInString(rest)
	spread := strings.HasSuffix(rest, "...")
	return ok && (rest == "" || spread || !nameRune(last) && !strings.ContainsRune(".-/#@", last))
}
