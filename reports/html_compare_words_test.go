package reports

import (
	"strings"
	"testing"
)

// bracketed shows what a diff marks.
func bracketed(list []piece) string {
	var b strings.Builder
	for _, p := range list {
		if p.Changed {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestWordDiff(t *testing.T) {
	for _, c := range []struct{ name, base, head, was, is string }{
		{"a changed number is one word", "It takes 2.50 euro a day.", "It takes 2.75 euro a day.", "It takes [2.50] euro a day.", "It takes [2.75] euro a day."},
		{"an added sentence", "Yes, you can.", "Yes, you can. Ask the shop.", "Yes, you can.", "Yes, you can. [Ask the shop.]"},
		{"a removed word", "within the 30 days given", "within 30 days given", "within [the] 30 days given", "within 30 days given"},
		{"equal answers have no mark", "The same.", "The same.", "The same.", "The same."},
		{"white space alone is no change", "one two\nthree", "one  two three", "one two\nthree", "one  two three"},
		{"a comma between changes is no island", "we sell red, big cars here today now", "we sell old, new cars here today now", "we sell [red, big] cars here today now", "we sell [old, new] cars here today now"},
		{"scripts without spaces go by character", "退货期限为三十天", "退货期限为十四天", "退货期限为[三]十天", "退货期限为十[四]天"},
		{"a combining mark stays with its letter", "a cafe\u0301 is open now", "a cafe is open now", "a [cafe\u0301] is open now", "a [cafe] is open now"},
		{"hyphens and apostrophes join", "the customer's follow-up is free of charge", "the customers follow up is free of charge", "the [customer's follow-up] is free of charge", "the [customers follow up] is free of charge"},
	} {
		t.Run(c.name, func(t *testing.T) {
			was, is, ok := wordDiff(c.base, c.head)
			if got := bracketed(was); got != c.was || !ok {
				t.Errorf("base %q, want %q (marked: %v)", got, c.was, ok)
			}
			if got := bracketed(is); got != c.is {
				t.Errorf("head %q, want %q", got, c.is)
			}
		})
	}
}

// TestWordDiffMarksNothingWhereMarksWouldMislead: with little in common what
// is left unmarked is chance.
func TestWordDiffMarksNothingWhereMarksWouldMislead(t *testing.T) {
	for name, c := range map[string]struct{ base, head string }{
		"little in common": {"the refund is paid within thirty days of delivery", "please ask our shop, which knows the answer"},
		"beyond the bound": {strings.Repeat("a b ", 2000), strings.Repeat("b c a ", 2000)},
		"one is empty":     {"", "something"},
	} {
		was, is, ok := wordDiff(c.base, c.head)
		if ok || len(was) > 1 || len(is) > 1 {
			t.Errorf("%s: marked", name)
		}
	}
}

// FuzzWordDiff: a diff loses and adds nothing, and what is not marked is the
// same on both sides.
func FuzzWordDiff(f *testing.F) {
	f.Add("one two three", "one four three")
	f.Add(" , a", "b ,\u0301")
	f.Add("\xff\xfe", "ก\u200d1.5")
	f.Fuzz(func(t *testing.T, base, head string) {
		was, is, _ := wordDiff(base, head)
		if bracketedText(was) != base || bracketedText(is) != head {
			t.Fatalf("%q and %q became %q and %q", base, head, bracketedText(was), bracketedText(is))
		}
		a, b := wordsOf(base), wordsOf(head)
		sameA, sameB := make([]bool, len(a)), make([]bool, len(b))
		if !align(a, b, sameA, sameB) {
			return
		}
		dropIslands(a, b, sameA, sameB)
		if kept(a, sameA) != kept(b, sameB) {
			t.Fatalf("unmarked in base %q, in head %q", kept(a, sameA), kept(b, sameB))
		}
	})
}

func bracketedText(list []piece) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Text)
	}
	return b.String()
}

func kept(list []word, same []bool) string {
	var out []string
	for i, w := range list {
		if same[i] {
			out = append(out, w.text)
		}
	}
	return strings.Join(out, "\x00")
}

func BenchmarkWordDiff(b *testing.B) {
	base := strings.Repeat("The refund window is thirty days from delivery of the goods. ", 30)
	head := strings.Repeat("The refund period is now fourteen days from the order of goods. ", 30)
	for b.Loop() {
		wordDiff(base, head)
	}
}
