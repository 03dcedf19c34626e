package repository

import (
	"path"
	"strings"
)

// language says how to tell code from comments and strings, and which words
// declare a name. It is a row of a table: what a language needs beyond it has
// its own function.
type language struct {
	name     string
	line     []string // openers of comments that end with the line
	block    []fence  // comments
	nested   bool     // block comments nest
	quotes   []fence  // strings, longest opener first
	declares words    // the next name is declared: func, class, …
	keywords words    // stand before a parenthesis without being called
	owners   words    // of these, the ones whose name can stand before a dot
	braces   bool     // bodies are in braces
	heads    bool     // name(…) { at the head of a statement declares name
	indents  bool     // bodies end where the indentation does
	spaced   bool     // a call may have a space before its parenthesis
	docAfter bool     // the file's own comment is a string: Python
	special  func(src []byte, i int) int
}

// fence is a pair of delimiters. A string that may not span lines ends with
// its line at the latest, so that one stray quote hides one line only.
type fence struct {
	open, close string
	lines       bool // may span lines
	raw         bool // a backslash does not escape
}

type words map[string]bool

func list(text string) words { return set(strings.Fields(text)...) }

// languageOf returns the language of a path by its ending, nil for what is
// not code.
func languageOf(name string) *language {
	return endings[strings.ToLower(path.Ext(name))]
}

var endings = map[string]*language{
	".go": &golang,
	".js": &javascript, ".jsx": &javascript, ".mjs": &javascript, ".cjs": &javascript,
	".ts": &javascript, ".tsx": &javascript, ".mts": &javascript, ".cts": &javascript,
	".vue": &javascript, ".svelte": &javascript, ".astro": &javascript,
	".py": &python, ".pyi": &python, ".pyx": &python,
	".java": &java, ".kt": &kotlin, ".kts": &kotlin, ".scala": &scala, ".groovy": &java, ".gradle": &java,
	".cs": &csharp, ".dart": &dart,
	".c": &clang, ".h": &clang, ".cc": &clang, ".cpp": &clang, ".cxx": &clang, ".hpp": &clang, ".hh": &clang,
	".m": &clang, ".mm": &clang, ".cu": &clang,
	".rs": &rust, ".swift": &swift, ".rb": &ruby, ".rake": &ruby, ".php": &php,
	".sh": &shell, ".bash": &shell, ".zsh": &shell,
}

// notCallees are words that most of these languages have and that may stand
// before a parenthesis without being called; a language's keywords are the
// rest.
var notCallees = list(`if else while for foreach switch case catch return function class do try in and or
	not new throw import`)
