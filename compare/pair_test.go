package compare

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestMeansOfDifferentQuestionsAreNotCompared(t *testing.T) {
	doc := compared(t, reportOf("a", question("q1", 2), question("q2", 2)), reportOf("b", question("q3", 5)), Options{})
	if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != 2 {
		t.Errorf("%+v", doc.Gate)
	}
	if !strings.Contains(doc.Headline, "Nothing to compare: 2 questions in the base, 1 in the head, none in both") {
		t.Error(doc.Headline)
	}
	for _, s := range doc.Series {
		if s.N != 0 || s.Difference != nil || s.Test != nil {
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	for _, setting := range []string{"pass", "fail"} {
		if doc := compared(t, reportOf("a", question("q1", 2)), reportOf("b", question("q3", 5)), Options{Inconclusive: setting}); doc.Gate.ExitCode != 2 {
			t.Errorf("--inconclusive %s maps a comparison of nothing to %d", setting, doc.Gate.ExitCode)
		}
	}
}

// TestOnlyQuestionsScoredInBothCount: what is left out is counted by where it
// is missing.
func TestOnlyQuestionsScoredInBothCount(t *testing.T) {
	base := many(40, always(5))
	head := many(40, always(4))
	base[0], head[1] = errored(base[0]), errored(head[1])
	base[2], head[2] = errored(base[2]), errored(head[2])
	head[3].Cells["positive/grounding"] = results.CellUnassessable
	delete(head[3].Scores, results.Grounding)
	base, head = append(base, question("old", 1)), append(head, question("new", 1))
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	s := get(t, doc, "positive/grounding")
	if want := (Lost{Base: 1, Head: 1, Both: 1, Unassessable: 1}); s.Lost != want || s.N != 36 {
		t.Errorf("n=%d, lost %+v", s.N, s.Lost)
	}
	if *s.Base.Mean != 5 || *s.Head.Mean != 4 || *s.Difference != -1 {
		t.Errorf("%v %v %v", *s.Base.Mean, *s.Head.Mean, *s.Difference)
	}
	p := doc.Pairing
	if p.Base != 41 || p.Head != 41 || p.Common != 40 || len(p.OnlyBase) != 1 || len(p.OnlyHead) != 1 {
		t.Errorf("%+v", p)
	}
}

func TestRenamedAndReusedIDsAreNoRegression(t *testing.T) {
	ask := func(id, text string, score float64) results.QuestionReport {
		q := question(id, score)
		q.Query, q.ContentHash, q.InputHash = text, "c-"+text, "i-"+text
		return q
	}
	doc := compared(t,
		reportOf("a", ask("old-id", "How long is the notice period?", 5), ask("q9", "Is parking free?", 5)),
		reportOf("b", ask("new-id", "How long is  the notice period?", 2), ask("q9", "What is the dress code?", 2)), Options{})
	if diff := cmp.Diff([]Unpaired{{ID: "old-id", Query: "How long is the notice period?", SameText: "new-id"}}, doc.Pairing.OnlyBase); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Unpaired{{ID: "new-id", Query: "How long is  the notice period?", SameText: "old-id"}}, doc.Pairing.OnlyHead); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Edited{{ID: "q9", What: []string{"inputs"}}}, doc.Pairing.Edited); diff != "" {
		t.Error(diff)
	}
	if doc.Gate.Verdict == results.Fail || doc.Flips.PassToFail != 0 || doc.Pairing.Common != 0 {
		t.Errorf("%+v %+v", doc.Gate, doc.Flips)
	}
}

func TestWhatMakesAQuestionTheSame(t *testing.T) {
	for _, c := range []struct {
		name           string
		edit           func(base, head *results.QuestionReport)
		common, paired int // of 10
		allowed        int // paired under --allow-difference rubric
		what           string
	}{
		{"nothing changed", func(_, _ *results.QuestionReport) {}, 10, 10, 10, ""},
		{"tags and group", func(_, h *results.QuestionReport) { h.Tags, h.Group, h.Critical = []string{"x"}, "g", true }, 10, 10, 10, ""},
		{"the inputs", func(_, h *results.QuestionReport) { h.ContentHash, h.InputHash = "c2", "i2" }, 9, 9, 9, "inputs"},
		{"the rubric", func(_, h *results.QuestionReport) { h.ContentHash = "c2" }, 10, 9, 10, "rubric"},
		{"the text, without an input hash", func(b, h *results.QuestionReport) {
			b.InputHash, h.InputHash, h.ContentHash, h.Query = "", "", "c2", "another"
		}, 9, 9, 9, "inputs"},
		{"something but the text, without an input hash on one side", func(b, h *results.QuestionReport) {
			b.InputHash, h.ContentHash = "", "c2"
		}, 10, 9, 10, "rubric or passages"},
		{"no input hash, the same content", func(b, h *results.QuestionReport) { b.InputHash = "" }, 10, 10, 10, ""},
		{"the side it should be on", func(_, h *results.QuestionReport) { h.Category, h.ContentHash = results.Negative, "c2" }, 10, 9, 9, "category rubric"},
		{"made an anchor", func(_, h *results.QuestionReport) { h.Anchor, h.ContentHash = true, "c2" }, 9, 9, 9, "anchors rubric"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, head := many(10, always(5)), many(10, always(5))
			c.edit(&base[4], &head[4])
			doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{MinCommon: new(0.0)})
			what := ""
			for _, e := range doc.Pairing.Edited {
				what = strings.Join(e.What, " ")
			}
			if p := doc.Pairing; p.Common != c.common || p.Paired != c.paired || what != c.what {
				t.Errorf("common %d, paired %d, edited %q; want %d, %d, %q", p.Common, p.Paired, what, c.common, c.paired, c.what)
			}
			doc = compared(t, reportOf("a", base...), reportOf("b", head...), Options{MinCommon: new(0.0), Allow: []string{"rubric"}})
			if doc.Pairing.Paired != c.allowed || (c.allowed > c.paired) != (len(doc.Allowed) == 1) {
				t.Errorf("paired %d with the rubric allowed, want %d; allowed %q", doc.Pairing.Paired, c.allowed, doc.Allowed)
			}
		})
	}
}

func TestARunOfTheEasyHalfIsRefused(t *testing.T) {
	whole, half := reportOf("a", many(100, always(5))...), reportOf("b", many(79, always(5))...)
	doc := compared(t, whole, half, Options{})
	if doc.Refusal == nil || doc.Gate.ExitCode != 3 || !strings.Contains(doc.Headline, "79 in common (79 %; at least 80 % must be)") {
		t.Errorf("%+v: %s", doc.Gate, doc.Headline)
	}
	if want := "evalrun compare runs/a/report.json runs/b/report.json --common"; doc.Refusal.Mend != want {
		t.Errorf("%s, want %s", doc.Refusal.Mend, want)
	}
	if doc := compared(t, half, whole, Options{}); doc.Refusal == nil {
		t.Error("a base of the easy half is compared")
	}
	if doc := compared(t, whole, half, Options{MinCommon: new(0.79)}); doc.Refusal != nil {
		t.Error("the flag does not reach it")
	}
	half.Run.Gate.MinCommon = new(0.5)
	if doc := compared(t, whole, half, Options{}); doc.Refusal != nil {
		t.Error("the suite does not reach it")
	}
}

func TestQuarantineIsListedAndDecidesNothing(t *testing.T) {
	base, head := many(60, always(5)), many(60, always(5))
	bad := question("q000", 1)
	bad.Critical = true
	head[0] = bad
	head[0].Quarantine = &results.Quarantine{Until: "2026-03-01", Reason: "source moved"}
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	if doc.Gate.ExitCode != 0 || len(doc.Hard) != 0 || doc.Flips.PassToFail != 0 || get(t, doc, PassRate).N != 59 {
		t.Errorf("%+v %+v", doc.Gate, doc.Flips)
	}
	if len(doc.Flips.List) != 1 || !doc.Flips.List[0].Quarantined || doc.Pairing.Paired != 60 {
		t.Errorf("%+v", doc.Flips.List)
	}
	want := []Quarantined{{ID: "q000", Until: "2026-03-01", Reason: "source moved", Base: results.Pass, Head: results.Fail}}
	if diff := cmp.Diff(want, doc.Pairing.Quarantined); diff != "" {
		t.Error(diff)
	}
	base[0].Quarantine, head[0].Quarantine = head[0].Quarantine, nil
	if doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{}); doc.Gate.ExitCode != 0 {
		t.Errorf("in the base alone: %+v", doc.Gate)
	}
	base[0].Quarantine, head[0].Quarantine = nil, &results.Quarantine{Until: "2026-02-28", Reason: "source moved"}
	doc = compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	if doc.Gate.ExitCode != 1 || !strings.Contains(strings.Join(doc.Notices, "\n"), "quarantine of q000 ended with 2026-02-28") {
		t.Errorf("past its day: %+v %q", doc.Gate, doc.Notices)
	}
}

func TestAnchorsAreInNoFigure(t *testing.T) {
	base, head := many(60, always(5)), many(60, always(5))
	for i := range 30 {
		base[i].Anchor, head[i].Anchor = true, true
		head[i] = questionAs(head[i], 1)
	}
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	if s := get(t, doc, "positive/grounding"); s.N != 30 || *s.Difference != 0 || doc.Pairing.Anchors != 30 || doc.Pairing.Common != 30 || doc.Flips.PassToFail != 0 {
		t.Errorf("%+v %+v", s, doc.Pairing)
	}
}

// questionAs gives a question another score.
func questionAs(q results.QuestionReport, score float64) results.QuestionReport {
	with := questionIn(q.Category, q.ID, score)
	with.Anchor, with.Group, with.Tags, with.Critical = q.Anchor, q.Group, q.Tags, q.Critical
	return with
}
