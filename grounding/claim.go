package grounding

import "slices"

// Kind is what a claim names.
type Kind string

// The kinds of claim, in the order in which Claims lists them.
const (
	Symbol Kind = "symbol" // a function that can be called: `name(…)`
	File   Kind = "file"   // a path or file name
	Import Kind = "import" // a module that code can import
)

// Claim is something an answer says exists and that can be looked up.
type Claim struct {
	Kind Kind
	// Value is the bare name of a symbol, the path of a file with forward
	// slashes and without a leading "./", or the module as it is imported.
	Value string
	// Language is that of an import statement: js (TypeScript too), python,
	// go, rust, java, kotlin, csharp, c (C++ too), ruby or php. It is empty
	// for the other kinds.
	Language string
	// Start and End are byte offsets in the response of the value as it is
	// written there.
	Start, End int
	// Line and Column tell where Start is, both from 1; Column counts
	// characters.
	Line, Column int
	// Denied says that every mention of the value says it does not exist:
	// "there is no `Foo()`".
	Denied bool
}

// Claims returns what response claims to exist: symbols, then files, then
// imports; within a kind in the order in which they are written, each value
// once. A value that is denied in one place and asserted in another is an
// assertion, at the place that asserts it.
//
// A symbol is a call in inline backticks with nothing before its name. A file
// is a path with an extension, or a bare name with the extension of code or
// configuration. An import is a statement of JavaScript, TypeScript, Python
// or Go in code or on a line of its own, or one of another language in a
// fence tagged with that language. What might be something else – a method
// call, a host, a sentence without a space after its full stop, a template –
// is no claim: a missed claim costs little, a false one fails a right answer.
func Claims(response string) []Claim {
	blocks := splitBlocks(response)
	symbols, files, imports := newMentions(Symbol), newMentions(File), newMentions(Import)
	ambiguous := bareImportLanguage(blocks)
	for _, b := range blocks {
		found := importsOf(b, ambiguous)
		b.importing = len(found) > 0
		imports.add(b, slices.DeleteFunc(found, func(m mention) bool { return standInModule(m.value) }))
	}
	for _, b := range blocks {
		symbols.add(b, symbolsOf(b))
		files.add(b, slices.DeleteFunc(filesOf(b), imports.covers))
	}
	return slices.Concat(symbols.located(response), files.located(response), imports.located(response))
}
