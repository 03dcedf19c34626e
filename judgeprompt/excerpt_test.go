package judgeprompt

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func cutAbout(text string, limit int, about ...string) excerpt {
	w := window{limit: limit, about: about}
	return w.cut(text)
}

func filler(sentences int) string {
	return strings.Repeat("The company has offices in many places and they are open. ", sentences)
}

func TestClaimBeyondTheLimitIsShown(t *testing.T) {
	text := filler(40) + "Opened goods can be returned within 45 days. " + filler(40) + "The fee is 12 euros. " + filler(20)
	got := cutAbout(text, 1200, "Opened goods go back within 45 days; the fee is 12 euros.", "How long may I return opened goods?")
	for _, want := range []string{"returned within 45 days.", "The fee is 12 euros."} {
		if !strings.Contains(got.text, want) {
			t.Errorf("%q is not shown in %q", want, got.text)
		}
	}
	if got.shown > 1200 || got.shown < 1000 || got.total != utf8.RuneCountInString(text) {
		t.Errorf("%d of %d characters", got.shown, got.total)
	}
}

func TestWindowsStandInOrderBetweenGaps(t *testing.T) {
	text := filler(3) + "Alpha costs 11. " + filler(3) + "Beta costs 22. " + filler(3)
	got := cutAbout(text, 40, "Beta costs 22 and alpha costs 11.")
	want := "[…]\nAlpha costs 11.\n[…]\nBeta costs 22.\n[…]"
	if got.text != want || got.shown != len("Alpha costs 11.Beta costs 22.") {
		t.Errorf("%d characters: %q", got.shown, got.text)
	}
}

func TestNothingInCommonShowsTheHead(t *testing.T) {
	got := cutAbout(filler(40), 200, "zzz")
	if !strings.HasPrefix(got.text, "The company has") || !strings.HasSuffix(got.text, "open.\n[…]") {
		t.Errorf("%q", got.text)
	}
}

func TestLimitCountsCharacters(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", 1200), strings.Repeat("ä", 1200), strings.Repeat("字", 1200)} {
		if got := cutAbout(text, 1200, "a"); got.text != text {
			t.Errorf("%.9q… of 1200 characters is cut", text)
		}
	}
	got := cutAbout(strings.Repeat("字", 5310), 1200, "a")
	if got.shown != 1200 || got.total != 5310 {
		t.Errorf("%d of %d characters shown", got.shown, got.total)
	}
}

func TestUnspacedScriptIsMatchedByPairs(t *testing.T) {
	text := strings.Repeat("会社の案内です。", 60) + "返品は三十日以内です。" + strings.Repeat("店舗の案内です。", 60)
	if got := cutAbout(text, 100, "返品は何日以内ですか"); !strings.Contains(got.text, "返品は三十日以内です。") {
		t.Errorf("%q", got.text)
	}
}

func TestNoCharacterIsTorn(t *testing.T) {
	for name, char := range map[string]string{
		"accents": "e\u0301\u0302", "family": "👩\u200d👩\u200d👧", "skin": "👍🏽", "flag": "🇩🇪",
		"variation": "❤\ufe0f", "hangul": "\u1112\u1161\u11ab", "keycap": "1\ufe0f\u20e3",
	} {
		got := cutAbout(strings.Repeat(char, 400), 101, "x")
		kept := strings.TrimSuffix(got.text, "\n"+gap)
		if kept != strings.Repeat(char, len(kept)/len(char)) || got.shown > 101 || got.shown < 75 {
			t.Errorf("%s: %d characters: %+q", name, got.shown, kept)
		}
	}
}

func TestSplitEndsAtSentences(t *testing.T) {
	text := "One is 3.5 m. \"Two?\" Yes!  Three\nfour。five（六）。七"
	var got []string
	for _, p := range split(text, 400) {
		got = append(got, text[p.start:p.end])
	}
	want := []string{"One is 3.5 m. ", "\"Two?\" ", "Yes!  ", "Three\n", "four。", "five（六）。", "七"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("One. Two! Three? "+strings.Repeat("four ", 50), "three", 20)
	f.Add(strings.Repeat("👩\u200d👩", 30), "", 1)
	f.Add("\xff\xfe"+strings.Repeat("。", 100), "。", 7)
	f.Fuzz(func(t *testing.T, text, about string, limit int) {
		limit = 1 + max(limit, -limit)%2000
		if limit < 1 {
			limit = 1
		}
		rest, chars := text, 0
		for _, p := range split(text, limit) {
			if p.end <= p.start || p.chars > limit || !strings.HasPrefix(rest, text[p.start:p.end]) {
				t.Fatalf("piece %+v of %q", p, text)
			}
			rest, chars = rest[p.end-p.start:], chars+p.chars
		}
		if rest != "" || chars != utf8.RuneCountInString(text) {
			t.Fatalf("pieces miss %q", rest)
		}
		got := cutAbout(text, limit, about)
		if got.shown > limit {
			t.Fatalf("%d of %d characters", got.shown, limit)
		}
		for _, part := range strings.Split(got.text, "\n"+gap+"\n") {
			part = strings.TrimSuffix(strings.TrimPrefix(part, gap+"\n"), "\n"+gap)
			if part != gap && !strings.Contains(text, part) {
				t.Fatalf("%q is not in the passage", part)
			}
		}
	})
}
