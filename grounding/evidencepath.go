package grounding

import "strings"

// showsFile wants the claimed path as the end of a path in the context, cut at
// a separator: lib/index.js stands in src/lib/index.js, not in src/index.js
// and not in lib/index.js.bak. Both separators count.
func showsFile(h *haystack, claimed string) bool {
	return showsPath(h, claimed) || strings.Contains(claimed, "/") && showsPath(h, strings.ReplaceAll(claimed, "/", `\`))
}

func showsPath(h *haystack, claimed string) bool {
	for at := range h.starts(claimed, inSegment) {
		if !longerPath(h.text[at+len(claimed):]) {
			return true
		}
	}
	return false
}

// inSegment reports a rune that would make the claim the tail of a longer
// name.
func inSegment(r rune) bool { return identifier(r) || r == '-' || r == '.' }

// longerPath reports that the path goes on: a longer name, a further
// extension, or a folder of that name. A full stop that ends a sentence does
// not.
func longerPath(after string) bool {
	next := firstRune(after)
	switch next {
	case '-':
		return true
	case '.', '/', '\\':
		return identifier(firstRune(after[1:]))
	}
	return identifier(next)
}

// showsImport wants the module as a whole token: app.cache does not stand in
// app.cache_utils, nor left-pad in left-pad-9000 or @scope/left-pad.
func showsImport(h *haystack, module string) bool {
	for at := range h.starts(module, inModule) {
		if !longerModule(h.text[at+len(module):]) {
			return true
		}
	}
	return false
}

func inModule(r rune) bool { return identifier(r) || strings.ContainsRune("-./@", r) }

func longerModule(after string) bool {
	next := firstRune(after)
	if next == '-' || next == '.' || next == '/' {
		return identifier(firstRune(after[1:]))
	}
	return identifier(next)
}
