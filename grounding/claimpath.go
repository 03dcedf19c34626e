package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// slashed returns a written path with forward slashes. Outside code, Markdown
// writes an underscore as \_. What may be an escape is refused: a doubled
// backslash, one before a dot, and a name with a single backslash before a
// letter of the usual escapes (a\new.js).
func slashed(written string, code, windows bool) (path string, ok bool) {
	if !code {
		written = strings.ReplaceAll(written, `\_`, "_")
	}
	first := strings.IndexByte(written, '\\')
	switch {
	case first < 0:
		return written, true
	case !windows || first == 0 || strings.Contains(written, `\\`) || strings.Contains(written, `\.`):
		return "", false
	case strings.LastIndexByte(written, '\\') == first && strings.IndexByte("abfnrtuvx0", written[min(first+1, len(written)-1)]) >= 0:
		return "", false
	}
	return strings.ReplaceAll(written, `\`, "/"), true
}

// filePath returns the path that a token is. A sentence that follows without a
// space (src/a.js.Then) is cut off.
func filePath(token string) (path string, ok bool) {
	for ; ; token = token[:strings.LastIndexByte(token, '.')] {
		dot := strings.LastIndexByte(token, '.')
		if dot <= strings.LastIndexByte(token, '/') {
			return "", false
		}
		if !beginsSentence(token[dot+1:]) {
			break
		}
	}
	base := token[strings.LastIndexByte(token, '/')+1:]
	ok = plausiblePath(token) && hasExtension(token, base) && !standInPath(token, base)
	return token, ok
}

// beginsSentence reports a word with a capital, as no extension has but those
// of R.
func beginsSentence(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	other := func(r rune) bool { return !unicode.IsLower(r) }
	return unicode.IsUpper(first) && len(word) > size && !strings.ContainsFunc(word[size:], other) && !codeExtensions[word]
}

// plausiblePath refuses what stands outside the folder (absolute, ../), what
// is a template, glob or address, and what begins with a host or a version.
func plausiblePath(token string) bool {
	first, _, nested := strings.Cut(token, "/")
	switch {
	case first == "" || first == ".." || strings.Contains(token, "//") || strings.Contains(token, "..."):
		return false
	case strings.ContainsAny(token, "~%*") || strings.Contains(token, "/@/"):
		return false
	case strings.ContainsAny(first, "$@\\"):
		return false
	case first[0] == '.':
		return nested && hiddenFolder(first)
	}
	start, _ := utf8.DecodeRuneInString(first)
	return nameRune(start) && !(nested && strings.Contains(first, ".") && !dottedFolder(first, token))
}

// hiddenFolder reports .github and the like; .js/.ts names extensions.
func hiddenFolder(first string) bool {
	name := first[1:]
	return name != "" && !strings.Contains(name, ".") && !codeExtensions[name] && unicode.IsLower(rune(name[0]))
}

// dottedFolder reports a first segment such as Shop.Api, a folder of the kind
// .NET projects have, before a file of code. In lower case the dot is that of
// a host, a module path or a version.
func dottedFolder(first, token string) bool {
	extension := token[strings.LastIndexByte(token, '.')+1:]
	return strings.ContainsFunc(first, unicode.IsUpper) && codeExtensions[extension]
}

// hasExtension reports whether the name ends like a file: any lower-case
// extension in a folder, one of code or configuration on a bare name.
func hasExtension(token, base string) bool {
	dot := strings.LastIndexByte(base, '.')
	stem, extension := base[:dot], base[dot+1:]
	lower := strings.ToLower(extension)
	nested := len(base) < len(token)
	switch {
	case !extensionShape(extension) || stem == "":
		return false
	case !nested:
		return codeExtensions[lower] && !memberExtensions[lower] && !receiver(stem) && !productNames[strings.ToLower(base)]
	case codeExtensions[lower]:
		return true
	}
	return extension == lower && !textmatch.OrdinaryWord(lower)
}

// longestExtension is the length of "webmanifest", the longest in wide use.
const longestExtension = 11

func extensionShape(extension string) bool {
	if extension == "" || len(extension) > longestExtension || '0' <= extension[0] && extension[0] <= '9' {
		return false
	}
	return !strings.ContainsFunc(extension, func(r rune) bool { return r >= utf8.RuneSelf || !nameRune(r) || r == '_' || r == '$' })
}

// receiver reports the names whose members are spelled like files: self.go is
// a field.
func receiver(stem string) bool {
	first, _, _ := strings.Cut(stem, ".")
	switch first {
	case "this", "self", "super", "cls", "process", "window", "req", "res":
		return true
	}
	return false
}
