package grounding

import (
	"path"
	"strings"
)

// goImports returns the imports of a fence of Go.
func goImports(b *block) []mention {
	var found []mention
	read := b.start
	for start, end := range b.lines() {
		if start < read {
			continue
		}
		specs, at, _ := goDeclaration(b.src, codeStart(b.src, start, end))
		if found = append(found, specs...); len(specs) > 0 {
			read = at
		}
	}
	return found
}

// goForm is how an import declaration is written.
type goForm int

const (
	goSingle goForm = iota // import "p", as a side effect is in JavaScript
	goNamed                // import n "p", import _ "p"
	goBlock                // import ( … )
)

// goDeclaration reads an import declaration and returns where it ends.
func goDeclaration(s string, at int) (specs []mention, end int, form goForm) {
	r := &reader{s: s, i: at}
	if r.word() != "import" {
		return nil, at, goSingle
	}
	r.blanks()
	if r.eat("(") {
		specs, end = goSpecs(s, r.i)
		return specs, end, goBlock
	}
	named := r.i < len(s) && s[r.i] != '"' && s[r.i] != '`'
	if spec, ok := r.goSpec(); ok {
		specs = append(specs, spec)
	}
	if named {
		form = goNamed
	}
	return specs, r.i, form
}

// goSpecs reads the block behind "import (" up to its parenthesis, or to the
// first line that is no import.
func goSpecs(s string, at int) (specs []mention, end int) {
	r := &reader{s: s, i: at}
	for r.i < len(s) {
		r.goSpace()
		if r.eat(")") {
			break
		}
		spec, ok := r.goSpec()
		if !ok {
			break
		}
		specs = append(specs, spec)
	}
	return specs, r.i
}

// goSpace skips what may stand between two imports. The marks of a quotation
// are passed at the front of a line.
func (r *reader) goSpace() {
	for r.i < len(r.s) {
		switch {
		case strings.IndexByte(" \t\r\n;>", r.s[r.i]) >= 0:
			r.i++
		case strings.HasPrefix(r.rest(), "//"):
			r.i += len(r.line())
		default:
			if !r.comment("/*", "*/") {
				return
			}
		}
	}
}

// goSpec reads one import: an optional name and a path.
func (r *reader) goSpec() (mention, bool) {
	if !r.eat(".") {
		r.word()
	}
	r.blanks()
	start, end, ok := r.quoted("\"`")
	return mention{value: r.s[start:end], language: "go", start: start, end: end}, ok
}

// goStatement reads an import outside Go code. Named imports and blocks are
// Go's alone; a bare one is where it imports a module path of a host, and
// otherwise where ambiguous says so.
func goStatement(s string, at int, ambiguous string) []mention {
	specs, end, form := goDeclaration(s, at)
	r := &reader{s: s, i: end}
	if len(specs) == 0 || form != goBlock && !r.ended("//") {
		return nil
	}
	if form == goSingle && ambiguous != "go" && !hostPath(specs[0].value) {
		return nil
	}
	return specs
}

// hostPath reports a path that begins with a host: example.com/m/pkg. A file
// that JavaScript loads for its effect ends like one.
func hostPath(p string) bool {
	host, rest, nested := strings.Cut(p, "/")
	dot := strings.LastIndexByte(host, '.')
	extension := strings.TrimPrefix(path.Ext(rest), ".")
	return nested && dot > 0 && dot < len(host)-1 && !codeExtensions[extension]
}
