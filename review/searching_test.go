package review

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestExcerptMarksTheWords(t *testing.T) {
	for _, tc := range []struct{ name, text, words, want string }{
		{"one word", "You have thirty days.", "thirty", "You have [thirty] days."},
		{"capital letters make no difference", "Thirty DAYS", "days thirty", "[Thirty] [DAYS]"},
		{"every place", "day by day", "day", "[day] by [day]"},
		{"words that overlap are one mark", "abcd", "abc bcd", "[abcd]"},
		{"words that touch are one mark", "abcd", "ab cd", "[abcd]"},
		{"lower case may be longer than the original", "İstanbul and more", "and", "İstanbul [and] more"},
		{"and shorter", "ȺȺ and more", "and", "ȺȺ [and] more"},
		{"letters outside ASCII", "Grüße AUS Köln", "GRÜSSE köln", "Grüße AUS [Köln]"},
		{"line breaks become spaces", "a\r\nb\tc", "b", "a [b] c"},
		{"what acts on a reader is shown", "a\x1bc \u202e", "c", `a\x1b[c] <U+202E>`},
		{"broken bytes are replaced", "a\xff b", "b", "a� [b]"},
		{"markup is text", "<mark>x</mark>", "x", "<mark>[x]</mark>"},
		{"a word that is not there", "nothing", "x", "nothing"},
		{"no text", "", "x", ""},
	} {
		var got strings.Builder
		for _, p := range excerptOf(tc.text, wordsOf(tc.words)) {
			if p.Hit {
				fmt.Fprintf(&got, "[%s]", p.Text)
			} else {
				got.WriteString(p.Text)
			}
		}
		if got.String() != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got.String(), tc.want)
		}
	}
}

func TestExcerptIsShortAndCutsNoRune(t *testing.T) {
	text := strings.Repeat("ü", 1000) + "needle" + strings.Repeat("ß", 1000)
	pieces := excerptOf(text, []string{"needle"})
	var whole strings.Builder
	hits := 0
	for _, p := range pieces {
		whole.WriteString(p.Text)
		if p.Hit {
			hits++
		}
	}
	if got := whole.String(); hits != 1 || len(got) > 400 || strings.Contains(got, "�") || !strings.HasPrefix(got, "… ü") || !strings.HasSuffix(got, "ß …") {
		t.Errorf("%d hits in %q", hits, got)
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("You have thirty days.", "thirty days")
	f.Add("İ Ⱥ ǅ ß \xff", "i ß")
	f.Fuzz(func(t *testing.T, text, query string) {
		words := wordsOf(query)
		for _, p := range excerptOf(text, words) {
			if p.Hit && !hasAny(p.Text, words) {
				t.Errorf("%q is marked for %q", p.Text, words)
			}
		}
	})
}

func hasAny(text string, words []string) bool {
	lower, _ := lowered(text)
	for _, w := range words {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}

func TestSearchFindsAllWordsAnywhereInAQuestion(t *testing.T) {
	s := openShop(t, nil)
	first := s.hour(0, "shop", plainQuestions())
	second := s.hour(1, "shop", better())
	s.label(first, results.Label{ID: "wage", Dimension: "grounding", Rater: "bob", Score: 4, Comment: "Look at <b>this</b> one"})
	for query, want := range map[string]string{
		"q=THIRTY":                second + "/0 " + first + "/0",
		"q=thirty&run=" + first:   first + "/0",
		"q=passage+coins":         first + "/1",
		"q=coins+thirty":          "",
		"q=coins+nothing":         "",
		"q=earn":                  second + "/1 " + first + "/1",
		"q=look+coins":            first + "/1",
		"q=opening":               second + "/2 " + first + "/2",
		"q=%3Cb%3Ethis%3C%2Fb%3E": first + "/1",
		"q=":                      "",
		"q=+++":                   "",
		"q=polite&run=" + second:  second + "/0 " + second + "/1 " + second + "/2",
	} {
		page := s.get("/search?" + query)
		var got []string
		for _, part := range strings.Split(page, `<li>`+"\n"+`<p><a href="/runs/`)[1:] {
			at, _, _ := strings.Cut(part, `"`)
			got = append(got, strings.Replace(at, "/questions", "", 1))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	s.inOrder(s.get("/search?q=thirty+passage"), "the judge on grounding:", "The <mark>passage</mark> says <mark>thirty</mark>.", "answer:", "<mark>thirty</mark> days")
	s.get("/search?q=look", "comment by bob:", "<mark>Look</mark> at &lt;b&gt;this&lt;/b&gt; one", "bob <strong>4")
	s.get("/search?q=a%22%3E%3Cscript%3E", `value="a&#34;&gt;&lt;script&gt;"`, "Nothing was found")
}

func TestSearchSaysWhenItStopped(t *testing.T) {
	s := openShop(t, nil)
	var many []asked
	for i := range maxHits + 1 {
		many = append(many, asked{id: fmt.Sprintf("q%03d", i), query: "why?", answer: "so", line: "fine", score: 5})
	}
	name := s.hour(0, "shop", many)
	s.get("/search?q=why", "100 questions found.", "The search stopped at 100 hits")
	s.lacks(s.get("/search?q=why+q099", "1 question found"), "stopped")
	s.lacks(s.get("/search?q=why+q1&run="+name, "1 question found"), "stopped")
}

func TestSearchTellsOfARunThatCannotBeRead(t *testing.T) {
	s := openShop(t, nil)
	good := s.hour(0, "shop", plainQuestions())
	run := s.begin(1, "shop", plainQuestions())
	other := plainQuestions()[0]
	other.id = "stranger"
	s.record(run, 0, other)
	page := s.get("/search?q=thirty", good, "it could not be searched", "stranger")
	s.lacks(page, s.dir)
}
