package grounding

import (
	"cmp"
	"slices"
	"strings"
)

// importsOf returns the imports of a block, in order. ambiguous is the
// language of a bare import "name" outside tagged fences.
func importsOf(b *block, ambiguous string) []mention {
	var found []mention
	switch b.language {
	case plain:
		found = plainImports(b, ambiguous)
	case "js":
		found = append(jsStatements(b), jsCalls(b)...)
	case "python":
		found = pythonImports(b)
	case "go":
		found = goImports(b)
	default:
		found = taggedImports(b)
	}
	slices.SortStableFunc(found, func(x, y mention) int { return cmp.Compare(x.start, y.start) })
	return found
}

// plainImports reads prose and fences without a language. A statement must
// stand alone there: a whole line or a whole piece of inline code.
func plainImports(b *block, ambiguous string) []mention {
	found := jsCalls(b)
	for _, span := range b.spans {
		text := b.src[:span.end]
		found = append(found, standing(text, skipBlanks(text, span.start), ambiguous)...)
	}
	read := b.start
	for start, end := range b.lines() {
		at := codeStart(b.src, start, end)
		if start < read || !mentionsImport(b.src[at:end]) {
			continue
		}
		more := standing(b.src, at, ambiguous)
		if len(more) > 0 && more[0].language == "python" && !b.fenced && !b.apart(start, end) {
			continue
		}
		found = append(found, more...)
		if len(more) > 0 {
			read = more[len(more)-1].end
		}
	}
	return found
}

// standing reads a statement of a language that only its form tells.
func standing(s string, at int, ambiguous string) []mention {
	if found := goStatement(s, at, ambiguous); len(found) > 0 {
		return found
	}
	if m, end, ok := jsStatement(s, at); ok && jsEnds(s, end) {
		return []mention{m}
	}
	return pythonStanding(s, at)
}

func mentionsImport(line string) bool {
	return strings.HasPrefix(line, "import") || strings.HasPrefix(line, "export") || strings.HasPrefix(line, "from")
}

// codeStart returns where the code of a line begins: after blanks, the marks
// of a quotation and of a Python prompt.
func codeStart(s string, start, end int) int {
	return end - len(unquoted(s[start:end]))
}

// apart reports whether a line of prose is no part of a sentence: after a
// blank line, the end of a sentence or another import, and before a blank
// line, another import or code. A wrapped sentence may leave a line that reads
// "import taxes".
func (b *block) apart(start, end int) bool {
	before := ""
	if start > b.start {
		previous := b.src[b.start : start-1]
		before = strings.TrimSpace(previous[strings.LastIndexByte(previous, '\n')+1:])
	}
	next := lineBreak(b.src, end)
	after := strings.TrimSpace(b.src[next:lineBreak(b.src, next)])
	ended := before == "" || strings.ContainsAny(before[len(before)-1:], ".:!?)") || mentionsImport(before)
	return ended && (after == "" || mentionsImport(after) || strings.ContainsAny(after, "=()@#"))
}
