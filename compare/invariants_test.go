package compare

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/results"
)

// randomPair is two reports of a suite with groups, tags, both categories,
// repeats and gaps.
func randomPair(r *rand.Rand) (base, head results.ReportDoc) {
	n := r.IntN(80)
	groups, tries := r.IntN(2) == 0, [2]int{1 + r.IntN(3), 1 + r.IntN(3)}
	build := func(id string, tries int, shift float64) results.ReportDoc {
		var all []results.QuestionReport
		for i := range n {
			scores := make([]float64, tries)
			for k := range scores {
				scores[k] = math.Max(1, math.Round(5-4*math.Pow(r.Float64(), 3)-shift*r.Float64()))
			}
			q := questionIn([]results.Category{results.Positive, results.Negative}[i%4/3], fmt.Sprintf("q%02d", i), scores...)
			if groups {
				q.Group = fmt.Sprint("g", i/3)
			}
			q.Tags, q.Critical = []string{fmt.Sprint("t", i%2)}, i == 7
			q.AnswerChars = new(50 + r.IntN(400))
			if r.IntN(60) == 0 {
				q = errored(q)
			}
			all = append(all, q)
		}
		doc := reportOf(id, all...)
		doc.Run.Repeats = tries
		return doc
	}
	return build("a", tries[0], 0), build("b", tries[1], 2*r.Float64())
}

// each runs a property on pairs of reports that are the same in every run of
// the test.
func onRandomPairs(t *testing.T, property func(t *testing.T, r *rand.Rand, base, head results.ReportDoc)) {
	t.Helper()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		base, head := randomPair(r)
		property(t, r, base, head)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

var nearly = cmpopts.EquateApprox(1e-9, 1e-12)

func TestInvariantOrderOfQuestionsChangesNothing(t *testing.T) {
	onRandomPairs(t, func(t *testing.T, r *rand.Rand, base, head results.ReportDoc) {
		want := compared(t, base, head, Options{})
		shuffle := func(doc results.ReportDoc) results.ReportDoc {
			doc.Questions = slices.Clone(doc.Questions)
			r.Shuffle(len(doc.Questions), func(i, j int) {
				doc.Questions[i], doc.Questions[j] = doc.Questions[j], doc.Questions[i]
			})
			return doc
		}
		got := compared(t, shuffle(base), shuffle(head), Options{})
		byID := cmpopts.SortSlices(func(a, b Flip) bool { return a.ID < b.ID })
		if diff := cmp.Diff(want, got, byID, cmpopts.SortSlices(func(a, b Hard) bool { return a.Question < b.Question }),
			cmpopts.IgnoreFields(Doc{}, "Headline", "Next"), cmpopts.IgnoreFields(Gate{}, "Reasons")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestInvariantNamesOfGroupsChangeNothing(t *testing.T) {
	onRandomPairs(t, func(t *testing.T, r *rand.Rand, base, head results.ReportDoc) {
		want := compared(t, base, head, Options{})
		for _, doc := range []results.ReportDoc{base, head} {
			for i := range doc.Questions {
				if q := &doc.Questions[i]; q.Group != "" {
					q.Group = "renamed " + q.Group
				}
			}
		}
		got := compared(t, base, head, Options{})
		if diff := cmp.Diff(want.Series, got.Series); diff != "" {
			t.Error(diff)
		}
	})
}

func TestInvariantGroupsOfOneAreNone(t *testing.T) {
	onRandomPairs(t, func(t *testing.T, r *rand.Rand, base, head results.ReportDoc) {
		label := func(name func(i int) string) []Series {
			for _, doc := range []results.ReportDoc{base, head} {
				for i := range doc.Questions {
					doc.Questions[i].Group = name(i)
				}
			}
			return compared(t, base, head, Options{}).Series
		}
		alone := label(func(int) string { return "" })
		if diff := cmp.Diff(alone, label(func(i int) string { return fmt.Sprint("own", i) }), nearly); diff != "" {
			t.Error(diff)
		}
	})
}

func TestInvariantSwappingTheRunsMirrorsEverything(t *testing.T) {
	minus := func(v *float64) *float64 {
		if v == nil {
			return nil
		}
		return new(-*v)
	}
	onRandomPairs(t, func(t *testing.T, r *rand.Rand, base, head results.ReportDoc) {
		there, back := compared(t, base, head, Options{}), compared(t, head, base, Options{})
		for i, s := range there.Series {
			m := back.Series[i]
			m.Base, m.Head = m.Head, m.Base
			m.Lost.Base, m.Lost.Head = m.Lost.Head, m.Lost.Base
			m.ToFail, m.ToPass = m.ToPass, m.ToFail
			m.Difference, m.Lo, m.Hi = minus(m.Difference), minus(m.Hi), minus(m.Lo)
			m.LowerBound, m.UpperBound = minus(m.UpperBound), minus(m.LowerBound)
			m.Claim = map[Claim]Claim{Lower: Higher, Higher: Lower, Unclear: Unclear, NoClaim: NoClaim}[m.Claim]
			if diff := cmp.Diff(s, m, nearly, cmpopts.IgnoreFields(Series{}, "State", "Verdict", "Needed", "Says", "Reason", "Notes")); diff != "" {
				t.Error(diff)
			}
		}
		if there.Flips.PassToFail != back.Flips.FailToPass {
			t.Errorf("%+v %+v", there.Flips, back.Flips)
		}
	})
}

func TestInvariantFiguresHoldTogether(t *testing.T) {
	onRandomPairs(t, func(t *testing.T, r *rand.Rand, base, head results.ReportDoc) {
		doc := compared(t, base, head, Options{})
		encoded(t, doc) // refuses what is not a number
		for _, s := range doc.Series {
			if s.Lo != nil && !(*s.Lo <= *s.Difference && *s.Difference <= *s.Hi && *s.Lo <= *s.LowerBound && *s.UpperBound <= *s.Hi) {
				t.Errorf("%s: %v in %v..%v, bounds %v, %v", s.Name, *s.Difference, *s.Lo, *s.Hi, *s.LowerBound, *s.UpperBound)
			}
			if s.Test != nil && !(s.Test.PMin <= s.Test.P+1e-12 && s.Test.P <= *s.Test.PHolm) {
				t.Errorf("%s: %+v, Holm %v", s.Name, s.Test, *s.Test.PHolm)
			}
			if s.ToFail+s.ToPass != s.Changed || s.Changed > s.N || s.Clusters > s.N {
				t.Errorf("%+v", s)
			}
			all := s.N + s.Lost.missed() + s.Lost.Unassessable
			if want := questionsOf(doc, base, s.Name); all != want {
				t.Errorf("%s accounts for %d of %d questions", s.Name, all, want)
			}
		}
		for _, s := range doc.Slices {
			if s.P != nil && *s.PBH < *s.P {
				t.Errorf("%+v", s)
			}
		}
		if p := doc.Pairing; p.Common+len(p.OnlyBase) != p.Base || p.Common+len(p.OnlyHead) != p.Head {
			t.Errorf("%+v", p)
		}
	})
}

// questionsOf counts the questions that a series is about.
func questionsOf(doc Doc, base results.ReportDoc, name string) int {
	positive := 0
	for _, q := range base.Questions {
		if q.Category == results.Positive {
			positive++
		}
	}
	switch name {
	case PassRate:
		return len(base.Questions)
	case "negative/grounding", Answered:
		return len(base.Questions) - positive
	}
	return positive
}

func TestInvariantSameInputsSameBytes(t *testing.T) {
	onRandomPairs(t, func(t *testing.T, r *rand.Rand, base, head results.ReportDoc) {
		base.Run.Target.Params = map[string]string{"a": "1", "b": "2", "c": "3"}
		base.Judge.Served = map[string]int{"x": 1, "y": 2, "z": 3}
		want := encoded(t, compared(t, base, head, Options{}))
		for range 3 {
			if !bytes.Equal(want, encoded(t, compared(t, base, head, Options{}))) {
				t.Fatal("not the same bytes")
			}
		}
	})
}

// TestInvariantEqualRepeatsAreNoMoreQuestions: asking again and hearing the
// same is not more evidence.
func TestInvariantEqualRepeatsAreNoMoreQuestions(t *testing.T) {
	repeat := func(doc results.ReportDoc) results.ReportDoc {
		doc.Questions = slices.Clone(doc.Questions)
		for i := range doc.Questions {
			q := &doc.Questions[i]
			q.Repeats = append(slices.Clone(q.Repeats), q.Repeats...)
		}
		doc.Run.Repeats = 2
		return doc
	}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		base, head := reportOf("a", many(60, always(5))...), reportOf("b", many(60, func(int) float64 { return float64(5 - 2*(r.IntN(5)/4)) })...)
		once, twice := compared(t, base, head, Options{}), compared(t, repeat(base), repeat(head), Options{})
		for i, s := range once.Series {
			again := twice.Series[i]
			if s.N != again.N || s.N == 0 {
				continue
			}
			if math.Abs(*s.Difference-*again.Difference) > 1e-12 || *again.Hi-*again.Lo < *s.Hi-*s.Lo-1e-12 {
				t.Errorf("seed %d, %s: %v in %v..%v, repeated %v in %v..%v", seed, s.Name, *s.Difference, *s.Lo, *s.Hi, *again.Difference, *again.Lo, *again.Hi)
			}
		}
	}
}
