package grounding

import "strings"

// plain is the language of prose, and of a fence whose tag tells nothing.
const plain = ""

// languageTags maps the tags of fences to languages whose imports are read.
var languageTags = map[string]string{
	"js": "js", "jsx": "js", "javascript": "js", "mjs": "js", "cjs": "js", "node": "js", "nodejs": "js",
	"ts": "js", "tsx": "js", "typescript": "js", "mts": "js", "cts": "js",
	"vue": "js", "svelte": "js", "astro": "js", "mdx": "js",
	"py": "python", "python": "python", "python2": "python", "python3": "python", "py3": "python",
	"pycon": "python", "ipython": "python", "pyi": "python",
	"go": "go", "golang": "go",
	"rs": "rust", "rust": "rust",
	"java":   "java",
	"kotlin": "kotlin", "kt": "kotlin", "kts": "kotlin",
	"cs": "csharp", "c#": "csharp", "csharp": "csharp",
	"c": "c", "h": "c", "cc": "c", "cpp": "c", "c++": "c", "cxx": "c", "hpp": "c", "objc": "c",
	"rb": "ruby", "ruby": "ruby",
	"php":  "php",
	"text": plain, "txt": plain, "plain": plain, "plaintext": plain, "code": plain, "none": plain,
	"md": plain, "markdown": plain,
}

// otherCode holds tags of programming languages whose imports are not read;
// a name with a dot in them is a member, as in the languages above.
var otherCode = map[string]bool{
	"swift": true, "scala": true, "lua": true, "dart": true, "r": true, "perl": true, "elixir": true,
	"haskell": true, "groovy": true, "julia": true, "zig": true, "ocaml": true, "fsharp": true, "sql": true,
}

// fenceTag returns the language named by what follows the marks of a fence:
// "js", "js title=x", "{.python .numberLines}", "ts:src/a.ts".
func fenceTag(info string) string {
	info = strings.TrimLeft(info, " \t{.")
	if end := strings.IndexAny(info, " \t,:{}()"); end >= 0 {
		info = info[:end]
	}
	return strings.ToLower(info)
}

// fenceLanguage returns the language of a fence, which a tag that says
// nothing leaves to its body. An unknown tag stands for itself.
func fenceLanguage(tag, body string) string {
	language, known := languageTags[tag]
	switch {
	case tag != "" && !known:
		return tag
	case language == plain && plainlyGo(body):
		return "go"
	}
	return language
}

// plainlyGo reports the lines that only Go has: a package clause of one name,
// an import block.
func plainlyGo(body string) bool {
	for line := range strings.Lines(body) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest, _, _ = strings.Cut(rest, "//")
		rest = strings.TrimSpace(rest)
		if word == "import" && rest == "(" || word == "package" && nameEnd(rest, 0) == len(rest) && rest != "" {
			return true
		}
	}
	return false
}

// code reports whether a fence holds the text of a program, in which a dot
// between names selects a member and a slash divides.
func (b *block) code() bool {
	if !b.fenced {
		return false
	}
	if b.language == plain {
		return b.importing
	}
	return otherCode[b.language] || readLanguage(b.language)
}

func readLanguage(language string) bool {
	switch language {
	case "js", "python", "go", "rust", "java", "kotlin", "csharp", "c", "ruby", "php":
		return true
	}
	return false
}

// bareImportLanguage returns the language of `import "name"` where nothing
// else tells: Go beside Go code alone, otherwise JavaScript.
func bareImportLanguage(blocks []*block) string {
	seen := map[string]bool{}
	for _, b := range blocks {
		seen[b.language] = true
	}
	if seen["go"] && !seen["js"] {
		return "go"
	}
	return "js"
}
