package textmatch

import (
	"strings"
	"testing"

	"github.com/kljensen/snowball/english"
)

// TestStem pins the stems, on which stored scores and rankings hang.
func TestStem(t *testing.T) {
	for _, c := range []struct{ stem, forms string }{
		{"pars", "parse parses parsed parsing"},
		{"classifi", "classify classifies classified classifying classifier"},
		{"order", "order orders ordered ordering"},
		{"queri", "query queries queried querying"},
		{"index", "index indexes indexed indexing"},
		{"scanner", "scanner scanners"},
		{"generat", "generate generates generated generation generator"},
		{"configur", "configure configures configuring configuration configurations"},
		{"return", "return returns returned"},
		{"class", "class classes"},
		{"process", "process processes processing processed"},
		{"type", "type types typed"},
		{"string", "string strings"},
		{"kubernet", "kubernetes"},
		{"dns", "dns"},
		{"sha256", "sha256"},
		{"bus", "bus"},
		{"ski", "skis"},
		{"is", "is"},
		{"naïve", "naïve"},
		{"серверы", "серверы"},
		{"", ""},
	} {
		for form := range strings.FieldsSeq(c.forms) {
			if got := Stem(form); got != c.stem {
				t.Errorf("Stem(%q) = %q, want %q", form, got, c.stem)
			}
		}
	}
}

// TestStemSkipsOnlyWhatNoRuleChanges tries every ending of up to four letters
// that the shortcut skips on roots of several shapes.
func TestStemSkipsOnlyWhatNoRuleChanges(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyz0"
	for _, root := range []string{"", "b", "ab", "contr", "yabal"} {
		for i := range 27 * 27 * 27 {
			word := root + string([]byte{letters[i%27], letters[i/27%27], letters[i/729]})
			if got, want := Stem(word), english.Stem(word, true); got != want {
				t.Fatalf("Stem(%q) = %q, the rules give %q", word, got, want)
			}
		}
	}
}

func TestOrdinaryWord(t *testing.T) {
	for word := range strings.FieldsSeq("the because typically taking generally things ones used does tried value return set test") {
		if !OrdinaryWord(word) {
			t.Errorf("%q is not ordinary", word)
		}
	}
	for word := range strings.FieldsSeq("not no never none type error state class result case file path key index user returns values import provider container purpose token") {
		if OrdinaryWord(word) {
			t.Errorf("%q is ordinary", word)
		}
	}
	if OrdinaryWord("") {
		t.Error("nothing is ordinary")
	}
}

func FuzzStem(f *testing.F) {
	for _, s := range []string{"queries", "idly", "generously", "yyy", "communism", "x9s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if ascii(s) && !strings.ContainsFunc(s, func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') }) {
			if got, want := Stem(s), english.Stem(s, true); got != want {
				t.Fatalf("Stem(%q) = %q, the rules give %q", s, got, want)
			}
		}
	})
}
