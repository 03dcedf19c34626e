package reports

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// reader is a Markdown reader with every extension GitHub has, and some more.
func reader() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList))
}

// kindsOf counts the nodes a reader makes of a text.
func kindsOf(source string) map[ast.NodeKind]int {
	kinds := map[ast.NodeKind]int{}
	_ = ast.Walk(reader().Parser().Parse(text.NewReader([]byte(source))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			kinds[n.Kind()]++
		}
		return ast.WalkContinue, nil
	})
	return kinds
}

// onlyHas names a node kind that is not among the allowed ones.
func onlyHas(kinds map[ast.NodeKind]int, allowed ...ast.NodeKind) error {
	for kind, n := range kinds {
		if !slices.Contains(allowed, kind) {
			return fmt.Errorf("%d %s", n, kind)
		}
	}
	return nil
}

var tag = regexp.MustCompile(`<[^>]*>`)

// shown is the text a person sees of a piece of rendered HTML. Text holds no
// bare angle bracket there, so every tag is one of the reader's own.
func shown(rendered string) string {
	return html.UnescapeString(tag.ReplaceAllString(rendered, ""))
}

func toHTML(t *testing.T, source string) string {
	t.Helper()
	var b bytes.Buffer
	if err := reader().Convert([]byte(source), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWholeReportKeepsItsShape(t *testing.T) {
	for name, v := range views(t) {
		source := string(render(t, Markdown, v))
		kinds := kindsOf(source)
		err := onlyHas(kinds, ast.KindDocument, ast.KindText, ast.KindHeading, ast.KindParagraph, ast.KindTextBlock,
			ast.KindEmphasis, ast.KindCodeSpan, ast.KindList, ast.KindListItem, ast.KindBlockquote,
			extast.KindTable, extast.KindTableHeader, extast.KindTableRow, extast.KindTableCell)
		if err != nil {
			t.Errorf("%s: text became %v", name, err)
		}
		if want, got := headingsOf(v), kinds[ast.KindHeading]; got != want {
			t.Errorf("%s: %d headings, want %d", name, got, want)
		}
		evenRows(t, name, source)
	}
}

// headingsOf counts what a report must have: six of its own, one for each
// block that only some runs have, one per verdict that occurs, one per
// question shown in full.
func headingsOf(v View) int {
	n := 6
	if v.Doc.Target != nil {
		n++
	}
	if v.Doc.Repeats != nil {
		n++
	}
	for _, has := range []bool{v.Doc.Quarantine != nil, v.Doc.Panel != nil, v.Doc.Slices != nil, v.Doc.Anchors != nil} {
		if has {
			n++
		}
	}
	seen := map[string]bool{}
	for e := range v.Entries() {
		q := QuestionOf(v.Doc.Run, e)
		section := string(q.Verdict)
		switch {
		case q.Anchor:
			section = "anchors"
		case summary.Held(v.Doc.Run, e.Question):
			section = "quarantine"
		}
		if !seen[section] {
			n++
		}
		if seen[section] = true; section != string(q.Verdict) {
			continue
		}
		if q.Verdict == results.Fail || q.Verdict == results.Error {
			n++
		}
	}
	return n
}

// evenRows counts pipes in the source, because a reader cuts rows that are
// too long and fills those that are too short.
func evenRows(t *testing.T, name, source string) {
	t.Helper()
	want := 0
	for line := range strings.Lines(source) {
		pipes := strings.Count(line, "|")
		switch {
		case !strings.HasPrefix(line, "|"):
			want = 0
			if pipes > 0 {
				t.Errorf("%s: a bare pipe outside of tables: %q", name, line)
			}
		case want == 0:
			want = pipes
		case pipes != want:
			t.Errorf("%s: %d pipes where the header has %d: %q", name, pipes, want, line)
		}
	}
}
