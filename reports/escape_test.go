package reports

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// hostile is text that has broken reports: of tables, of readers, of
// terminals and of XML.
var hostile = map[string]string{
	"pipe":                  "a|b",
	"line break":            "line1\nline2",
	"escaped pipe":          `back\|slash`,
	"pipe in code":          "`code | code`",
	"delimiter row":         "| --- |",
	"delimiter alone":       ":---",
	"empty":                 "",
	"white space":           " \t\n ",
	"tags":                  "<b>x</b><script>alert(1)</script><!-- c -->",
	"character reference":   "&lt;b&gt; &#124; &amp",
	"remote image":          "![i](http://127.0.0.1/x.png)",
	"script link":           "[click](javascript:alert(1))",
	"reference link":        "[a]\n\n[a]: http://evil.example",
	"footnote":              "[^1]\n\n[^1]: note",
	"task":                  "[x] done",
	"bare addresses":        "http://evil.example https://evil.example/a_b_c ftp://x.example www.evil.example WWW.EVIL.EXAMPLE",
	"address after bracket": "(https://evil.example) *http://evil.example* _www.evil.example_ ~http://evil.example~",
	"angle addresses":       "<http://evil.example> <a@evil.example>",
	"mail":                  "a@evil.example mailto:a@evil.example @team a@@b `@` \\@x",
	"ATX heading":           "# heading\n####### seven\n#",
	"setext heading":        "title\n===\ntitle\n---",
	"rules":                 "---\n***\n___\n- - -",
	"list markers":          "- a\n* b\n+ c\n1. d\n2) e\n99999999999. f",
	"block quote":           "> a\n>> b",
	"fences":                "```\ncode\n````\n~~~\ncode",
	"indented code":         "    code\n\tcode",
	"definition":            "term\n: meaning",
	"emphasis":              "*a* **b** _c_ __d__ ~~e~~ snake_case _x_y_",
	"table":                 "a | b\n--- | ---\n1 | 2",
	"math":                  "costs $5 and $6, $$x$$",
	"trailing backslash":    `trailing \`,
	"backslashes":           `\\ \\\ \|\\| \a \<b>`,
	"colours and NUL":       "\x1b[31mred\x1b[0m \x00 ]]> & < \ufffe",
	"cursor and title":      "\x1b[2J\x1b]0;title\x07\x1b]8;;http://x\x1b\\link\x9b31m",
	"bidi":                  "\u202eabc\u202c \u2066x\u2069 \u200f",
	"invisible":             "a\u200bb\ufeffc\u00add\u2028e\u2029f\u0085g\U000e0041",
	"carriage returns":      "one\rtwo\r\nthree",
	"broken bytes":          "half \xf0\x9f pair \xff \xed\xa0\xbd",
	"emoji":                 "\U0001f378 \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea e\u0301",
}

func TestInlineTextIsReadAsItIs(t *testing.T) {
	for name, s := range hostile {
		t.Run(name, func(t *testing.T) { checkCell(t, s) })
	}
}

func FuzzMarkdownCell(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(checkCell)
}

// checkCell puts text into a table, a list item and a heading. A reader must
// find the shape that was written and see the text that was meant.
func checkCell(t *testing.T, s string) {
	cell := inline(s)
	var p page
	p.table([]string{"before", "text", "after"}, [][]string{{"1", cell, "2"}})
	p.list([]string{cell})
	p.block("## %s", cell)
	source := p.String()
	err := onlyHas(kindsOf(source), ast.KindDocument, ast.KindText, ast.KindTextBlock, ast.KindCodeSpan, ast.KindHeading,
		ast.KindList, ast.KindListItem, extast.KindTable, extast.KindTableHeader, extast.KindTableRow, extast.KindTableCell)
	if err != nil {
		t.Fatalf("%q became %v in\n%s", s, err, source)
	}
	want := oneLine(s)
	rendered := toHTML(t, source)
	for _, frame := range [][2]string{
		{"<td>1</td>\n<td>", "</td>\n<td>2</td>"}, {"<li>", "</li>"}, {"<h2>", "</h2>"},
	} {
		if got, ok := between(rendered, frame[0], frame[1]); !ok || shown(got) != want {
			t.Fatalf("%q is shown as %q in %s, want %q", s, shown(got), frame[0], want)
		}
	}
}

func between(s, start, end string) (string, bool) {
	_, rest, found := strings.Cut(s, start)
	inner, _, closed := strings.Cut(rest, end)
	return inner, found && closed
}

func TestQuotedTextIsReadAsItIs(t *testing.T) {
	for name, s := range hostile {
		t.Run(name, func(t *testing.T) { checkBlock(t, s) })
	}
}

func FuzzMarkdownBlock(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(checkBlock)
}

// checkBlock quotes a text of several lines between two paragraphs.
func checkBlock(t *testing.T, s string) {
	source := "before\n\n" + quote(s) + "\nafter\n"
	kinds := kindsOf(source)
	if err := onlyHas(kinds, ast.KindDocument, ast.KindText, ast.KindParagraph, ast.KindBlockquote, ast.KindCodeSpan); err != nil {
		t.Fatalf("%q became %v in\n%s", s, err, source)
	}
	if kinds[ast.KindBlockquote] != 1 {
		t.Fatalf("%q made %d block quotes", s, kinds[ast.KindBlockquote])
	}
	var want []string
	for _, line := range lines(s) {
		if line = oneLine(line); line != "" {
			want = append(want, line)
		}
	}
	inner, _ := between(toHTML(t, source), "<blockquote>", "</blockquote>")
	var got []string
	for line := range strings.Lines(shown(inner)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			got = append(got, line)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("%q is shown as\n%q, want\n%q", s, got, want)
	}
}

func TestIDsArePrintedAsWritten(t *testing.T) {
	for id, want := range map[string]string{
		"question_id":   "`question_id`",
		"shouldAnswer":  "`shouldAnswer`",
		"überweisung-1": "`überweisung-1`",
		"a|b":           "a&#124;b",
		"a`b":           "a\\`b",
		"":              "",
	} {
		if got := code(id); got != want {
			t.Errorf("code(%q) = %s, want %s", id, got, want)
		}
	}
}

func TestCutKeepsCharactersWhole(t *testing.T) {
	for _, tc := range []struct {
		rule, text string
		n          int
		want       string
	}{
		{"short text stays", "abc", 3, "abc"},
		{"the rest is counted", "abcdef", 3, "abc … (3 more characters)"},
		{"a combining mark stays with its letter", "ae\u0301x", 2, "a … (3 more characters)"},
		{"a joined emoji stays whole", "a\U0001f468\u200d\U0001f469b", 3, "a … (4 more characters)"},
		{"a flag stays whole", "a\U0001f1e9\U0001f1ea", 2, "a … (2 more characters)"},
		{"a skin tone stays with its hand", "a\U0001f44b\U0001f3fdb", 2, "a … (3 more characters)"},
		{"broken bytes are counted as characters", "a\xffb", 1, "a … (2 more characters)"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			if got := cut(tc.text, tc.n); got != tc.want {
				t.Errorf("cut(%q, %d) = %q, want %q", tc.text, tc.n, got, tc.want)
			}
		})
	}
}

func TestTerminalLinesFitAndDoNotAct(t *testing.T) {
	for name, s := range hostile {
		for _, width := range []int{0, 1, 3, 10, 40} {
			line := Fit(s, width)
			if strings.ContainsAny(line, "\x1b\x00\r\n\u009b") || strings.ContainsFunc(line, hidden) {
				t.Errorf("%s: %q acts on a terminal", name, line)
			}
			if !utf8.ValidString(line) || columns(line) > width {
				t.Errorf("%s: %q does not fit %d columns", name, line, width)
			}
			for text := range strings.Lines(wrap(s, "  ", width)) {
				if columns(strings.TrimSuffix(text, "\n")) > max(width, 3) {
					t.Errorf("%s: %q does not wrap at %d columns", name, text, width)
				}
			}
		}
	}
}
