package repository

import (
	"path"
	"strings"
)

// nameByte marks the bytes of a name. Every byte of a letter outside ASCII is
// one, which takes the few signs outside ASCII that code holds for letters.
var nameByte = func() (table [256]bool) {
	for c := range table {
		table[c] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' ||
			c == '_' || c == '$' || c >= 0x80
	}
	return table
}()

// finder goes over the names in code whose comments and strings are blank.
type finder struct {
	lang    *language
	code    []byte
	scope   scope
	typings bool // a .d.ts or .pyi file, in which name(…) declares
	found   names
	module  string       // the file's name without folder and ending
	declare func(at int) // told of every declaration by the offset of its name
	pending bool         // a declaring word came, its name has not
	owner   bool         // what is pending can stand before a dot
	before  [2]string    // the last words, latest first
	end     int          // where the last word ended
}

func newFinder(file source, text []byte, scope scope, found names) *finder {
	base := path.Base(file.path)
	return &finder{
		lang: file.lang, code: file.lang.blank(text), scope: scope, found: found,
		module:  base[:strings.IndexByte(base, '.')],
		typings: strings.HasSuffix(base, ".d.ts") || strings.HasSuffix(base, ".pyi"),
	}
}

// lightNames adds what one file of any language but Go shows.
func lightNames(file source, text []byte, scope scope, found names) {
	f := newFinder(file, text, scope, found)
	found.add(f.module + ".")
	f.run()
	if file.lang == &python {
		f.pythonLines()
		f.pythonAll(text)
	}
}

func (f *finder) run() {
	for i := 0; i < len(f.code); {
		if !nameByte[f.code[i]] {
			i++
			continue
		}
		start := i
		for i < len(f.code) && nameByte[f.code[i]] {
			i++
		}
		if c := f.code[start]; c < '0' || c > '9' {
			f.word(start, i)
		}
	}
}

// word looks at one name and at what stands around it.
func (f *finder) word(start, end int) {
	text := string(f.code[start:end])
	gap := strings.TrimSpace(string(f.code[f.end:start]))
	switch {
	case f.lang.declares[text] && !strings.HasSuffix(gap, "."): // node.type declares nothing
		f.pending, f.owner = true, f.lang.owners[text]
	case f.pending:
		f.declared(text, gap, start, end)
	}
	f.parenthesis(text, start, end)
	switch f.lang {
	case &javascript:
		f.jsWord(text, gap, start, end)
	case &python:
		if f.callable(end) {
			f.add(text)
		}
	case &clang:
		if strings.HasSuffix(gap, "}") && f.byte(f.space(end)) == ';' {
			f.add(text) // typedef struct { … } name;
		}
	}
	f.before = [2]string{text, f.before[0]}
	f.end = end
}

// parenthesis adds a name that is called or defined with its parameters. Where
// a call has no space before the parenthesis, a definition may have one.
func (f *finder) parenthesis(text string, start, end int) {
	paren := f.generic(end)
	called := f.byte(paren) == '('
	if !called && f.byte(end) == ' ' {
		paren = end + 1
	}
	if f.byte(paren) != '(' || notCallees[text] || f.lang.keywords[text] {
		return
	}
	if called && (f.scope == own || f.typings) {
		f.add(text)
	}
	if f.lang.heads && (f.declare != nil || !called) && f.head(start, paren) {
		f.declares(text, start)
	}
}

// declared takes the name after a declaring word. Type parameters and a
// receiver may stand between the two: fun <T> List<T>.first(), def self.open.
func (f *finder) declared(text, gap string, start, end int) {
	if strings.Trim(gap, "*&!<>,. \t\r\n") != "" {
		f.pending = false
		return
	}
	if f.byte(end) == '.' || gap == "<" || gap == "," {
		return
	}
	f.pending = false
	f.declares(text, start)
	if f.owner {
		f.found.add(text + ".")
	}
}

// declares adds a name and tells that it is declared at an offset.
func (f *finder) declares(name string, at int) {
	f.add(name)
	if f.declare != nil {
		f.declare(at)
	}
}

func (f *finder) add(name string) {
	f.found.add(name)
	f.found.add(f.module + "." + name)
}

// byte returns the byte at i, a space where the code has ended.
func (f *finder) byte(i int) byte {
	if i < len(f.code) {
		return f.code[i]
	}
	return ' '
}

// space returns the next place from i on that is not white space.
func (f *finder) space(i int) int {
	for i < len(f.code) && (f.code[i] == ' ' || f.code[i] == '\t' || f.code[i] == '\n' || f.code[i] == '\r') {
		i++
	}
	return i
}

// maxTypeArguments bounds the search for the end of <…>, which may as well be
// a comparison.
const maxTypeArguments = 200

// generic returns the place after type arguments, f<T>( or f::<T>(, else
// where a call's parenthesis would stand.
func (f *finder) generic(end int) int {
	i := end
	if hasPrefix(f.code[i:], "::<") {
		i += 2
	}
	if f.byte(i) == '!' && f.lang == &rust {
		i++
	}
	if hasPrefix(f.code[i:], "?.") && f.lang == &javascript {
		i += 2
	}
	if f.byte(i) == '<' {
		depth := 0
		for j := i; j < min(len(f.code), i+maxTypeArguments); j++ {
			switch f.code[j] {
			case '<':
				depth++
			case '>':
				if depth--; depth == 0 {
					return j + 1
				}
			case ';', '{', '}', '\n':
				return end
			}
		}
		return end
	}
	if f.lang.spaced {
		for f.byte(i) == ' ' && i < len(f.code) {
			i++
		}
	}
	return i
}
