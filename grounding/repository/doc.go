// Package repository answers what a checkout holds: does this symbol, this
// file, this import exist?
//
// An [Index] lists the folders once and reads code only when a question needs
// it: the first names are searched for as bytes and only files that hold them
// are parsed; a run that asks more reads everything once. Go is read with
// go/parser, other languages with light scanners that blank comments and
// strings first.
//
// A symbol is cleared by what the code itself shows: a definition, a binding
// to a function, an import or export of the name, or a call of it. A call
// counts because code that runs calls what exists, also where the library it
// comes from is not installed. The name of a parameter, a comment or a string
// proves nothing. The other sources are the globals of JavaScript, Python and
// Go and the exports of dependencies that a manifest declares.
//
// It does not promise to resolve types: a method is known by its name, not by
// the type of the value it is called on. It never follows a link out of the
// root, never runs code, never uses the network, and says in [Index.Left] what
// it did not read. Where such a gap could hold the name, the answer is
// Undecided, not Fake.
package repository
