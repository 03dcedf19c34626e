package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/grounding"
)

// What comes from answers, contexts and paths neither acts on a terminal nor
// makes lines of its own.
func FuzzGroundText(f *testing.F) {
	f.Add("In general, `va\x00nish(x)` \x1b[31mred\x1b[0m `a\rb(x)`", "src/\x1b]0;title\x07.md")
	f.Add("`\u202egnp(x)` in src/a\u2028b.go", "a\nReasons   : none")
	f.Fuzz(func(t *testing.T, response, path string) {
		rules := grounding.DefaultRules()
		rules.Support = true
		c := grounding.Prepare("scanner", grounding.Source{Path: path, Default: true, Warning: path})
		r := grounding.Trace(response, c, grounding.Ground{}, rules)
		r.Learning = &grounding.Learning{Applied: true, Action: "boost", Files: []string{path}, Reason: path}
		var b bytes.Buffer
		if err := tellGround(&b, r); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(c rune) bool { return c != '\n' && unicode.IsControl(c) }) {
			t.Errorf("%q", text)
		}
		if n := strings.Count(text, "\nReasons   :"); n != 1 {
			t.Errorf("%d lines of reasons in %q", n, text)
		}
	})
}
