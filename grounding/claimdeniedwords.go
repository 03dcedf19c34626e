package grounding

// The words that denials are made of. They are few on purpose: a denial that
// is missed leaves a claim to be checked, one that is seen where none is lets
// an invented name pass.

// thing reports what a name may be said to be.
func thing(word string) bool {
	switch word {
	case "function", "functions", "method", "methods", "file", "files", "module", "modules", "package", "packages",
		"helper", "helpers", "class", "classes", "symbol", "symbols", "type", "hook", "import", "library", "libraries",
		"api", "routine", "path", "script", "component", "directory", "crate", "header", "dependency",
		"definition", "declaration", "implementation", "constructor":
		return true
	}
	return false
}

// determines reports what may stand between a denial and the thing or name.
func determines(word string) bool {
	switch word {
	case "a", "an", "the", "any", "such", "this", "that", "your", "our", "its", "called", "named", "as", "like", "of",
		"exported", "public", "private", "internal", "built-in", "builtin", "standard", "native", "global", "single", "either":
		return true
	}
	return false
}

// exists reports the verbs by which something is there.
func exists(word string) bool {
	switch word {
	case "is", "are", "was", "were", "be", "been", "there's", "not", "isn't", "aren't", "wasn't", "weren't":
		return true
	}
	return false
}

// holds reports the verbs by which a place has something, mention included:
// a source that does not mention a name does not claim it.
func holds(word string) bool {
	switch word {
	case "have", "has", "had", "contain", "contains", "contained", "define", "defines", "defined", "provide", "provides",
		"export", "exports", "include", "includes", "expose", "exposes", "offer", "offers", "declare", "declares",
		"implement", "implements", "ship", "ships", "list", "lists", "mention", "mentions", "show", "shows",
		"document", "documents", "describe", "describes":
		return true
	}
	return false
}

func finds(word string) bool {
	switch word {
	case "find", "finds", "found", "see", "sees", "saw", "seen", "locate", "located":
		return true
	}
	return false
}

// existence reports what a thing that exists does or is.
func existence(word string) bool {
	switch word {
	case "exist", "exists", "existed", "existing", "defined", "available", "present", "found", "implemented", "declared",
		"provided", "included", "there", "anywhere", "listed", "mentioned", "appear", "appears", "occur":
		return true
	}
	return false
}

// genuine reports what a thing that does not exist is not.
func genuine(word string) bool {
	switch word {
	case "real", "valid", "known", "recognized", "recognised":
		return true
	}
	return false
}

// unreal reports what is said of a thing that does not exist.
func unreal(word string) bool {
	switch word {
	case "missing", "nonexistent", "non-existent", "nonexisting", "non-existing", "undefined", "fictional", "fictitious",
		"imaginary", "invented", "made-up", "hallucinated":
		return true
	}
	return false
}

// whole reports the places that hold all there is to claim.
func whole(word string) bool {
	switch word {
	case "repo", "repository", "codebase", "code", "project", "context", "index", "source", "sources", "checkout",
		"package", "library", "api", "documentation", "docs":
		return true
	}
	return false
}

func used(word string) bool {
	switch word {
	case "call", "calls", "invocation", "invocations", "usage", "usages", "argument", "arguments", "parameter", "option":
		return true
	}
	return false
}

func adverb(word string) bool {
	switch word {
	case "actually", "currently", "really", "simply", "yet", "even", "just", "also", "still", "seem", "seems", "to",
		"ever", "anymore", "explicitly", "directly":
		return true
	}
	return false
}
