package textmatch

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSentences(t *testing.T) {
	for _, row := range []struct {
		rule, text string
		want       []string
	}{
		{"prose", "It is open. Is it free? Yes! Good… Bye", []string{"It is open.", "Is it free?", "Yes!", "Good…", "Bye"}},
		{"title", "Dr. Smith came. He left.", []string{"Dr. Smith came.", "He left."}},
		{"Latin abbreviations", "Use tools, e.g. Go. Or i.e. C.", []string{"Use tools, e.g. Go.", "Or i.e. C."}},
		{"initials", "J. R. Smith of the U.S. Army came. He left.", []string{"J. R. Smith of the U.S. Army came.", "He left."}},
		{"decimal numbers", "It is 3.5 litres. More is 4.", []string{"It is 3.5 litres.", "More is 4."}},
		{"number before a figure", "See No. 5. The answer is no. Then stop.", []string{"See No. 5.", "The answer is no.", "Then stop."}},
		{"year at the end", "It began in 2019. Then it grew.", []string{"It began in 2019.", "Then it grew."}},
		{"lower case goes on", "It costs approx. five or so. yes", []string{"It costs approx. five or so. yes"}},
		{"accented capital", "C'est tout. Égal.", []string{"C'est tout.", "Égal."}},
		{"closing quotes", "He said “Go.” Then he left. (It was late.) Bye.", []string{"He said “Go.”", "Then he left.", "(It was late.)", "Bye."}},
		{"several stops", "What?! Never... Ever.", []string{"What?!", "Never...", "Ever."}},
		{"citation marks", "It is so.[1][2]{c1} And so. [3] Next", []string{"It is so.[1][2]{c1}", "And so.", "[3] Next"}},
		{"full-width stops", "可以退款。三十天内！好吗？", []string{"可以退款。", "三十天内！", "好吗？"}},
		{"full-width with quote", "他说“好。”然后走了。", []string{"他说“好。”", "然后走了。"}},
		{"list items", "Rules:\n- one\n- two\n1. Three\n2) Four", []string{"Rules:", "- one", "- two", "1. Three", "2) Four"}},
		{"numbered item with sentences", "1. One. Two.\n2. Three. 4. Five", []string{"1. One.", "Two.", "2. Three.", "4.", "Five"}},
		{"wrapped line", "It is\nopen. It is\r\nfree.", []string{"It is\nopen.", "It is\r\nfree."}},
		{"paragraphs", "One\n\nTwo", []string{"One", "Two"}},
		{"heading", "# Title\nText here.", []string{"# Title", "Text here."}},
		{"table", "| a | b |\n| c | d |\nend", []string{"| a | b |", "| c | d |", "end"}},
		{"address", "See example.com. Then v1.2.3 is out.", []string{"See example.com.", "Then v1.2.3 is out."}},
		{"nothing", " \n\n ", nil},
	} {
		t.Run(row.rule, func(t *testing.T) {
			var got []string
			for _, s := range Sentences(row.text) {
				got = append(got, row.text[s.Start:s.End])
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestSentencesOfManyMarksAreLinear(t *testing.T) {
	for _, mark := range []string{"1. ", "\n", "A.", ". (", "…\"", "- ", "\n1", "[1", ".[1]"} {
		text := strings.Repeat(mark, hostileSize/len(mark))
		if got := Sentences(text); len(got) == 0 && strings.TrimSpace(text) != "" {
			t.Errorf("%q repeated has no sentences", mark)
		}
	}
}

func FuzzSentences(f *testing.F) {
	for _, s := range []string{"A. B.\n- c\n\nd。e", "Dr. X.[1]{c1} Y", "\xff. A", "1. a\n2. b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, span := range Sentences(s) {
			if span.Start < at || span.End <= span.Start || span.End > len(s) {
				t.Fatalf("%q: span %v after %d", s, span, at)
			}
			if gap := s[at:span.Start]; !blankText(gap) {
				t.Fatalf("%q: %q is in no sentence", s, gap)
			}
			if !onRune(s, span.Start) || !onRune(s, span.End) {
				t.Fatalf("%q: span %v cuts a character", s, span)
			}
			at = span.End
		}
		if !blankText(s[at:]) {
			t.Fatalf("%q: %q is in no sentence", s, s[at:])
		}
	})
}

func blankText(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// onRune reports whether i lies between two characters of s. A byte that is
// not UTF-8 counts as a character.
func onRune(s string, i int) bool {
	for at := max(0, i-utf8.UTFMax); at < i; at++ {
		if !utf8.RuneStart(s[at]) {
			continue
		}
		if r, size := utf8.DecodeRuneInString(s[at:]); at+size > i && (r != utf8.RuneError || size > 1) {
			return false
		}
	}
	return true
}
