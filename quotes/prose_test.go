package quotes

import (
	"fmt"
	"testing"
)

// evidenceLines writes evidence as "u1|1|quote".
func evidenceLines(list []Evidence) []string {
	out := []string{}
	for _, e := range list {
		out = append(out, fmt.Sprintf("%s|%d|%s", e.ClaimID, e.Source, e.Quote))
	}
	return out
}

func TestProseQuotationsAreFound(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		want         []string
	}{
		{"straight", `The log says "the tide rose" [1].`, []string{"u1|1|the tide rose"}},
		{"curly", `The log says “the tide rose” [1].`, []string{"u1|1|the tide rose"}},
		{"curly, the same mark twice", `The log says “the tide rose“ [1].`, []string{"u1|1|the tide rose"}},
		{"single curly", `It says ‘the tide rose’ [1].`, []string{"u1|1|the tide rose"}},
		{"single straight beside a citation", `It says 'the tide didn't rise' [1].`, []string{"u1|1|the tide didn't rise"}},
		{"French", `Il dit « la marée monta » [1].`, []string{"u1|1|la marée monta"}},
		{"German", `Er sagt „die Flut stieg“ [1].`, []string{"u1|1|die Flut stieg"}},
		{"German in print", `Er sagt »die Flut stieg« [1].`, []string{"u1|1|die Flut stieg"}},
		{"Swedish", `Han säger ”tidvattnet steg” [1].`, []string{"u1|1|tidvattnet steg"}},
		{"Polish", `Mówi „przypływ wzrósł” [1].`, []string{"u1|1|przypływ wzrósł"}},
		{"Japanese", `記録は「潮が上がった」と言う[1]。`, []string{"u1|1|潮が上がった"}},
		{"Chinese", `他说“潮水上涨了”[1]。他又说"船离开了"[2]。`, []string{"u1|1|潮水上涨了", "u2|2|船离开了"}},
		{"nested, another kind", `It says “the 'spring' tide "rose"” [1].`, []string{`u1|1|the 'spring' tide "rose"`}},
		{"nested, the same kind", `It says “the “spring” tide rose” [1].`, []string{"u1|1|the “spring” tide rose"}},
		{"an apostrophe inside", `It says ‘the dogs’ home didn’t close’ [1].`, []string{"u1|1|the dogs’ home didn’t close"}},
		{"an inch mark inside", `It says "a 12" pipe was laid" [1].`, []string{`u1|1|a 12" pipe was laid`}},
		{"a figure at the end", `It says "rose by 12" and "fell by 3" [1].`, []string{"u1|1|rose by 12", "u2|1|fell by 3"}},
		{"over a line break", "It says \"the tide\nrose\" [1].", []string{"u1|1|the tide\nrose"}},
		{"apostrophes are none", `The dogs' home isn't the cats' [1].`, []string{}},
		{"inches and minutes are none", `A 12" pipe and a 9" one at 5' [1].`, []string{}},
		{"code is none", "Set `x = \"the tide rose\"` [1].", []string{}},
		{"no paragraph is crossed", "It says \"the tide [1].\n\nThe rest\" [2].", []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, "evidence", tt.want, evidenceLines(ParseProse(tt.answer, nil).Evidence))
		})
	}
}

func TestProseQuotationsTakeTheNearestCitation(t *testing.T) {
	ids := []string{"P1", "Harbour Log (1998)", "doc-3.md"}
	for _, tt := range []struct {
		name, answer string
		want         []string
	}{
		{"behind", `"Tides rose" [1] and "boats left" [2].`, []string{"u1|1|Tides rose", "u2|2|boats left"}},
		{"behind the full stop", `"Tides rose." [1] "Boats left." [2]`, []string{"u1|1|Tides rose.", "u2|2|Boats left."}},
		{"before", `[1] says "tides rose". [2] says "boats left".`, []string{"u1|1|tides rose", "u2|2|boats left"}},
		{"the nearer of two", `[1] says "tides rose", and much more can be read in [2].`, []string{"u1|1|tides rose"}},
		{"inside", `"Tides rose [1]" and so on.`, []string{"u1|1|Tides rose"}},
		{"one for two quotations", `Both "tides rose" and "boats left" are there [1].`, []string{"u1|1|tides rose", "u2|1|boats left"}},
		{"two for one quotation", `"Tides rose" [1][3].`, []string{"u1|1|Tides rose", "u1|3|Tides rose"}},
		{"by id", `"Tides rose" [p1].`, []string{"u1|1|Tides rose"}},
		{"by title, with a page", `"Tides rose" (see Harbour Log (1998), p. 3).`, []string{"u1|2|Tides rose"}},
		{"by title as a link", `"Tides rose" [doc-3.md](https://a.example).`, []string{"u1|3|Tides rose"}},
		{"by several ids", `"Tides rose" (P1; doc-3.md).`, []string{"u1|1|Tides rose", "u1|3|Tides rose"}},
		{"by the word source", `"Tides rose" (source 2).`, []string{"u1|2|Tides rose"}},
		{"an unknown name cites nothing", `"Tides rose" (Almanac).`, []string{}},
		{"no other sentence's", `"Tides rose" they say. Boats left [1].`, []string{}},
		{"a term beside a quotation is none", `The "spring tide" log says "it rose by a metre" [1].`, []string{"u1|1|it rose by a metre"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, "evidence", tt.want, evidenceLines(ParseProse(tt.answer, ids).Evidence))
		})
	}
}

func TestProseCountsWhatIsNotProved(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		claims       []string
		codes        []WarningCode
	}{
		{"a citation without a quotation", `Tides rose [2].`, []string{"u1 [2] Tides rose."}, []WarningCode{MissingEvidence}},
		{"a long quotation without a citation", `He said "the tide rose by a whole metre".`, []string{`u1 [] He said "the tide rose by a whole metre".`}, []WarningCode{NoGroup}},
		{"the same in Chinese", `他说「潮水在一九九八年春天上涨了整整一米」。`, []string{"u1 [] 他说「潮水在一九九八年春天上涨了整整一米」。"}, []WarningCode{NoGroup}},
		{"a way of speaking", `The so-called "night mode" is "great".`, []string{}, nil},
		{"source 0", `"Tides rose" [0].`, []string{`u1 [0] "Tides rose".`}, []WarningCode{BadIndex}},
		{"a refusal", `The sources do not say.`, []string{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := ParseProse(tt.answer, nil)
			equal(t, "claims", tt.claims, claimLines(p))
			equal(t, "warnings", tt.codes, codesOf(p.Warnings))
		})
	}
}

func TestProseTakesABlockOutUnread(t *testing.T) {
	p := ParseProse("\"Tides rose\" [1].{c1}\nEVI1\nc1|1|\"a quote of some length in a block\"\nEND_EVI1", nil)
	equal(t, "clean text", `"Tides rose" [1].`, p.CleanText)
	equal(t, "evidence", []string{"u1|1|Tides rose"}, evidenceLines(p.Evidence))
}
