package quotes_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/quotes"
)

// loosely compares scores to 1e-12 and takes no list for an empty one.
var loosely = cmp.Options{
	cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }),
}

func checkNormalize(t *testing.T, v vector) {
	type normalized struct {
		Text                string
		TextLen16           int
		MapPerCodePoint16   []int
		MapPerCodePointByte []int
	}
	in := decode[struct{ Text string }](t, v.Input)
	read := quotes.CompatNormalize(in.Text)
	got := normalized{Text: read.Text, TextLen16: quotes.LenUTF16(read.Text), MapPerCodePointByte: read.Starts}
	for _, at := range read.Starts {
		got.MapPerCodePoint16 = append(got.MapPerCodePoint16, quotes.LenUTF16(in.Text[:at]))
	}
	same(t, "normalised", decode[normalized](t, v.Expect), got)
}

// placed is a match as vectors give it. Repaired is where the span is
// without the reference's slip on characters outside the basic plane.
type placed struct {
	Method   quotes.Method
	Score    float64
	Field    string
	Start16  *int
	End16    *int
	Repaired *struct {
		Start16, End16, StartByte, EndByte int
		Slice                              string
	}
	OffsetsAgree *bool
	Window       *struct {
		Dice                           float64
		Offset16, Length16, QuoteLen16 int
	}
}

func checkMatchText(t *testing.T, v vector) {
	in := decode[struct {
		Quote, Text string
		Options     json.RawMessage
	}](t, v.Input)
	want := decode[placed](t, v.Expect)
	m, w := quotes.MatchCompatText(in.Quote, in.Text, matchOptions(t, in.Options))
	samePlace(t, want, m, in.Text)
	if want.Window == nil {
		return
	}
	same(t, "window", *want.Window, struct {
		Dice                           float64
		Offset16, Length16, QuoteLen16 int
	}{w.Dice, w.Offset, w.Length, w.QuoteLen})
}

func checkMatchSource(t *testing.T, v vector) {
	in := decode[struct {
		Quote   string
		Source  quotes.Source
		Options json.RawMessage
	}](t, v.Input)
	m := quotes.Prepare(in.Source, quotes.Compat, matchOptions(t, in.Options)).Match(in.Quote)
	samePlace(t, decode[placed](t, v.Expect), m, textOf(in.Source, m.Field))
}

func matchOptions(t *testing.T, raw json.RawMessage) quotes.MatchOptions {
	t.Helper()
	opt := quotes.CompatDefaults()
	if raw != nil {
		if err := json.Unmarshal(raw, &opt); err != nil {
			t.Fatal(err)
		}
	}
	return opt
}

func textOf(src quotes.Source, field string) string {
	if field == "text" {
		return src.Text
	}
	for i, extra := range src.ExtraTexts {
		if field == fmt.Sprintf("extraTexts[%d]", i) {
			return extra
		}
	}
	return ""
}

func samePlace(t *testing.T, want placed, got quotes.Match, text string) {
	t.Helper()
	same(t, "method", want.Method, got.Method)
	same(t, "score", want.Score, got.Score)
	same(t, "field", want.Field, got.Field)
	if wanted := want.Start16 != nil || want.End16 != nil || want.Repaired != nil; wanted != (got.Start != nil) {
		t.Fatalf("span: got %v, want %v", got.Start, want.Start16)
	}
	if got.Start == nil {
		return
	}
	start16 := quotes.LenUTF16(text[:*got.Start])
	end16 := quotes.LenUTF16(text[:*got.End])
	if r := want.Repaired; r != nil {
		same(t, "span in bytes", [2]int{r.StartByte, r.EndByte}, [2]int{*got.Start, *got.End})
		same(t, "span in UTF-16", [2]int{r.Start16, r.End16}, [2]int{start16, end16})
		same(t, "slice", r.Slice, text[*got.Start:*got.End])
	}
	start, end := referenceSpan(text, got, want.End16)
	same(t, "the reference's start", want.Start16, start)
	same(t, "the reference's end", want.End16, end)
	if want.OffsetsAgree != nil {
		agree := start != nil && end != nil && *start == start16 && *end == end16
		same(t, "offsets agree", *want.OffsetsAgree, agree)
	}
}

// referenceSpan is a span as the reference gives it: in UTF-16 units, and,
// where it went through the normalised text, read from a table that has an
// entry for each code point by an index that counts units. Every character
// outside the basic plane before it shifts it. Behind the table a start is
// absent; what an end is there is not known, and beyond is given back.
func referenceSpan(text string, m quotes.Match, beyond *int) (start, end *int) {
	if m.Start == nil {
		return nil, nil
	}
	first, last := quotes.LenUTF16(text[:*m.Start]), quotes.LenUTF16(text[:*m.End])
	if m.Method == quotes.Exact {
		return &first, &last
	}
	norm := quotes.CompatNormalize(text)
	points := []rune(norm.Text)
	units := make([]int, len(points)+1) // of each code point
	for i, r := range points {
		units[i+1] = units[i] + quotes.LenUTF16(string(r))
	}
	lookUp := func(unit int) (at, behind *int) {
		if unit >= len(norm.Starts) {
			return nil, nil
		}
		from := norm.Starts[unit]
		a := quotes.LenUTF16(text[:from])
		b := a + quotes.LenUTF16(string([]rune(text[from:])[:1]))
		return &a, &b
	}
	firstPoint, lastPoint := -1, -1
	for i, at := range norm.Starts {
		if at == *m.Start && firstPoint < 0 && points[i] != ' ' {
			firstPoint = i
		}
		if at < *m.End {
			lastPoint = i
		}
	}
	if firstPoint < 0 || lastPoint < 0 {
		return nil, nil
	}
	start, _ = lookUp(units[firstPoint])
	if _, end = lookUp(units[lastPoint+1] - 1); end == nil {
		end = beyond
	}
	return start, end
}

// TestReferenceSpanShiftsBehindAstralCharacters pins the correction by which
// spans of whole reports are compared.
func TestReferenceSpanShiftsBehindAstralCharacters(t *testing.T) {
	text := "ab 🚀 cd ef"
	at := strings.Index(text, "cd")
	end := at + len("cd")
	start, stop := referenceSpan(text, quotes.Match{Method: quotes.Normalized, Start: &at, End: &end}, nil)
	if start == nil || stop == nil || *start != 7 || *stop != 10 {
		t.Errorf("got %v to %v, want 7 to 10", place(start), place(stop))
	}
}
