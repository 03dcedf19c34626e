package grounding

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Every one of these is large enough that work which grows with its square
// does not end within the time of a test run.
func TestClaimsOfHostileResponses(t *testing.T) {
	const many = 20_000
	ladder := func() string {
		var b strings.Builder
		for i := range 2000 {
			b.WriteString(strings.Repeat("`", i+1) + " ")
		}
		return b.String()
	}
	for _, c := range []struct {
		name, response string
		claims         int
	}{
		{"backticks", strings.Repeat("`", 10*many), 0},
		{"parted backticks", strings.Repeat("` ", 10*many), 0},
		{"runs of backticks of every length", ladder(), 0},
		{"runs with one that closes", ladder() + strings.Repeat("``` ` ", many), 0},
		{"calls on one line", strings.Repeat("`a()` ", many), 1},
		{"denied calls on one line", strings.Repeat("no `a()` or ", many), 1},
		{"calls in a list of names", strings.Repeat("`a()`, ", many), 1},
		{"unclosed calls", strings.Repeat("`a(", many), 0},
		{"unclosed type arguments", strings.Repeat("`a<b", many), 0},
		{"import lines", strings.Repeat("import\n", many), 0},
		{"import lines of one module", strings.Repeat("import a\n\n", many), 1},
		{"open imports", strings.Repeat("import {a,\n", many), 0},
		{"open imports in a fence", "```js\n" + strings.Repeat("import {a,\n", many), 0},
		{"open imports on one line", "```js\n" + strings.Repeat("import {a,;", many), 0},
		{"one long import", "```js\nimport {" + strings.Repeat("a, ", many) + "} from 'x'", 1},
		{"open comments", "```js\n" + strings.Repeat("import //;", many) + strings.Repeat("require(/*", many) + strings.Repeat("require( //", many), 0},
		{"open strings", "```js\n" + strings.Repeat("require('", many), 0},
		{"open Go blocks", "```go\n" + strings.Repeat("import (\n", many), 0},
		{"open Go blocks in prose", strings.Repeat("import (\n\"a\"\n", many), 1},
		{"Python list", "```python\nimport " + strings.Repeat("a, ", many) + "b", 2},
		{"unclosed fences", strings.Repeat("```js\n", many), 0},
		{"fences of growing length", strings.ReplaceAll(ladder(), " ", "\n"), 0},
		{"sentences without spaces", strings.Repeat("x.Aa", many), 0},
		{"one endless path", strings.Repeat("a/", many) + "b.js", 0},
		{"dots", strings.Repeat(".", 10*many) + " `a()`", 1},
		{"files in one piece of code beside endless words", strings.Repeat("function ", many) + "`" + strings.Repeat("a.js ", many) + "`", 1},
		{"open links", "`a()` " + strings.Repeat("](", many), 1},
		{"quotation marks", strings.Repeat(">", 10*many), 0},
		{"blank lines", strings.Repeat("\n", 10*many) + "`a()`", 1},
		{"broken UTF-8", strings.Repeat("\xff`\xc3", many), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := len(Claims(c.response)); got != c.claims {
				t.Errorf("%d claims, want %d", got, c.claims)
			}
		})
	}
}

// FuzzClaims holds every claim to its place: within the response, on character
// boundaries, over the value as it is written, in the promised order.
func FuzzClaims(f *testing.F) {
	for _, seed := range []string{
		"There is no `foo()`; see `src\\a\\b.js`, ./lib/x.js and src/my\\_file.js.Then",
		fence("js", "import {a} from 'x'\nrequire(\"y\")"), fence("go", "import (\n\ta \"x/y\"\n)"),
		fence("python", "from .a import b"), fence("rust", "use a::{b};"), fence("cpp", "#include <a/b.h>"),
		"`größe<T>(x)` 请看src/a.js文件", "> ```\n> import \"a.b/c\"\n> ```", "~~~\n``\n~~~ \xff`a()`",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, response string) {
		seen := map[claimed]bool{}
		order := map[Kind]int{Symbol: 0, File: 1, Import: 2}
		previous := Claim{Kind: Symbol, Start: -1}
		for _, c := range Claims(response) {
			checkPlace(t, response, c)
			if seen[claimed{c.Kind, c.Value}] {
				t.Errorf("%s %q twice", c.Kind, c.Value)
			}
			seen[claimed{c.Kind, c.Value}] = true
			if order[c.Kind] < order[previous.Kind] || c.Kind == previous.Kind && c.Start < previous.Start {
				t.Errorf("%+v after %+v", c, previous)
			}
			previous = c
		}
	})
}

func checkPlace(t *testing.T, response string, c Claim) {
	t.Helper()
	if c.Start < 0 || c.End <= c.Start || c.End > len(response) {
		t.Fatalf("%+v is outside the response", c)
	}
	if written := response[c.Start:c.End]; writtenValue(c, written) != c.Value {
		t.Errorf("%+v is written %q", c, written)
	}
	if !utf8.RuneStart(response[c.Start]) || c.End < len(response) && !utf8.RuneStart(response[c.End]) && utf8.ValidString(response) {
		t.Errorf("%+v splits a character", c)
	}
	line := response[strings.LastIndexByte(response[:c.Start], '\n')+1 : c.Start]
	if c.Line != 1+strings.Count(response[:c.Start], "\n") || c.Column != 1+utf8.RuneCountInString(line) {
		t.Errorf("%+v is at line %d, column %d", c, c.Line, c.Column)
	}
}

// writtenValue turns separators and Markdown escapes into what they stand for.
func writtenValue(c Claim, written string) string {
	if c.Kind != File || c.Value == written {
		return written
	}
	if escaped := strings.ReplaceAll(strings.ReplaceAll(written, `\_`, "_"), `\`, "/"); c.Value == escaped {
		return escaped
	}
	return strings.ReplaceAll(written, `\`, "/")
}
