package support

import (
	"math"
	"reflect"
	"testing"
	"unicode/utf8"
)

func FuzzScore(f *testing.F) {
	for _, row := range [][2]string{
		{"Customers may return goods within 45 days.", refunds}, {"", ""}, {"\xff\xfe not 1", "1\xff not"}, {"n't 's '", "’t’s"},
		{"客户可以。12 m", "客户 1,200 , 300"}, {"```\na\n```b c.", "b c"}, {"[1] {2} [a", "1.5 million"}, {"a. b? é ß İ ﬃ ½", "½ ﬃ"},
		{"Alpha sold Beta to Gamma", "Gamma sold Beta to Alpha"}, {"twenty five 98 . 7", "25 98.7 1..2"}, {"May 5th 3D 1e9", "may Jan"},
	} {
		f.Add(row[0], row[1], "title")
	}
	f.Fuzz(func(t *testing.T, answer, text, title string) {
		passages := []Passage{{ID: "1", Title: title, Text: text}, {ID: "2", Text: answer}}
		e := Prepare(passages)
		r := e.Score(answer)
		if !reflect.DeepEqual(r, Prepare(passages).Score(answer)) {
			t.Fatal("two scores of one answer")
		}
		if (r.Score == nil) != (len(r.Sentences) == 0) {
			t.Fatalf("score %v for %d sentences", r.Score, len(r.Sentences))
		}
		if r.Score != nil {
			checkShare(t, *r.Score)
		}
		last := 0
		for _, s := range r.Sentences {
			last = checkSentence(t, answer, passages, s, last)
		}
	})
}

func checkShare(t *testing.T, x float64) {
	t.Helper()
	if math.IsNaN(x) || x < 0 || x > 1 {
		t.Fatalf("%v is no share", x)
	}
}

func checkSentence(t *testing.T, answer string, passages []Passage, s Sentence, last int) int {
	t.Helper()
	checkShare(t, s.Score)
	checkShare(t, s.Cover)
	if s.Start < last || s.End <= s.Start || s.End > len(answer) || answer[s.Start:s.End] != s.Text {
		t.Fatalf("sentence %d..%d after %d: %q", s.Start, s.End, last, s.Text)
	}
	for _, p := range passages {
		if p.ID != s.Passage {
			continue
		}
		w := s.Evidence
		if w.Start < 0 || w.End < w.Start || w.End > len(p.Text) || p.Text[w.Start:w.End] != w.Text {
			t.Fatalf("window %d..%d: %q", w.Start, w.End, w.Text)
		}
		if utf8.ValidString(p.Text) && !utf8.ValidString(w.Text) {
			t.Fatalf("window %q cuts a character", w.Text)
		}
	}
	if s.Reason == "" || s.Conflicts == nil {
		t.Fatalf("no reason or conflicts for %q", s.Text)
	}
	return s.End
}
