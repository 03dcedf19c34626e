package grounding

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// Many claims against a large context must not cost their product.
func TestManyClaimsAgainstALargeContext(t *testing.T) {
	var context, answer strings.Builder
	for i := 0; context.Len() < 5<<20; i++ {
		fmt.Fprintf(&context, "holds%d stands beside walks%d\n", i, i)
	}
	fmt.Fprint(&context, "last7(x)")
	for i := range 10_000 {
		fmt.Fprintf(&answer, "`last%d(x)` `holds%d(x)`\n", i, i)
	}
	ground := checkout{}
	for i := range 10_000 {
		ground[fmt.Sprintf("holds%d", i)] = 2 // fake, and mentioned as a word of prose
	}
	r := Trace(answer.String(), Prepare(context.String(), Source{}), Ground{Repository: ground}, DefaultRules())
	if r.Claims.Total != 20_000 || r.Claims.Grounded != 1 {
		t.Errorf("%d of %d", r.Claims.Grounded, r.Claims.Total)
	}
}

func TestControlCharactersStayInsideTheJSON(t *testing.T) {
	const answer = "scanner \x1b[31m`va\x00nish(x)`\x07 \u2028 src/\x1b]0;x.go"
	r := Trace(answer, Prepare("scanner\x00", Source{Path: "a\nb"}), fakes(), DefaultRules())
	line := r.JSON()
	if !json.Valid(line) || strings.ContainsAny(strings.TrimSuffix(string(line), "\n"), "\x00\x07\x1b\n\r") {
		t.Errorf("%q", line)
	}
}

func FuzzTrace(f *testing.F) {
	f.Add("Typically `a(b)` in src/x.go", "a(b) src/x.go", 0.25)
	f.Add("\xff\x00`é(", "\ufeff", 1.0)
	f.Fuzz(func(t *testing.T, response, context string, threshold float64) {
		if Fraction(threshold) != nil {
			return
		}
		rules := DefaultRules()
		rules.Threshold, rules.Support = threshold, true
		r := Trace(response, Prepare(context, Source{}), fakes("a"), rules)
		c := r.Claims
		if r.Score < 0 || r.Score > 1 || c.Grounded+len(c.Ungrounded) != c.Total || len(c.Checked) != c.Total {
			t.Errorf("%+v", r)
		}
		passes := r.Score >= threshold && len(c.Ungrounded) == 0
		if r.Verdict != results.Inconclusive && passes != (r.Verdict == results.Pass) {
			t.Errorf("%s: %+v", r.Verdict, r)
		}
		for _, p := range c.Ungrounded {
			if p.start < 0 || p.end < p.start || p.end > len(response) || p.Line < 1 || p.Column < 1 {
				t.Errorf("%+v in %d bytes", p, len(response))
			}
		}
		if line := r.JSON(); !json.Valid(line) || !utf8.Valid(line) {
			t.Errorf("%q", line)
		}
	})
}
