package repository

import "bytes"

// maxClause bounds the look ahead for the end of an import, an export or a
// parameter list.
const maxClause = 2000

var (
	bindingWords = list("const let var")
	clauseWords  = list("as type typeof default from async function")
)

// jsWord adds functions bound to names, exports, and imports.
func (f *finder) jsWord(text, gap string, start, end int) {
	next := f.space(end)
	switch {
	case text == "export":
		if f.byte(next) == '{' {
			f.clause(next)
		}
	case text == "import" && f.scope == own && gap != ".":
		f.imported(next)
	case bindingWords[text] && f.scope == own && f.byte(next) == '{':
		f.required(next)
	case text == "exports" && f.byte(next) == '=':
		f.object(f.space(next + 1))
	case f.before[0] == "exports" && gap == "." && f.byte(next) == '=',
		bindingWords[f.before[0]] && (f.before[1] == "export" || f.before[1] == "declare"):
		f.declares(text, start)
	case f.before == [2]string{"default", "export"}:
		f.add(text)
	case gap == ":" && f.byte(next) == '=': // the type of what is bound
	case !clauseWords[text] && f.callable(end):
		f.declares(text, start)
	}
}

// callable tells whether the name that ends at end is bound to a function:
// = or : and then function, lambda, or an arrow after parameters.
func (f *finder) callable(end int) bool {
	i := f.space(end)
	switch f.byte(i) {
	case '=':
	case ':':
		if bindingWords[f.before[0]] {
			i = f.assignment(i)
		}
	default:
		return false
	}
	i = f.space(i + 1)
	if next, ok := f.keyword(i, "async"); ok {
		i = next
	}
	for _, opener := range []string{"function", "lambda"} {
		if _, ok := f.keyword(i, opener); ok {
			return true
		}
	}
	return f.lang == &javascript && f.arrow(i)
}

// assignment returns the place of the = that follows a type at i, i without
// one in the same line.
func (f *finder) assignment(i int) int {
	line := f.line(i)
	for j := 1; j+1 < len(line); j++ {
		if line[j] == '=' && line[j+1] != '>' && line[j+1] != '=' {
			return i + j
		}
	}
	return i
}

// line returns the rest of the line at i, as far as a clause may reach.
func (f *finder) line(i int) []byte {
	rest := f.code[i:min(len(f.code), i+maxClause)]
	return rest[:lineEnd(rest)]
}

// keyword tells whether the word at i is text, and what follows it.
func (f *finder) keyword(i int, text string) (int, bool) {
	if i > len(f.code) || !hasPrefix(f.code[i:], text) || nameByte[f.byte(i+len(text))] {
		return i, false
	}
	return f.space(i + len(text)), true
}

// arrow tells whether an arrow function begins at i.
func (f *finder) arrow(i int) bool {
	if f.byte(i) == '<' {
		i = f.generic(i)
	}
	switch {
	case f.byte(i) == '(':
		i = f.closing(i)
	case nameByte[f.byte(i)]:
		for nameByte[f.byte(i)] {
			i++
		}
	default:
		return false
	}
	i = f.space(i)
	if f.byte(i) == ':' { // the type of the result
		line := f.line(i)
		return bytes.Contains(line, []byte("=>"))
	}
	return i < len(f.code) && hasPrefix(f.code[i:], "=>")
}

// closing returns the place after the bracket that closes the one at i, or i
// when it is too far away.
func (f *finder) closing(i int) int {
	depth := 0
	for j := i; j < min(len(f.code), i+maxClause); j++ {
		switch f.code[j] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return i
}

// clause adds the names of { a, b as c }.
func (f *finder) clause(i int) {
	for _, name := range nameRuns(f.code[i:f.closing(i)]) {
		if !clauseWords[name] {
			f.add(name)
		}
	}
}

// imported adds the names of import d, { a, b as c } from, which the blanked
// name of the module follows.
func (f *finder) imported(i int) {
	rest := f.code[min(i, len(f.code)):min(i+maxClause, len(f.code))]
	if len(rest) == 0 || !nameByte[rest[0]] && rest[0] != '{' && rest[0] != '*' {
		return
	}
	end := bytes.Index(rest, []byte("from"))
	if stop := bytes.IndexByte(rest, ';'); end < 0 || stop >= 0 && stop < end {
		return
	}
	for _, name := range nameRuns(rest[:end]) {
		if !clauseWords[name] {
			f.add(name)
		}
	}
}

// required adds the names of { a, b: c } = require(…) or await import(…).
func (f *finder) required(i int) {
	end := f.closing(i)
	rest := f.code[end:min(end+40, len(f.code))]
	if bytes.Contains(rest, []byte("require(")) || bytes.Contains(rest, []byte("import(")) {
		f.clause(i)
	}
}

// object adds the keys of an object literal that is exported.
func (f *finder) object(i int) {
	if i >= len(f.code) || f.code[i] != '{' {
		return
	}
	depth := 0
	for end := f.closing(i); i < end; i++ {
		switch c := f.code[i]; {
		case c == '{' || c == '(' || c == '[':
			depth++
		case c == '}' || c == ')' || c == ']':
			depth--
		case depth == 1 && nameByte[c]:
			start := i
			for nameByte[f.byte(i+1)] {
				i++
			}
			if stop := f.byte(f.space(i + 1)); stop == ',' || stop == '}' || stop == ':' || stop == '(' {
				f.add(string(f.code[start : i+1]))
			}
		}
	}
}

// nameRuns returns the names in a piece of code.
func nameRuns(code []byte) []string {
	var out []string
	for _, run := range bytes.FieldsFunc(code, func(r rune) bool { return r < 0x80 && !nameByte[r] }) {
		out = append(out, string(run))
	}
	return out
}
