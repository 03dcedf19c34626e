package reports

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/evalrun/evalrun/results"
)

// TestGroundingTablesHoldHostileText: claims, sentences and passages are model
// text, and each must stay one cell of its own row.
func TestGroundingTablesHoldHostileText(t *testing.T) {
	for name, s := range hostile {
		t.Run(name, func(t *testing.T) {
			score := 0.5
			p := &page{}
			writeGrounding(p, &results.GroundCheck{
				Score:   &score,
				Claims:  []results.GroundClaim{{Kind: "symbol", Value: s, Via: s}, {Kind: "file", Value: s}},
				Weakest: []results.GroundSupport{{Text: s, Reason: s, Passage: s, Nearest: s}},
			})
			kinds := kindsOf(p.String())
			if kinds[extast.KindTable] != 2 || kinds[extast.KindTableRow] != 3 || kinds[extast.KindTableCell] != 3*3+2*5 {
				t.Errorf("%q became %v in\n%s", s, kinds, p.String())
			}
			for _, bad := range []ast.NodeKind{ast.KindRawHTML, ast.KindHTMLBlock, ast.KindLink, ast.KindAutoLink, ast.KindImage} {
				if kinds[bad] > 0 {
					t.Errorf("%q became %s", s, bad)
				}
			}
		})
	}
}

// TestGroundingWithoutAScore: a figure that does not exist must not read as 0,
// nor one that was not asked for as missing.
func TestGroundingWithoutAScore(t *testing.T) {
	p := &page{}
	writeGrounding(p, &results.GroundCheck{})
	if got := p.String(); strings.Contains(got, "0") || !strings.Contains(got, "nothing to score") || strings.Contains(got, "support") {
		t.Errorf("got %s", got)
	}
}

// TestUngroundedClaimsStandOut: denied claims are not failures.
func TestUngroundedClaimsStandOut(t *testing.T) {
	p := &page{}
	writeGrounding(p, &results.GroundCheck{Claims: []results.GroundClaim{
		{Kind: "symbol", Value: "Foo"}, {Kind: "symbol", Value: "Bar", Denied: true}, {Kind: "file", Value: "a.go", Via: "repo"},
	}})
	for _, row := range []string{"| `Foo` | symbol | **nothing** |", "| `Bar` | symbol | denied by the answer, not checked |", "| `a.go` | file | repo |"} {
		if !strings.Contains(strings.Join(strings.Fields(p.String()), " "), row) {
			t.Errorf("no row %s in\n%s", row, p.String())
		}
	}
}
