package textmatch

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

func TestWords(t *testing.T) {
	for _, row := range []struct {
		rule, text string
		want       []string
	}{
		{"folded", "The Straße IS open.", []string{"the", "strasse", "is", "open"}},
		{"apostrophes", "You don\u2019t, I DON'T", []string{"you", "don't", "i", "don't"}},
		{"numbers", "It costs 1,200.50 or 3.5 %", []string{"it", "costs", "1200.50", "or", "3.5"}},
		{"signs alone are no words", "- ** | … --", nil},
		{"hyphens part", "a well-known e-mail", []string{"a", "well", "known", "e", "mail"}},
		{"names with points", "see example.com.", []string{"see", "example.com"}},
		{"ideographs", "退款 ok", []string{"退", "款", "ok"}},
		{"emoji", "go 🚀 now", []string{"go", "now"}},
		{"soft hyphen", "co\u00adoperate", []string{"cooperate"}},
		{"no text", " \r\n", nil},
	} {
		t.Run(row.rule, func(t *testing.T) {
			if got := Words(row.text); !slices.Equal(got, row.want) {
				t.Errorf("got %q, want %q", got, row.want)
			}
			if got := CountWords(row.text); got != len(row.want) {
				t.Errorf("counted %d, want %d", got, len(row.want))
			}
		})
	}
}

// The ASCII path must part words as the Unicode rules do.
func FuzzASCIIWords(f *testing.F) {
	for _, s := range []string{"don't a_b 3.5", "1,200;3 a:b a.b. 'x' 5'10 a1.b2 _._", "x..y 1.a a.1 1_000", "'a' \"b\" a'1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !ascii(s) {
			return
		}
		var got, want []string
		asciiWords(s, func(w string) { got = append(got, w) })
		state := -1
		for word, rest := "", s; rest != ""; {
			word, rest, state = uniseg.FirstWordInString(rest, state)
			if strings.ContainsFunc(word, letterOrDigit) {
				want = append(want, word)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	})
}

func FuzzWords(f *testing.F) {
	f.Add("Straße 1,200 e\u0301 a\xffb")
	f.Fuzz(func(t *testing.T, s string) {
		words := Words(s)
		if n := CountWords(s); n != len(words) {
			t.Errorf("%q: counted %d, got %q", s, n, words)
		}
		for _, w := range words {
			if w == "" || !utf8.ValidString(w) {
				t.Errorf("%q: word %q", s, w)
			}
		}
	})
}
