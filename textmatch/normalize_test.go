package textmatch

import (
	"strings"
	"testing"
	"unicode/utf8"
)

var hostile = []string{
	"", " ", "a  b", "\r\n\r\n", "1,200 1 200 1,20 12,345,678.9", "0\u0301", "e\u200b\u0301",
	"Straße İ ﬃ ½ 1½ 10² ①② \ufdfa ΐ ǰ", "**a** _b_ `c` [d](e) ~~f~~ \\* ![g](h)", "a\xff\xfe b\xc3",
	"\u0301\u0301\u0301", "\u00a0\u202f\u2028\u2029\u0085", "\U0001F680\U0001F3FD\u200d", "ｶﾞ가\u11a8각",
	strings.Repeat("a\u0301", 50), "a" + strings.Repeat("\u0301", 80), "[[[[](](](", "*_*_**__``` `` `",
	"\u115f\u1160\u3164x", "\u00b4 \u2017 \u00a8",
}

// Every normalised byte leads back to a valid place of the original, and the
// places never run backwards.
func checkView(t *testing.T, s string, v *view) {
	t.Helper()
	if !utf8.ValidString(v.norm) || strings.Contains(v.norm, "  ") {
		t.Fatalf("%q: normalised to %q", s, v.norm)
	}
	last := 0
	for i, r := range v.norm {
		span := v.span(i, i+utf8.RuneLen(r))
		if span.Start < last || span.End <= span.Start || span.End > len(s) {
			t.Fatalf("%q: %q at %d has span %v after %d", s, r, i, span, last)
		}
		if !onRune(s, span.Start) || !onRune(s, span.End) {
			t.Fatalf("%q: %q at %d has span %v within a character", s, r, i, span)
		}
		last = span.Start
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := Normalize(s)
		checkView(t, s, text.raw)
		checkView(t, s, text.plain)
		if again := newView(text.raw.norm, nil).norm; again != text.raw.norm && newView(again, nil).norm != again {
			t.Errorf("%q: normalising never settles: %q, %q", s, text.raw.norm, again)
		}
	})
}

// What a hit spans, taken alone, holds the phrase again.
func FuzzFind(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, "a", false)
		f.Add(s, s, true)
	}
	f.Add("co\u00adoperate **30** days 1,200", "cooperate 30 days 1200", false)
	f.Fuzz(func(t *testing.T, s, phrase string, word bool) {
		last := 0
		for h := range Normalize(s).FindAll(phrase, FindOptions{Word: word}) {
			if h.Start < last || h.End <= h.Start || h.End > len(s) {
				t.Fatalf("%q in %q: hit %v after %d", phrase, s, h, last)
			}
			if !onRune(s, h.Start) || !onRune(s, h.End) {
				t.Fatalf("%q in %q: hit %v cuts a character", phrase, s, h)
			}
			last = h.End
			if got := s[h.Start:h.End]; !rematches(got, phrase) {
				t.Fatalf("%q in %q: span %q does not hold it", phrase, s, got)
			}
			if e := Excerpt(s, h, 3); !strings.Contains(e, "…") && e != s {
				t.Fatalf("%q in %q: excerpt %q", phrase, s, e)
			}
			Negated(s, h)
		}
	})
}

// rematches looks for a phrase in the text of one of its hits. The text has
// lost its neighbours, so marks and numbers may read differently: the views
// are compared without marks and separators.
func rematches(got, phrase string) bool {
	bare := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune("*_`~[]()\\, ", r) {
				return -1
			}
			return r
		}, s)
	}
	text, want := Normalize(got), bare(needle(phrase))
	return strings.Contains(bare(text.raw.norm), want) || strings.Contains(bare(text.plain.norm), want)
}

// hostileSize is large enough that a text read again for each of its marks
// would run into the test's time limit under the race detector.
const hostileSize = 1 << 18

// A text of marks alone must not be read again and again.
func TestNormalizeOfManyMarksIsLinear(t *testing.T) {
	for _, mark := range []string{"[", "[a](", "*", "*a", "_a **", "`", "`` ` ", "~~a", "\\", "![", "](", "1,", "1 200 "} {
		text := Normalize(strings.Repeat(mark, hostileSize/len(mark)))
		if _, ok := text.Find("not there", FindOptions{}); ok {
			t.Errorf("found a phrase in %q repeated", mark)
		}
	}
}

func TestOffsetsTakeLittleMemory(t *testing.T) {
	const perPiece = 12
	for _, s := range []string{"plain words ", "Привет, мир. ", "a  b ", "it’s ", "é", "ß", "退款。", "a\u00ad"} {
		text := strings.Repeat(s, 1000)
		v := newView(text, nil)
		if used := perPiece * len(v.pieces); used > 9*len(text) {
			t.Errorf("%q: %d bytes of offsets for %d bytes of text", s, used, len(text))
		}
	}
}

func benchmarkNormalize(b *testing.B, sentence string) {
	text := strings.Repeat(sentence, 1+4096/len(sentence))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Normalize(text)
	}
}

func BenchmarkNormalize(b *testing.B) {
	for _, row := range []struct{ name, text string }{
		{"ascii", "Customers have 30 days to ask for a refund, and need the receipt. "},
		{"markdown", "Customers have **30 days** to ask for a [refund](https://example.test/a). "},
		{"mixed", "Customers don’t have 1,200 days – “only” 30 – at the Café. "},
		{"cyrillic", "У клиентов есть тридцать дней, чтобы вернуть товар. "},
		{"cjk", "客户可以在三十天内申请退款。需要提供收据。"},
	} {
		b.Run(row.name, func(b *testing.B) { benchmarkNormalize(b, row.text) })
	}
}

func BenchmarkFind(b *testing.B) {
	text := Normalize(strings.Repeat("Customers have 30 days to ask for a refund. ", 100))
	for b.Loop() {
		text.Find("proof of purchase", FindOptions{})
	}
}

func BenchmarkCountWords(b *testing.B) {
	text := strings.Repeat("Customers don’t have 1,200 days to ask for a refund. ", 100)
	for b.Loop() {
		CountWords(text)
	}
}
