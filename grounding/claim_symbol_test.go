package grounding

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// valuesOfKind returns the values of one kind, in order.
func valuesOfKind(response string, kind Kind) []string {
	values := []string{}
	for _, c := range Claims(response) {
		if c.Kind == kind {
			values = append(values, c.Value)
		}
	}
	return values
}

func checkValues(t *testing.T, response string, kind Kind, want ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), valuesOfKind(response, kind)); diff != "" {
		t.Errorf("%s claims of %q (-want +got):\n%s", kind, response, diff)
	}
}

func TestSymbols(t *testing.T) {
	for _, c := range []struct {
		rule, response string
		want           []string
	}{
		{"call", "via `scan(x)`", []string{"scan"}},
		{"call without arguments", "`scan()`", []string{"scan"}},
		{"spaces before the parenthesis", "`scan (x)`", []string{"scan"}},
		{"an option and its type", "`options (object)` `node (Rule|string)` `port (Number)` `name (optional)`", nil},
		{"a type right after the name", "`cast(object)` `join (a, b)` `pick (x)`", []string{"cast", "join", "pick"}},
		{"a name without a letter", "`$('a')` `_('text')` `$(npm bin)`", nil},
		{"nested parentheses", "`scan(read(x), (y))`", []string{"scan"}},
		{"a parenthesis in a string", "`scan(\"(\")`", []string{"scan"}},
		{"chained call claims its first name", "`scan(x).then(y)`", []string{"scan"}},
		{"two backticks", "``scan(`x`)``", []string{"scan"}},
		{"two backticks and a space", "`` scan(x) ``", []string{"scan"}},
		{"three backticks on one line", "see ```scan(x)``` there", []string{"scan"}},
		{"type arguments", "`scan<User>(x)` `pick<Map<K, V[]>>(x)` `Vec::<u8>(x)`", []string{"scan", "pick", "Vec"}},
		{"type arguments of Go", "`scan[User](x)` `pick[K, []V](x)` `ptr[*T](x)` `sum[int](x)` `at[time.Time](x)`", []string{"scan", "pick", "ptr", "sum", "at"}},
		{"call of an element", "`handlers[name](x)` `steps[0](x)` `table[KEY](x)` `byName[r.name](x)` `on[\"x\"](y)`", nil},
		{"comparison", "`a<b && c>(d)`", nil},
		{"other scripts", "`größe(x)` `計算(x)` `$el(x)` `_x()`", []string{"größe", "計算", "$el", "_x"}},
		{"each once", "`scan(x)` and `scan(y)`", []string{"scan"}},
		{"in the order of the text", "`b()` `a()`", []string{"b", "a"}},
		{"signature with types", "`load(path: string): Config`", []string{"load"}},
		{"method", "`a.b()` `a::b()` `a?.b()` `a->b()`", nil},
		{"construction and await", "`new X()` `await f()` `go f()` `defer f()`", nil},
		{"bare name", "`scan`", nil},
		{"unquoted call", "scan(x)", nil},
		{"call of a macro", "`vec!(x)`", nil},
		{"unclosed parenthesis", "`scan(x`", nil},
		{"leading space", "` scan(x)`", nil},
		{"number", "`3(x)`", nil},
		{"keyword", "`if (x)` `while(x)` `func (s *S) F()` `catch (e)` `elif (x)` `unless (x)` `synchronized (x)` `sizeof(x)`", nil},
		{"declaration", "`function f(x)` `def f(x)` `func F(x int)` `fn f(x)` `f(x) { return g(x) }` `f(x) => x`", nil},
		{"loading a module", "`require('x')` `import('x')`", nil},
		{"inside a fence", "```js\n`scan(x)`\n```\n", nil},
		{"inside an unclosed fence", "```js\nscan(x) `scan(x)`\n", nil},
		{"over a line break", "`scan(\nx)`", nil},
		{"text between two pieces of code", "`Widget`s (all of them) and `Store`", nil},
		{"after a fence in a list", "1. ```sh\n   run\n   ```\n2. `scan(x)`", []string{"scan"}},
		{"after a fence of tildes", "~~~\n```\n~~~\n`scan(x)`", []string{"scan"}},
		{"after a longer fence", "````md\n```\n`no()`\n```\n````\n`scan(x)`", []string{"scan"}},
		{"in a quotation", "> `scan(x)`", []string{"scan"}},
		{"Windows line ends", "`a()`\r\n```\r\n`no()`\r\n```\r\n`b()`\r\n", []string{"a", "b"}},
	} {
		t.Run(c.rule, func(t *testing.T) { checkValues(t, c.response, Symbol, c.want...) })
	}
}

func TestClaimPlace(t *testing.T) {
	response := "Größe: `scan(x)`.\r\n\r\nSee **src/größe.js** and\n`.\\lib\\my\\x.js`:\n```go\nimport r \"a.b/c\"\n```\n"
	want := []Claim{
		{Kind: Symbol, Value: "scan", Start: 10, End: 14, Line: 1, Column: 9},
		{Kind: File, Value: "src/größe.js", Start: 29, End: 43, Line: 3, Column: 7},
		{Kind: File, Value: "lib/my/x.js", Start: 53, End: 64, Line: 4, Column: 4},
		{Kind: Import, Value: "a.b/c", Language: "go", Start: 83, End: 88, Line: 6, Column: 11},
	}
	if diff := cmp.Diff(want, Claims(response)); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
}
