package repository

import "bytes"

// pythonLines adds what a Python module binds without def and class: its
// imports and the names assigned at its top level.
func (f *finder) pythonLines() {
	for i := 0; i < len(f.code); {
		line := f.code[i : i+lineEnd(f.code[i:])]
		trimmed := bytes.TrimLeft(line, " \t")
		switch {
		case hasPrefix(trimmed, "from ") || hasPrefix(trimmed, "import "):
			f.pythonImport(i + len(line) - len(trimmed))
		case len(line) > 0 && nameByte[line[0]]:
			f.assigned(line)
		}
		i += len(line) + 1
	}
}

// pythonImport adds the names that from m import (a, b as c) or import m as n
// binds. Brackets may go over several lines.
func (f *finder) pythonImport(i int) {
	rest := f.code[i:min(len(f.code), i+maxClause)]
	clause := rest[:statementEnd(rest)]
	at := bytes.Index(clause, []byte("import"))
	if at < 0 {
		return
	}
	if open := bytes.IndexByte(clause, '('); open >= 0 {
		clause = rest
		if stop := bytes.IndexByte(rest, ')'); stop >= 0 {
			clause = rest[:stop]
		}
	}
	for _, name := range nameRuns(clause[at+len("import"):]) {
		if name != "as" {
			f.add(name)
		}
	}
}

// statementEnd is the end of the line, or of the last of the lines that
// backslashes join.
func statementEnd(code []byte) int {
	end := lineEnd(code)
	for end < len(code) && bytes.HasSuffix(bytes.TrimRight(code[:end], "\r"), []byte("\\")) {
		end += 1 + lineEnd(code[end+1:])
	}
	return end
}

// assigned adds the name of a top-level assignment: name = …, name: T = ….
func (f *finder) assigned(line []byte) {
	end := 0
	for end < len(line) && nameByte[line[end]] {
		end++
	}
	rest := bytes.TrimLeft(line[end:], " \t")
	equals := bytes.IndexByte(rest, '=')
	switch {
	case len(rest) == 0 || equals < 0 || hasPrefix(rest[equals:], "=="):
	case rest[0] == '=' || rest[0] == ':':
		f.add(string(line[:end]))
	}
}

// pythonAll adds the strings of __all__ = ["a", "b"], which blanking hides.
func (f *finder) pythonAll(text []byte) {
	at := bytes.Index(f.code, []byte("__all__"))
	if at < 0 {
		return
	}
	open := bytes.IndexAny(f.code[at:], "[(\n")
	if open < 0 || f.code[at+open] == '\n' {
		return
	}
	for _, name := range nameRuns(text[at+open : f.closing(at+open)]) {
		f.add(name)
	}
}
