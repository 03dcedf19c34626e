package grounding

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// deniedIn returns the denied and the asserted values, each sorted.
func deniedIn(response string) (denied, asserted []string) {
	for _, c := range Claims(response) {
		if c.Denied {
			denied = append(denied, c.Value)
		} else {
			asserted = append(asserted, c.Value)
		}
	}
	slices.Sort(denied)
	slices.Sort(asserted)
	return denied, asserted
}

func TestDenied(t *testing.T) {
	for _, response := range []string{
		"There is no `foo()`.",
		"There is no `foo()` in `a/bar.go`.",
		"There's no function called `foo()` here.",
		"There is no such method as `foo()`.",
		"No function `foo()`.",
		"No `foo()` exists in the package.",
		"there isn't any `foo()`",
		"There is not a `foo()` helper.",
		"I found no `foo()`.",
		"The module has no exported function named **`foo()`**.",
		"The package does not define a `foo()`.",
		"It doesn’t provide `foo()`.",
		"The context does not mention `foo()`.",
		"They don't export `foo()`.",
		"I could not find `foo()`.",
		"I was unable to find the `foo()` function.",
		"The code lacks `foo()`.",
		"You call the nonexistent `foo()`.",
		"Nothing named `foo()` is there.",
		"`foo()` does not exist.",
		"`foo()` doesn't actually exist.",
		"The `foo()` function does not exist.",
		"`foo()` is not defined.",
		"`foo()` isn't available.",
		"`foo()` is not a function in this package.",
		"`foo()` is not a real function.",
		"`foo()` is not part of the API.",
		"`foo()` is not in the repository.",
		"`foo()` never existed.",
		"`foo()` has never existed.",
		"`foo()` no longer exists.",
		"`foo()` is missing.",
		"`foo()` cannot be found.",
		"`foo()` could not be found.",
		"`foo()`: not found",
		"It calls `foo()`, which does not exist.",
		"It calls `foo()` (which is undefined).",
		"[`foo()`](https://x.invalid/a) does not exist.",
		"- `foo()` does not exist\n- ok",
		"There is no\n`foo()` anywhere.",
	} {
		denied, asserted := deniedIn(response)
		asserted = slices.DeleteFunc(asserted, func(v string) bool { return v == "a/bar.go" })
		if !slices.Equal(denied, []string{"foo"}) || len(asserted) > 0 {
			t.Errorf("%q: denied %q, asserted %q", response, denied, asserted)
		}
	}
}

func TestAsserted(t *testing.T) {
	for _, response := range []string{
		"Call `foo()`.",
		"Do not call `foo()`.",
		"Never call `foo()` twice.",
		"`foo()` does not return.",
		"`foo()` is not called.",
		"`foo()` is not only defined here.",
		"`foo()` returns false if the key does not exist.",
		"`foo()` is not a method but a function.",
		"There is no need to call `foo()`.",
		"There is no doubt that `foo()` works.",
		"There is no `foo()` call in the loop.",
		"Please do not include `foo()` in the list.",
		"Do not define `foo()` twice.",
		"The key does not exist. `foo()` adds it.",
		"The key does not exist, so `foo()` adds it.",
		"It is not missing; `foo()` adds it.",
		"- the key does not exist\n- `foo()` adds it",
		"No key: `foo()` adds it.",
		"It exists: `foo()` not only reads.",
		"Unlike the key, which does not exist, `foo()` does.",
		"Without `foo()` nothing works.",
		"It does not use `foo()`.",
		"`foo()` appears to be missing nothing.",
	} {
		if denied, asserted := deniedIn(response); len(denied) > 0 || !slices.Equal(asserted, []string{"foo"}) {
			t.Errorf("%q: denied %q, asserted %q", response, denied, asserted)
		}
	}
}

func TestDeniedAmongSeveral(t *testing.T) {
	for _, c := range []struct {
		response         string
		denied, asserted []string
	}{
		{"There is no `a()` or `b()`.", []string{"a", "b"}, nil},
		{"There is no `a()`, `b()` or `c()`.", []string{"a", "b", "c"}, nil},
		{"There is neither `a()` nor `b()`.", []string{"a", "b"}, nil},
		{"Neither `a()` nor `b()` exists.", []string{"a", "b"}, nil},
		{"`a()` and `b()` do not exist.", []string{"a", "b"}, nil},
		{"There is no `a()`, use `b()`.", []string{"a"}, []string{"b"}},
		{"There is no `a()`, `b()` does that.", []string{"a"}, []string{"b"}},
		{"There is no `a()` and `b()` is used.", []string{"a"}, []string{"b"}},
		{"Use `a()`, `b()` does not exist.", []string{"b"}, []string{"a"}},
		{"`a()` exists but `b()` does not exist.", []string{"b"}, []string{"a"}},
		{"There is no file `src/a.js` or src/b.js.", []string{"src/a.js", "src/b.js"}, nil},
		{"No such file or directory: src/a.js", []string{"src/a.js"}, nil},
		{"src/a.js: no such file or directory", []string{"src/a.js"}, nil},
		{"Cannot find module './a.js' or ./lib/b.js", []string{"a.js", "lib/b.js"}, nil},
		{"There is no .github/x.yml.", []string{".github/x.yml"}, nil},
		{"`import nope` is not available", []string{"nope"}, nil},
	} {
		denied, asserted := deniedIn(c.response)
		if diff := cmp.Diff([][]string{c.denied, c.asserted}, [][]string{denied, asserted}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.response, diff)
		}
	}
}

// A value that is asserted anywhere is asserted, at that place.
func TestDeniedAndAsserted(t *testing.T) {
	for _, c := range []struct {
		response string
		line     int
	}{
		{"There is no `foo()`.\nCall `foo()`.\n`foo()` is fine.", 2},
		{"Call `foo()`.\nThere is no `foo()`.", 1},
	} {
		claims := Claims(c.response)
		if len(claims) != 1 || claims[0].Denied || claims[0].Line != c.line {
			t.Errorf("%q: %+v, want one assertion in line %d", c.response, claims, c.line)
		}
	}
}

// Code says nothing about what exists.
func TestCodeDeniesNothing(t *testing.T) {
	if denied, _ := deniedIn(fence("js", "// there is no\nimport x from 'y' // does not exist")); len(denied) > 0 {
		t.Errorf("denied %q", denied)
	}
}
