package textmatch

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWithoutMarkup(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"emphasis and links", "the **big** [plan](http://x.org) of `today`", "the big plan of today"},
		{"inline tags join", "<b>3</b>.2 H<sub>2</sub>O", "3.2 h2o"},
		{"block tags part", "<p>one</p><p class=\"x\">two<br/>three", " one two three"},
		{"a raised exponent stays apart", "10<sup>2</sup>", "10 2 "},
		{"comparisons are no tags", "p < 0.05 while r > 2 and a<b>c? x<y z>", "p < 0.05 while r > 2 and ac? x<y z>"},
		{"entities", "Marks &amp; Spencer&#39;s &nbsp;&lt;5 R&D &unknown;", "marks & spencer's <5 r&d &unknown;"},
		{"line-end hyphen", "con-\n  firmed con\u00AD\r\nfirmed", "confirmed confirmed"},
		{"no line-end hyphen before a capital or figure", "Anglo-\nSaxon 12-\n15", "anglo- saxon 12- 15"},
		{"an editor's bracket", "[T]he [sic] [a] b", "the [sic] [a] b"},
		{"ideographic stops", "好、好。", "好,好."},
		{"numbers that a tag parted", "1,<b>200</b>", "1200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Fold(c.text).WithoutMarkup().String(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestWithoutMarkupSharesPlainText(t *testing.T) {
	f := Fold("Nothing of the kind - at all.")
	if f.WithoutMarkup() != f {
		t.Error("a second reading of a text without markup")
	}
}

func TestTight(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"space before signs", "in practice , powerful ( GSC ) .", "in practice,powerful(gsc)."},
		{"ranges and percent", "12 – 15 %", "12-15%"},
		{"hyphens within words", "second - highest well-known", "secondhighest wellknown"},
		{"dashes are one", "a --- 5 — 6", "a-5-6"},
		{"both quotes are one", "``so'' \"said\" 'he'", "'so'said'he'"},
		{"numbers stay apart", "version 3. 5 people 3 .5", "version 3. 5 people 3 .5"},
		{"a sign keeps to its number", "of -3 degrees", "of-3 degrees"},
		{"ideographs", "我们 今天\n到了 ok", "我们今天到了 ok"},
		{"hyphens at the end", "a - - ", "a-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Fold(c.text).Tight().String(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestWordEdges(t *testing.T) {
	for _, c := range []struct {
		text, part string
		want       bool
	}{
		{"a healthy heart", "art", false},
		{"a healthy heart", "heart", true},
		{"it cost 3.25 now", "25", false},
		{"it cost 3.25 now", "3", false},
		{"in 2016, 12 came", "2016", true},
		{"con\u00ADfirmed", "firmed", false},
		{"cafe\u0301 noir", "cafe", false},
		{"到达了北京的", "北京", true},
		{"Canada's", "Canada", true},
		{"x\u4F60", "\xBD", false},
	} {
		lo := strings.Index(c.text, c.part)
		if got := WordEdges(c.text, Span{lo, lo + len(c.part)}); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.part, c.text, got, c.want)
		}
	}
}

func TestNegatorBesideHit(t *testing.T) {
	for _, c := range []struct{ text, hit, before, after string }{
		{"It expects no fare increase", "fare increase", "no", ""},
		{"The plan did not, they said, fail", "fail", "", ""},
		{"It was not only cheap", "cheap", "", ""},
		{"Everyone knows it will not work", "knows it will", "", "not"},
		{"Everyone knows it will not only work", "knows it will", "", ""},
		{"It is. Not so", "It is", "", ""},
		{"It is . Not so", "It is .", "", ""},
	} {
		lo := strings.Index(c.text, c.hit)
		h := Hit{lo, lo + len(c.hit)}
		if before, after := NegatorBefore(c.text, h), NegatorAfter(c.text, h); before != c.before || after != c.after {
			t.Errorf("%q in %q: %q and %q, want %q and %q", c.hit, c.text, before, after, c.before, c.after)
		}
	}
}

// FuzzFolded: every reading is valid UTF-8 without runs of spaces, and its
// characters map to the original in order, on the edges of characters.
func FuzzFolded(f *testing.F) {
	f.Add("Größe <b>über</b> con-\nfirmed &amp; 12–15 % [T]he")
	f.Add("他们、昨天。 e\u0301 \xff ½ 1,200 `` '' -- - \u2010\n")
	f.Fuzz(func(t *testing.T, text string) {
		folded := Fold(text)
		plain := folded.WithoutMarkup()
		for name, reading := range map[string]*Folded{"folded": folded, "plain": plain, "tight": plain.Tight()} {
			s := reading.String()
			if !utf8.ValidString(s) || name != "tight" && strings.Contains(s, "  ") {
				t.Fatalf("%s reading %q", name, s)
			}
			last := 0
			for i, r := range s {
				span := reading.Span(i, i+utf8.RuneLen(r))
				if span.Start < last || span.Start >= span.End || span.End > len(text) || splitsRune(text, span.Start) || splitsRune(text, span.End) {
					t.Fatalf("%s: %q at %d maps to %v of %q", name, r, i, span, text)
				}
				last = span.Start
			}
		}
	})
}
