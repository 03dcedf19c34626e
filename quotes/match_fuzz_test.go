package quotes

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// onRune reports whether i lies between two characters of s; a byte that is
// no UTF-8 is one by itself.
func onRune(s string, i int) bool {
	for at := range s {
		if at >= i {
			return at == i
		}
	}
	return i == len(s)
}

// FuzzMatch: no input panics, a span lies in its field between characters,
// scores keep to their ranges, and what a literal hit covers is found again
// word for word.
func FuzzMatch(f *testing.F) {
	f.Add(harbour, "It expects no fare increase until April")
	f.Add(harbour, "The harbour … pilot plant")
	f.Add("Größe <b>über</b> con-\nfirmed &amp; 12–15 %", "groesse über confirmed & 12-15%")
	f.Add("他们昨天到达了北京的车站。", "昨天到达了, 北京")
	f.Add("a\u0301 \xff\xfe [T]he ½ 10² 1,200", "the 1⁄2 102 1200")
	f.Add(strings.Repeat("a", 300), strings.Repeat("a", 100))
	f.Add("0"+strings.Repeat("\x97", 25), "\x800")
	f.Add("[...](...) *** `` ''", "... [...] …")
	f.Fuzz(func(t *testing.T, text, quote string) {
		p := Prepare(Source{Text: text, Title: "Harbour"}, Default, MatchOptions{})
		m := p.Match(quote)
		if m.Score < 0 || m.Score > 1 || m.Similarity < 0 || m.Similarity > 1 || m.Score > m.Similarity {
			t.Fatalf("score %g, similarity %g", m.Score, m.Similarity)
		}
		if (m.Start == nil) != (m.Method == NotFound) || (m.Start == nil) != (m.End == nil) {
			t.Fatalf("%s with start %v, end %v", m.Method, m.Start, m.End)
		}
		if m.Start == nil || m.Field != "text" {
			return
		}
		if *m.Start < 0 || *m.Start >= *m.End || *m.End > len(text) || !onRune(text, *m.Start) || !onRune(text, *m.End) {
			t.Fatalf("span %d..%d of %q", *m.Start, *m.End, text)
		}
		covered := text[*m.Start:*m.End]
		if m.Method == Exact && covered != strings.TrimSpace(quote) {
			t.Fatalf("exact, but covers %q", covered)
		}
		if m.Method == Fuzzy || !utf8.ValidString(text) {
			return
		}
		if again := p.Match(covered); again.Method != Exact {
			t.Fatalf("%s covers %q, which is then %s", m.Method, covered, again.Method)
		}
	})
}

// TestMatchHostileTexts would run for hours if any step were quadratic.
func TestMatchHostileTexts(t *testing.T) {
	for name, unit := range map[string]string{
		"one letter": "a", "one word": "a ", "brackets": "[", "tags": "<b", "entities": "&a", "hyphens": "-", "spaced hyphens": "a - ",
		"dots": ". . . ", "ellipses": "a… ", "digits": "1,", "marks": "e\u0301", "ideographs": "的", "negators": "not ", "broken lines": "a-\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Repeat(unit, 300_000/len(unit))
			p := Prepare(Source{Title: strings.TrimSpace(unit), Text: text}, Default, MatchOptions{})
			p.Match(text[:len(text)/2] + "x")
			p.Match(text[:len(unit)*50] + "x" + text[:len(unit)*50])
			p.Match(strings.Repeat(unit+":", 20_000))
			p.Match(text)
		})
	}
}

func TestMatchConcurrently(t *testing.T) {
	p := prepare(harbour)
	var wg sync.WaitGroup
	for _, q := range []string{"Ferries run more often", "Ferries run more oftne in winter", "THE PILOT PLANT reached", "eel grass... often in winter"} {
		for range 4 {
			wg.Go(func() {
				if m := p.Match(q); m.Method == NotFound {
					t.Errorf("%q not found", q)
				}
			})
		}
	}
	wg.Wait()
}
