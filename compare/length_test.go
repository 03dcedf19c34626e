package compare

import (
	"math"
	"strings"
	"testing"
)

func TestScoresThatGoWithLengthAreNoted(t *testing.T) {
	base, head := many(40, always(3)), many(40, func(i int) float64 { return 3 + float64(i%3) })
	for i := range head {
		head[i].AnswerChars = new(100 * (1 + i%3))
	}
	base[0].AnswerChars, head[1].AnswerChars = nil, new(0)
	l := compared(t, reportOf("a", base...), reportOf("b", head...), Options{}).Length
	if l.N != 38 || math.Abs(*l.MedianRatio-2) > 1e-9 || len(l.Rho) != 2 || l.Rho[0].N != 38 || l.Rho[0].Rho < 0.99 {
		t.Errorf("%+v", l)
	}
	if want := "Score changes go with answer length on positive/grounding (rank correlation 1.00, n=38) and positive/relevance"; !strings.HasPrefix(l.Note, want) {
		t.Errorf("%s", l.Note)
	}
	for i := range head {
		head[i].AnswerChars = new(100 + 7*(i/3))
	}
	if l := compared(t, reportOf("a", base...), reportOf("b", head...), Options{}).Length; l.Note != "" {
		t.Errorf("lengths that have nothing to do with scores: %s", l.Note)
	}
	few := compared(t, reportOf("a", base[:19]...), reportOf("b", head[:19]...), Options{}).Length
	if len(few.Rho) != 0 || few.N != 18 {
		t.Errorf("%+v", few)
	}
}

func TestSlicesExploreAndGateNothing(t *testing.T) {
	base, head := many(40, always(5)), many(40, always(5))
	for i := range head {
		tag := "billing"
		if i >= 12 {
			tag = "delivery"
		}
		if i < 12 {
			head[i] = questionAs(head[i], 1)
		}
		base[i].Tags, head[i].Tags = []string{"any", tag}, []string{"any", tag}
		if i < 3 {
			head[i].Group = "doc"
		}
		if i > 35 {
			head[i].Group = "other"
		}
	}
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{Margins: map[string]float64{PassRate: 0.9}})
	got := map[string]Slice{}
	for _, s := range doc.Slices {
		if s.Series == PassRate {
			got[s.By+" "+s.Value] = s
		}
	}
	billing, delivery := got["tag billing"], got["tag delivery"]
	if billing.N != 12 || billing.ToFail != 12 || *billing.Difference != -1 || billing.Lo == nil || *billing.PBH > 0.01 {
		t.Errorf("%+v", billing)
	}
	if delivery.N != 28 || *delivery.Difference != 0 || *delivery.P != 1 || *delivery.PBH != 1 {
		t.Errorf("%+v", delivery)
	}
	small, quiet := got["group doc"], got["group other"]
	if small.N != 3 || small.ToFail != 3 || small.Difference != nil || small.P != nil || quiet.N != 0 {
		t.Errorf("%+v %+v", small, quiet)
	}
	for _, s := range doc.Slices {
		if s.Series != PassRate && s.Series != "positive/grounding" {
			t.Errorf("a slice of %s, which nothing gates", s.Series)
		}
	}
}
