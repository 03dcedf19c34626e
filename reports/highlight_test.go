package reports

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestMarksNestAndTextStaysWhole(t *testing.T) {
	for _, tc := range []struct {
		rule, text string
		limit      int
		marks      []mark
		want       string
		unmarked   int
	}{
		{"no mark", "a < b & c", 99, nil, "a &lt; b &amp; c", 0},
		{"one mark", "a <b> c", 99, []mark{{2, 5, "pass", "x1", 1}}, `a <mark class="pass" id="x1" data-n="1">&lt;b&gt;</mark> c`, 0},
		{"the longer one is outside, whatever their order", "abcd", 99, []mark{{1, 2, "pass", "x1", 1}, {1, 4, "fail", "x2", 2}},
			`a<mark class="fail" id="x2" data-n="2"><mark class="pass" id="x1" data-n="1">b</mark>cd</mark>`, 0},
		{"crossing marks are closed and opened again, id and number once", "abcdef", 99, []mark{{0, 4, "fail", "x1", 1}, {2, 6, "pass", "x2", 2}},
			`<mark class="fail" id="x1" data-n="1">ab<mark class="pass" id="x2" data-n="2">cd</mark></mark><mark class="pass">ef</mark>`, 0},
		{"neighbours do not nest", "abcd", 99, []mark{{0, 2, "fail", "x1", 1}, {2, 4, "pass", "x2", 2}},
			`<mark class="fail" id="x1" data-n="1">ab</mark><mark class="pass" id="x2" data-n="2">cd</mark>`, 0},
		{"two of one stretch", "ab", 99, []mark{{0, 2, "fail", "x1", 1}, {0, 2, "pass", "x2", 2}},
			`<mark class="fail" id="x1" data-n="1"><mark class="pass" id="x2" data-n="2">ab</mark></mark>`, 0},
		{"inside a character", "aé", 99, []mark{{0, 2, "fail", "x1", 1}}, "aé", 1},
		{"beginning inside a character", "éa", 99, []mark{{1, 3, "fail", "x1", 1}}, "éa", 1},
		{"beyond the end", "ab", 99, []mark{{0, 3, "fail", "x1", 1}}, "ab", 1},
		{"before the start", "ab", 99, []mark{{-1, 2, "fail", "x1", 1}}, "ab", 1},
		{"the wrong way round", "ab", 99, []mark{{2, 1, "fail", "x1", 1}}, "ab", 1},
		{"empty", "ab", 99, []mark{{1, 1, "fail", "x1", 1}}, "ab", 1},
		{"cut off with the text", "abcd", 3, []mark{{2, 4, "fail", "x1", 1}}, `ab<mark class="fail" id="x1" data-n="1">c</mark>`, 0},
		{"beyond what is shown", "abcd", 2, []mark{{2, 4, "fail", "x1", 1}}, "ab", 1},
		{"a line break of two characters stays one", "a\r\nb", 99, []mark{{0, 2, "fail", "x1", 1}}, "<mark class=\"fail\" id=\"x1\" data-n=\"1\">a</mark>\nb", 0},
		{"offsets are those of the recorded bytes", "\u202eab", 99, []mark{{3, 4, "fail", "x1", 1}}, `&lt;U+202E&gt;<mark class="fail" id="x1" data-n="1">a</mark>b`, 0},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			got := highlight(tc.text, tc.limit, tc.marks)
			if string(got.HTML) != tc.want {
				t.Errorf("got  %s\nwant %s", got.HTML, tc.want)
			}
			if len(got.Unmarked) != tc.unmarked {
				t.Errorf("says of %d marks that they are left out, want %d: %q", len(got.Unmarked), tc.unmarked, got.Unmarked)
			}
			if len(got.set)+len(got.Unmarked) != len(tc.marks) {
				t.Errorf("%d marks set and %d left out of %d", len(got.set), len(got.Unmarked), len(tc.marks))
			}
		})
	}
}

func TestManyMarksAreBounded(t *testing.T) {
	text := strings.Repeat("x", 400)
	var marks []mark
	for i := range 200 {
		marks = append(marks, mark{Start: i, End: 200 + i, Class: "fail", ID: "x", Number: i + 1})
	}
	got := highlight(text, len(text), marks)
	if n := len(got.Unmarked); n != 200-maxMarks {
		t.Errorf("%d marks left out, want %d", n, 200-maxMarks)
	}
	if len(got.HTML) > 300_000 {
		t.Errorf("crossing marks made %d bytes of a text of %d", len(got.HTML), len(text))
	}
}

// FuzzHighlight: whatever the marks are, the elements nest, and what a reader
// sees is the text.
func FuzzHighlight(f *testing.F) {
	f.Add("a <b> \r\n c", 0, 4, 2, 9, 100)
	f.Add("é\u0301\xff\u202e", 1, 2, 0, 5, 2)
	f.Add("\U0001f468\u200d\U0001f469 x", 0, 4, 4, 7, 1)
	f.Fuzz(func(t *testing.T, text string, s1, e1, s2, e2, limit int) {
		if limit < 0 {
			return
		}
		got := highlight(text, limit, []mark{{s1, e1, "fail", "x1", 1}, {s2, e2, "pass", "x2", 2}})
		end := shownBytes(text, limit)
		if (utf8.ValidString(text) && !onBorder(text, end)) || utf8.RuneCountInString(text[:end]) > limit {
			t.Fatalf("%q of at most %d characters is cut at byte %d", text, limit, end)
		}
		tokens, err := tokenize(string(got.HTML))
		if err != nil {
			t.Fatalf("%v in %s", err, got.HTML)
		}
		var shown strings.Builder
		for _, token := range tokens {
			if token.name == "" {
				shown.WriteString(token.text)
			} else if token.name != "mark" {
				t.Fatalf("%q made <%s> in %s", text, token.name, got.HTML)
			}
		}
		want := visibleLines(text[:end])
		if strings.HasPrefix(text[end:], "\n") && strings.HasSuffix(text[:end], "\r") {
			want = strings.TrimSuffix(want, "\n")
		}
		if shown.String() != want {
			t.Fatalf("%q is shown as %q, want %q", text, shown.String(), want)
		}
	})
}
