package grounding

import "strings"

// pythonImports returns the modules that a fence of Python imports.
func pythonImports(b *block) []mention {
	var found []mention
	for start, end := range b.lines() {
		line := b.src[:end]
		at := end - len(strings.TrimPrefix(line[codeStart(line, start, end):], "... "))
		for at = skipBlanks(line, at); mentionsImport(line[at:]); {
			more, next := pythonStatement(line, at)
			found = append(found, more...)
			r := &reader{s: line, i: next}
			if r.blanks(); !r.eat(";") {
				break
			}
			at = skipBlanks(line, r.i)
		}
	}
	return found
}

// pythonStatement reads "from m import …" or "import a.b as p, c" and returns
// where what it read ends.
func pythonStatement(line string, at int) (found []mention, end int) {
	r := &reader{s: line, i: at}
	word := r.word()
	if start := r.i; skipBlanks(line, start) == start {
		return nil, at
	}
	r.blanks()
	switch word {
	case "from":
		return r.pythonFrom(), r.i
	case "import":
		return r.pythonModules(), r.i
	}
	return nil, at
}

// pythonFrom reads what follows "from". A module of dots alone is the package
// itself, which there is no doubt about.
func (r *reader) pythonFrom() []mention {
	start := r.i
	for r.eat(".") {
	}
	_, name := r.joined(".")
	m := mention{value: r.s[start:r.i], language: "python", start: start, end: r.i}
	if r.blanks(); !r.keyword("import") {
		return nil
	}
	r.blanks()
	if name == "" || !r.eat("(") && !r.eat("*") && !r.pythonNames() {
		return nil
	}
	return []mention{m}
}

// pythonNames reads "a as b, c".
func (r *reader) pythonNames() bool {
	for {
		if r.blanks(); r.word() == "" {
			return false
		}
		if !r.another() {
			return true
		}
	}
}

// pythonModules reads what follows "import".
func (r *reader) pythonModules() []mention {
	var found []mention
	for {
		start, name := r.joined(".")
		if name == "" {
			return nil
		}
		found = append(found, mention{value: name, language: "python", start: start, end: r.i})
		if !r.another() {
			return found
		}
	}
}

// another reads "as name" and reports whether a comma leads to more.
func (r *reader) another() bool {
	end := r.i
	if r.blanks(); r.keyword("as") {
		r.blanks()
		r.word()
		end = r.i
		r.blanks()
	}
	if !r.eat(",") {
		r.i = end
		return false
	}
	r.blanks()
	return true
}

// pythonStanding reads a statement of unknown language. Nothing may follow
// it, and its modules must look like Python's.
func pythonStanding(s string, at int) []mention {
	line := s[:at+len(strings.TrimRight((&reader{s: s, i: at}).line(), "\r"))]
	found, end := pythonStatement(line, at)
	r := &reader{s: line, i: end}
	if !r.ended("#") && !strings.HasSuffix(line[:end], "(") {
		return nil
	}
	for _, m := range found {
		if !pythonic(m.value, strings.HasPrefix(line[at:], "import")) {
			return nil
		}
	}
	return found
}

// pythonic reports whether a module may be Python's. After "import", other
// languages write capitals, reversed domains and words of their own.
func pythonic(module string, bare bool) bool {
	if !bare {
		return true
	}
	first, _, nested := strings.Cut(module, ".")
	switch first {
	case "type", "typeof", "static", "defer", "from", "default", "meta", "statement", "statements":
		return false
	case "com", "org", "net", "java", "javax", "kotlin", "kotlinx", "scala", "android", "androidx":
		return !nested
	}
	return strings.ToLower(module) == module
}
