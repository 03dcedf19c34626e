package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// symbolsOf returns the calls in the inline code of a block.
func symbolsOf(b *block) []mention {
	var found []mention
	for _, span := range b.spans {
		if start, end, ok := callee(b.src[:span.end], span); ok {
			found = append(found, mention{value: b.src[start:end], start: start, end: end})
		}
	}
	return found
}

// callee returns the name that inline code calls: name(…), name<T>(…),
// name::<T>(…) or name[T](…). A qualified call (a.b(), new X()) says less than a name that
// can be looked up; a body after the arguments makes it a declaration.
func callee(s string, span codeSpan) (start, end int, ok bool) {
	start = span.start
	if span.start-span.from > 1 && strings.HasPrefix(s[start:], " ") {
		start++ // a space after two backticks is not part of the code
	}
	end = nameEnd(s, start)
	if !strings.ContainsFunc(s[start:end], unicode.IsLetter) || notCallee(s[start:end]) {
		return 0, 0, false // $(x) and _(x) name nothing that could be looked up
	}
	open := skipBlanks(s, typeArguments(s, end))
	if open == len(s) || s[open] != '(' {
		return 0, 0, false
	}
	after, closed := argumentsEnd(s, open)
	typed := open > end && closed && describesType(s[open+1:after-1])
	return start, end, closed && !typed && !declares(s[after:])
}

// describesType reports what stands between the parentheses after a space
// where an option is described: "options (object)", "node (string|Rule)".
func describesType(inside string) bool {
	first, _, several := strings.Cut(inside, "|")
	switch strings.ToLower(strings.TrimSpace(first)) {
	case "function", "object", "string", "number", "boolean", "array", "integer", "int", "bool", "float", "str", "list", "dict",
		"optional", "required", "default", "deprecated", "any", "null", "undefined":
		return true
	}
	return several && nameEnd(first, 0) == len(first) && first != ""
}

// argumentsEnd returns what follows the parenthesis that closes the one at i,
// or the last one, where a parenthesis in a string leaves the pairs uneven.
func argumentsEnd(s string, i int) (after int, closed bool) {
	depth := 0
	for at := i; at < len(s); at++ {
		switch s[at] {
		case '(':
			depth++
		case ')':
			after, closed = at+1, true
			if depth--; depth == 0 {
				return after, true
			}
		}
	}
	return after, closed
}

// declares reports whether what follows the arguments opens a body.
func declares(rest string) bool {
	rest = strings.TrimSpace(rest)
	return strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "=>")
}

// nameEnd returns where the identifier at i ends, i if there is none. Letters
// of every script count.
func nameEnd(s string, i int) int {
	from := i
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !nameRune(r) || i == from && unicode.IsDigit(r) {
			break
		}
		i += size
	}
	return i
}

func nameRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || r == '$' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// typeArguments skips <T> or ::<T> at i. Anything but the signs of types
// between the brackets makes it a comparison.
func typeArguments(s string, i int) int {
	open := i
	if strings.HasPrefix(s[open:], "[") {
		return goTypeArguments(s, open)
	}
	if strings.HasPrefix(s[open:], "::<") {
		open += len("::")
	}
	if open == len(s) || s[open] != '<' {
		return i
	}
	depth := 0
	for at, r := range s[open:] {
		switch {
		case r == '<':
			depth++
		case r == '>':
			if depth--; depth == 0 {
				return open + at + 1
			}
		case !nameRune(r) && !strings.ContainsRune(" ,.:?&|'[]{};*", r) || strings.HasPrefix(s[open+at:], "&&"):
			return i
		}
	}
	return i
}

func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// notCallee reports the keywords of the supported languages that a
// parenthesis may follow. require is left to the imports.
func notCallee(word string) bool {
	switch word {
	case "if", "elif", "elsif", "elseif", "else", "unless", "switch", "match", "case", "when", "select",
		"for", "foreach", "while", "until", "do", "try", "catch", "except", "finally", "rescue",
		"return", "yield", "await", "async", "throw", "throws", "raise", "defer", "go", "range",
		"func", "function", "fn", "fun", "def", "lambda", "constructor", "operator",
		"class", "struct", "interface", "trait", "enum", "union", "type", "package", "chan",
		"var", "let", "const", "val", "static", "final", "public", "private", "protected", "internal", "pub", "move",
		"impl", "dyn", "where", "extends", "implements", "extern", "inline", "virtual", "override", "abstract",
		"and", "or", "not", "in", "is", "as", "of", "instanceof", "typeof", "sizeof", "alignof", "decltype", "nameof",
		"new", "delete", "del", "void", "this", "self", "super", "base", "null", "nil", "true", "false", "None", "True", "False",
		"with", "using", "lock", "synchronized", "fixed", "checked", "unchecked", "unsafe", "assert", "isset", "unset", "echo",
		"import", "export", "from", "use", "include", "include_once", "require", "require_once", "require_relative":
		return true
	}
	return false
}
