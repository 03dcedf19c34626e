package reports

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

func TestComparisonsKeepTheirShapeInMarkdown(t *testing.T) {
	for name, c := range comparisons(t) {
		source := written(t, ".md", c)
		kinds := kindsOf(source)
		err := onlyHas(kinds, ast.KindDocument, ast.KindText, ast.KindHeading, ast.KindParagraph, ast.KindTextBlock,
			ast.KindEmphasis, ast.KindCodeSpan, ast.KindCodeBlock, ast.KindList, ast.KindListItem, ast.KindBlockquote,
			extast.KindTable, extast.KindTableHeader, extast.KindTableRow, extast.KindTableCell)
		if err != nil {
			t.Errorf("%s: text became %v", name, err)
		}
		for line := range strings.Lines(source) {
			if !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "|") && strings.Contains(line, "|") {
				t.Errorf("%s: a bare pipe outside of tables: %q", name, line)
			}
		}
	}
}

// TestHostileComparisonsHaveTheHeadingsOfTameOnes: text from outside adds no
// heading.
func TestHostileComparisonsHaveTheHeadingsOfTameOnes(t *testing.T) {
	all := comparisons(t)
	for hostile, tame := range map[string]string{"hostilerefused": "refused", "hostileranked": "ranked"} {
		got, want := kindsOf(written(t, ".md", all[hostile]))[ast.KindHeading], kindsOf(written(t, ".md", all[tame]))[ast.KindHeading]
		if got != want {
			t.Errorf("%s has %d headings, %s %d", hostile, got, tame, want)
		}
	}
	// That of two runs lists hard findings as well, which the tame one lacks.
	got, want := kindsOf(written(t, ".md", all["hostile"]))[ast.KindHeading], kindsOf(written(t, ".md", all["kept"]))[ast.KindHeading]
	if got != want+1 {
		t.Errorf("hostile has %d headings, want %d", got, want+1)
	}
}

func TestNoComparisonActsOnATerminal(t *testing.T) {
	for name, c := range comparisons(t) {
		for ending := range comparisonWriters {
			for _, r := range written(t, ending, c) {
				if r != '\n' && (r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0)) {
					t.Errorf("%s%s holds the control character %#x", name, ending, r)
				}
				if ending != ".json" && hidden(r) {
					t.Errorf("%s%s holds the invisible character %#x", name, ending, r)
				}
			}
		}
	}
}

func TestComparisonsHonourTheWidthOfTheTerminal(t *testing.T) {
	for name, c := range comparisons(t) {
		for _, width := range []int{40, 60, 80, 140} {
			var b strings.Builder
			if err := onTerminal(&b, c, Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				// A command is there to be copied and is not cut.
				if columns(strings.TrimSuffix(line, "\n")) > width && !strings.HasPrefix(line, "  evalrun ") {
					t.Errorf("%s at %d columns: %q", name, width, line)
				}
			}
		}
	}
}

func TestComparisonColoursAreOnlyAddedAndOnlyWhenAsked(t *testing.T) {
	for name, c := range comparisons(t) {
		var bare, colored strings.Builder
		if err := onTerminal(&bare, c, Options{}); err != nil {
			t.Fatal(err)
		}
		if err := onTerminal(&colored, c, Options{Color: true}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(bare.String(), "\x1b") {
			t.Errorf("%s: escape codes without being asked", name)
		}
		if got := strings.NewReplacer(red, "", green, "", yellow, "", reset, "").Replace(colored.String()); got != bare.String() {
			t.Errorf("%s: colours change the text", name)
		}
	}
}
