package textmatch

import (
	"strings"
	"testing"
	"unicode/utf8"
)

var longHitText = strings.Repeat("aa ", 100) + strings.TrimSpace(strings.Repeat("bb ", 100))

func TestExcerpt(t *testing.T) {
	for _, row := range []struct {
		rule, text, hit string
		around          int
		want            string
	}{
		{"short text stays whole", "Within 30 days.", "30", 40, "Within 30 days."},
		{"cut between words", "one two three four five six", "three", 5, "…two three four…"},
		{"a word that just fits", "one two three four five", "three", 4, "…two three…"},
		{"cut at a space", "one two three four", "three", 1, "…three…"},
		{"word longer than the room", "abcdefghij", "ef", 2, "…cdefgh…"},
		{"no room", "one two three", "two", 0, "…two…"},
		{"characters, not bytes", "ééé ééé x ééé ééé", "x", 5, "…ééé x ééé…"},
		{"original spelling", "The “pilot  plant” ran", "“pilot  plant”", 20, "The “pilot  plant” ran"},
		{"long hit shows its ends", longHitText, longHitText, 3, "aa" + strings.Repeat(" aa", 39) + "…" + strings.TrimSpace(strings.Repeat("bb ", 40))},
		{"at the start", "one two three", "one", 3, "one…"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			i := strings.Index(row.text, row.hit)
			got := Excerpt(row.text, Hit{i, i + len(row.hit)}, row.around)
			if got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestExcerptOfHostileTextIsBounded(t *testing.T) {
	text := strings.Repeat("\U0001F680", 100_000)
	got := Excerpt(text, Hit{0, len(text)}, 10)
	if n := utf8.RuneCountInString(got); n > longHit+1 || !utf8.ValidString(got) {
		t.Errorf("excerpt has %d characters, valid %v", n, utf8.ValidString(got))
	}
}
