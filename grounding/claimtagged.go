package grounding

import "strings"

// taggedImports reads the fences of the languages of which only the import
// statements are known, one a line.
func taggedImports(b *block) []mention {
	read, known := statementReaders[b.language]
	if !known {
		return nil
	}
	var found []mention
	for start, end := range b.lines() {
		r := &reader{s: b.src[:end], i: codeStart(b.src, start, end)}
		if from, to, ok := read(r); ok {
			found = append(found, mention{value: r.s[from:to], language: b.language, start: from, end: to})
		}
	}
	return found
}

// statementReaders read the statement at the front of a line and return where
// its module is written. What every installation of a language brings along is
// passed over: nothing here could confirm it.
var statementReaders = map[string]func(*reader) (start, end int, ok bool){
	"rust": readUse, "java": readJava, "kotlin": readJava, "csharp": readUsing,
	"c": readInclude, "ruby": readRequire, "php": readPHP,
}

// readUse reads Rust's use a::b::{c, d} and extern crate a. The module is what
// stands before the braces.
func readUse(r *reader) (start, end int, ok bool) {
	if r.keyword("pub") {
		if r.eat("(") {
			r.word()
			r.eat(")")
		}
		r.blanks()
	}
	if r.keyword("extern") {
		r.blanks()
		ok = r.keyword("crate")
	} else {
		ok = r.keyword("use")
	}
	r.blanks()
	r.eat("::")
	start, name := r.joined("::")
	first, _, _ := strings.Cut(name, "::")
	switch first {
	case "", "std", "core", "alloc", "proc_macro", "test":
		return 0, 0, false
	}
	return start, r.i, ok
}

// readJava reads import a.b.C, import static a.b.C.d and import a.b.*.
func readJava(r *reader) (start, end int, ok bool) {
	ok = r.keyword("import")
	r.blanks()
	if r.keyword("static") {
		r.blanks()
	}
	start, name := r.joined(".")
	first, _, nested := strings.Cut(name, ".")
	switch first {
	case "java", "javax", "jdk", "kotlin":
		return 0, 0, false
	}
	return start, r.i, ok && nested
}

// readUsing reads using A.B, using static A.B and using C = A.B. A variable or
// an expression after using is none of these: they do not end there.
func readUsing(r *reader) (start, end int, ok bool) {
	if r.keyword("global") {
		r.blanks()
	}
	ok = r.keyword("using")
	r.blanks()
	if r.keyword("static") {
		r.blanks()
	}
	start, name := r.joined(".")
	if r.blanks(); r.eat("=") {
		r.blanks()
		start, name = r.joined(".")
	}
	end = start + len(name)
	first, _, _ := strings.Cut(name, ".")
	return start, end, ok && name != "" && first != "System" && r.eat(";")
}

// readInclude reads #include "a/b.h" and #include <a/b.h>. A bare name in
// angle brackets is the compiler's or the system's.
func readInclude(r *reader) (start, end int, ok bool) {
	if r.eat("#"); !r.includes() {
		return 0, 0, false
	}
	r.blanks()
	if start, end, ok = r.quoted(`"`); ok {
		return start, end, true
	}
	if !r.eat("<") {
		return 0, 0, false
	}
	start = r.i
	n := strings.IndexByte(r.rest(), '>')
	if n < 0 || !moduleName(r.rest()[:n]) {
		return 0, 0, false
	}
	folder, _, nested := strings.Cut(r.rest()[:n], "/")
	switch folder {
	case "sys", "arpa", "net", "netinet", "linux", "bits", "experimental":
		return 0, 0, false
	}
	return start, start + n, nested
}

func (r *reader) includes() bool {
	directive := r.s[r.i-min(r.i, 1):r.i] == "#"
	r.blanks()
	return directive && (r.keyword("include") || r.keyword("import"))
}

// readRequire reads Ruby's require 'a/b' and require_relative "b".
func readRequire(r *reader) (start, end int, ok bool) {
	if !r.keyword("require") && !r.keyword("require_relative") {
		return 0, 0, false
	}
	r.blanks()
	r.eat("(")
	start, end, ok = r.quoted(`'"`)
	return start, end, ok && !rubyStandard[r.s[start:end]]
}

var rubyStandard = setOf(
	"json", "set", "time", "date", "yaml", "psych", "csv", "uri", "net/http", "open-uri", "socket", "openssl", "digest",
	"fileutils", "pathname", "tempfile", "tmpdir", "find", "stringio", "zlib", "erb", "logger", "optparse", "open3",
	"ostruct", "securerandom", "bigdecimal", "forwardable", "singleton", "observer", "delegate", "timeout", "benchmark",
	"base64", "English", "pp", "etc", "io/console", "monitor", "ripper", "rbconfig", "shellwords", "tsort", "weakref",
)

// readPHP reads use A\B, use function a\b and use A\{B, C}. A name without a
// backslash is a trait or a class of PHP itself.
func readPHP(r *reader) (start, end int, ok bool) {
	ok = r.keyword("use")
	r.blanks()
	if r.keyword("function") || r.keyword("const") {
		r.blanks()
	}
	r.eat(`\`)
	start, name := r.joined(`\`)
	group := strings.HasPrefix(r.rest(), `\{`)
	return start, r.i, ok && name != "" && (group || strings.Contains(name, `\`))
}
