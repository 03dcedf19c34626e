package repository

import "bytes"

// head tells whether name(…) is the head of a declaration: types and modifiers
// alone stand before the name in its line or block, and after the parameters
// comes the body.
func (f *finder) head(start, paren int) bool {
	line := f.code[max(0, start-maxTypeArguments):start]
	line = line[bytes.LastIndexAny(line, "\n{};,")+1:]
	if bytes.ContainsAny(line, "=()+-/|") {
		return false
	}
	for _, word := range nameRuns(line) {
		if notDeclared[word] {
			return false
		}
	}
	after := f.closing(paren)
	rest := f.code[after:min(len(f.code), after+maxTypeArguments)]
	end := bytes.IndexAny(rest, "{;=}(\n")
	if end >= 0 && rest[end] == '\n' {
		end += len(rest[end:]) - len(bytes.TrimLeft(rest[end:], " \t\r\n"))
	}
	return end >= 0 && end < len(rest) && rest[end] == '{'
}

// notDeclared are words that stand before a call, not before a declaration.
var notDeclared = list("return new else throw await yield case in of do typeof delete goto")
