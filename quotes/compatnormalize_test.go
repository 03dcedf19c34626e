package quotes

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestCompatNormalizeRules(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"capital dotted I becomes two characters", "İstanbul", "i\u0307stanbul"},
		{"sharp s and final sigma stay", "Straße ΟΔΟΣ οδος", "straße οδοσ οδος"},
		{"capital sharp s loses its case only", "STRAẞE", "straße"},
		{"next line is no white space", "a\u0085b", "a\u0085b"},
		{"zero-width no-break space is dropped, not a space", "a\uFEFFb \uFEFF c", "ab c"},
		{"every space of JavaScript", "a\u00A0\u1680\u2000\u200A\u2028\u2029\u202F\u205F\u3000\t\v\f\r\nb", "a b"},
		{"information separators stay", "a\x1Cb", "a\x1Cb"},
		{"a spacing mark makes a space", "a´b", "a \u0301b"},
		{"a spacing mark at the start makes none", "´b", "\u0301b"},
		{"a raised minus becomes no hyphen", "10⁻²", "10\u22122"},
		{"a minus becomes a hyphen", "−2–3", "-2-3"},
		{"marks do not compose", "e\u0301 \u30AB\u3099 \uFF76\uFF9E", "e\u0301 \u30AB\u3099 \u30AB\u3099"},
		{"composed letters stay composed", "É Й ắ 각", "é й ắ 각"},
		{"one mark that has another form", "\u0340\u0344", "\u0300\u0308\u0301"},
		{"ligatures, fractions, units", "ﬁ ½ ㎏ № … ™", "fi 1\u20442 kg no ... tm"},
		{"mathematical capitals", "𝐀𝚨", "aα"},
		{"astral case", "𐐀", "𐐨"},
		{"the widest expansion", "ﷺ", "صلى الله عليه وسلم"},
		{"quotes", "„a‟ «b» ‘c‛ ‹d›", `"a" "b" 'c' ‹d›`},
		{"broken bytes", "a\xff\xfeb", "a\uFFFD\uFFFDb"},
		{"a byte of zero", "a\x00b", "a\x00b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := compatNormalize(tt.in).text; got != tt.want {
				t.Errorf("compatNormalize(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// TestCompatSpansBehindAstralCharacters holds on to one map entry per UTF-16
// unit: with one per character, spans slip by one for every emoji before.
func TestCompatSpansBehindAstralCharacters(t *testing.T) {
	text := strings.Repeat("🚀", 30) + " The “pilot plant” reached 92 % of its capacity."
	m, _ := matchCompatText(`the "pilot plant" reached`, text, compatDefaults())
	if m.Method != Normalized || text[*m.Start:*m.End] != "The “pilot plant” reached" {
		t.Errorf("got %+v", m)
	}
}

func TestCompatSpansTakeWholeCharacters(t *testing.T) {
	tests := []struct{ name, quote, text, want string }{
		{"half a ligature", "of", "oﬃce", "oﬃ"},
		{"the later half", "ice", "oﬃce", "ﬃce"},
		{"a trailing mark stays outside", "CAFE", "the cafe\u0301", "cafe"},
		{"a trailing soft hyphen stays outside", "CON", "con\u00ADfirmed", "con"},
		{"an inner one is inside", "CONFIRMED", "con\u00ADfirmed", "con\u00ADfirmed"},
		{"broken bytes", "A\uFFFD", "xa\xffb", "a\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := matchCompatText(tt.quote, tt.text, compatDefaults())
			if m.Method != Normalized || tt.text[*m.Start:*m.End] != tt.want {
				t.Errorf("got %+v, want %q", m, tt.want)
			}
		})
	}
}

func FuzzCompatNormalize(f *testing.F) {
	for _, seed := range []string{"", " A  b ", "🚀 “x”", "ﷺ´¨ ﬁ", "İ\u00AD\uFEFF ", "\xff\xf0\x9f a", "e\u0301\u0344"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := compatNormalize(s)
		if !utf8.ValidString(n.text) || n.text != trimJS(n.text) || strings.Contains(n.text, "  ") {
			t.Fatalf("%q normalises to %q", s, n.text)
		}
		if !slices.Equal(n.units, utf16.Encode([]rune(n.text))) {
			t.Fatalf("%q: units differ from the text", s)
		}
		if len(n.starts) != len(n.units) || !slices.IsSorted(n.starts) {
			t.Fatalf("%q: %d entries for %d units: %d", s, len(n.starts), len(n.units), n.starts)
		}
		checkStarts(t, s, n)
	})
}

// checkStarts holds every entry to a character of s that yields what the
// entry is for.
func checkStarts(t *testing.T, s string, n *compatText) {
	t.Helper()
	begins := map[int]bool{}
	for i := range s {
		begins[i] = true
	}
	for unit, start := range n.starts {
		if !begins[int(start)] {
			t.Fatalf("%q: unit %d begins inside a character, at byte %d", s, unit, start)
		}
		from, to := n.span(unit, 1)
		source := string([]rune(s[from:to])) // as decoded: broken bytes are U+FFFD
		if n.units[unit] != ' ' && !slices.Contains(compatNormalize(source).units, n.units[unit]) {
			t.Fatalf("%q: unit %d does not come from %q", s, unit, source)
		}
	}
}
