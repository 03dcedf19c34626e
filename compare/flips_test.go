package compare

import (
	"math"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestFlipsAreListedByUrgency(t *testing.T) {
	base, head := many(8, always(5)), many(8, always(5))
	head[0] = question("q000", 3) // broke, a little
	head[1] = question("q001", 1) // broke, a lot
	base[2] = question("q002", 2) // mended
	base[3], head[3] = question("q003", 1), question("q003", 3)
	head[4] = question("q004", 3) // broke, critical in the base
	base[4].Critical = true
	head[5] = question("q005", 4) // moved by one
	head[6].Verdict, head[6].Reasons = results.Fail, []string{"a check failed"}
	head[7] = errored(head[7])
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	var got []string
	for _, f := range doc.Flips.List {
		got = append(got, f.ID+" "+string(f.Kind))
	}
	want := "q004 pass_to_fail, q001 pass_to_fail, q000 pass_to_fail, q006 pass_to_fail, q002 fail_to_pass, q003 step"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
	if doc.Flips.PassToFail != 4 || doc.Flips.FailToPass != 1 {
		t.Errorf("%+v", doc.Flips)
	}
	checked := doc.Flips.List[3]
	if checked.Dimension != "" || checked.BaseScore != nil || len(checked.Reasons) != 1 {
		t.Errorf("%+v", checked)
	}
	short := compared(t, reportOf("a", base...), reportOf("b", head...), Options{MaxFlips: 2})
	if len(short.Flips.List) != 2 || short.Flips.More != 4 || short.Flips.PassToFail != 4 {
		t.Errorf("%+v", short.Flips)
	}
}

func TestAFlipShowsBothReasoningLines(t *testing.T) {
	b, h := question("q1", 5), question("q1", 5)
	h.Scores[results.Relevance], h.Verdict, h.Reasons = 2, results.Fail, []string{"relevance 2 is below its floor 4"}
	b.Reasoning[results.Relevance], h.Reasoning[results.Relevance] = "to the point", "about something else"
	f := compared(t, reportOf("a", b), reportOf("b", h), Options{}).Flips.List[0]
	if f.Dimension != results.Relevance || *f.BaseScore != 5 || *f.HeadScore != 2 || f.BaseReasoning != "to the point" ||
		f.HeadReasoning != "about something else" || f.Reasons[0] != "relevance 2 is below its floor 4" || f.Size != 3 {
		t.Errorf("%+v", f)
	}
	// Of two scores that moved as far, the one that went the flip's way counts.
	b, h = question("q1", 3), question("q1", 3)
	b.Verdict, h.Verdict = results.Pass, results.Fail
	h.Scores[results.Grounding], h.Scores[results.Relevance] = 5, 1
	if f := compared(t, reportOf("a", b), reportOf("b", h), Options{}).Flips.List[0]; f.Dimension != results.Relevance {
		t.Errorf("%+v", f)
	}
}

func TestFlipsAreNeverShownWithoutWhatToMakeOfThem(t *testing.T) {
	base, head := reportOf("a", many(100, always(5))...), reportOf("b", many(100, func(i int) float64 { return 5 - 2*float64(i%10/9) })...)
	f := compared(t, base, head, Options{}).Flips
	if f.Expected != nil || f.Says != "10 pass to fail and 0 fail to pass; flip rate not measured; do not read single flips." {
		t.Errorf("%s", f.Says)
	}
	f = compared(t, base, head, Options{FlipRate: new(0.12)}).Flips
	if f.Expected == nil || math.Abs(*f.Expected-12) > 1e-9 || f.RateFrom != "flag" ||
		f.Says != "10 pass to fail and 0 fail to pass; at the given run-to-run flip rate of 12 % about 12 flips are expected with no change." {
		t.Errorf("%+v", f)
	}
	if f := compared(t, base, reportOf("b", many(100, always(5))...), Options{}).Flips; f.Says != "No question changed sides." {
		t.Error(f.Says)
	}
}

// TestFlipRateIsThatBetweenRepeats: of 100 questions asked twice, 10 passed
// once, in each run.
func TestFlipRateIsThatBetweenRepeats(t *testing.T) {
	twice := func(id string) results.ReportDoc {
		var all []results.QuestionReport
		for _, q := range many(100, always(5)) {
			second := 5.0
			if len(all)%10 == 0 {
				second = 1
			}
			all = append(all, question(q.ID, 5, second))
		}
		doc := reportOf(id, all...)
		doc.Run.Repeats = 2
		return doc
	}
	f := compared(t, twice("a"), twice("b"), Options{}).Flips
	if f.Rate == nil || math.Abs(*f.Rate-0.1) > 1e-9 || f.RateFrom != "repeats" || f.Expected == nil {
		t.Fatalf("%+v", f)
	}
	if f.RateOf != 200 || f.RateHi == nil || !(*f.RateHi > 0.1 && *f.RateHi < 0.2) || !strings.Contains(f.Says, "flip rate of 10 % (n=200) about ") {
		t.Errorf("%+v", f)
	}
	// More answers a question make it likelier that one of them fails.
	if !(*f.Expected > 10 && *f.Expected < 20) {
		t.Errorf("expected %v", *f.Expected)
	}
}

// TestCopiedAnswersMeasureNoFlipRate: repeats of one recorded answer agree by
// nature.
func TestCopiedAnswersMeasureNoFlipRate(t *testing.T) {
	copies := func(id string, marked bool) results.ReportDoc {
		var all []results.QuestionReport
		for _, q := range many(100, always(5)) {
			all = append(all, question(q.ID, 5, 5))
		}
		doc := reportOf(id, all...)
		doc.Run.Repeats, doc.Run.CopiedRepeats = 2, marked
		return doc
	}
	doc := compared(t, copies("a", true), copies("b", true), Options{})
	if f := doc.Flips; f.Rate != nil || f.Expected != nil {
		t.Errorf("%+v", f)
	}
	if !strings.Contains(strings.Join(doc.Notices, " "), "The 2 answers to each question of the head are copies of one") || !doc.Head.CopiedRepeats {
		t.Errorf("%q", doc.Notices)
	}
	// Answers of their own that agree bound the rate; they do not make it 0.
	f := compared(t, copies("a", false), copies("b", false), Options{}).Flips
	want := "0 pass to fail and 0 fail to pass; no flip was seen on 200 questions asked more than once, which leaves a flip rate of up to "
	if f.Rate == nil || *f.Rate != 0 || f.RateHi == nil || !(*f.RateHi > 0.01 && *f.RateHi < 0.05) || !strings.HasPrefix(f.Says, want) {
		t.Errorf("%+v", f)
	}
	// One of the two runs is enough to measure it, and the other adds nothing.
	if f := compared(t, copies("a", true), copies("b", false), Options{}).Flips; f.RateOf != 100 {
		t.Errorf("%+v", f)
	}
}

// TestScoresThatMovedAreCountedApartFromFlips: one step and one flip are not
// two flips.
func TestScoresThatMovedAreCountedApartFromFlips(t *testing.T) {
	base, head := many(100, always(5)), many(100, always(5))
	head[0] = question("q000", 1)
	head[1].Scores[results.Relevance] = 3
	f := compared(t, reportOf("a", base...), reportOf("b", head...), Options{}).Flips
	if f.PassToFail != 1 || f.Steps != 1 || !strings.HasSuffix(f.Says, "; 1 score moved by 2 or more without a flip.") {
		t.Errorf("%+v", f)
	}
}

// TestFlipShareFollowsTheChances: with chances to pass of Beta(6, 1.2), the
// share of flips has a closed form for any number of answers.
func TestFlipShareFollowsTheChances(t *testing.T) {
	const a, b = 6, 1.2
	moment := func(k int) float64 {
		m := 1.0
		for i := range k {
			m *= (a + float64(i)) / (a + b + float64(i))
		}
		return m
	}
	pass := moment(1)
	rate := 2 * (moment(1) - moment(2))
	if math.Abs(rate-0.2439) > 0.0001 { // 12.2 and 12.2 of 100
		t.Errorf("rate %v", rate)
	}
	for _, tries := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {1, 3}} {
		want := moment(tries[0]) + moment(tries[1]) - 2*moment(tries[0]+tries[1])
		if got := flipShare(pass, rate, tries[0], tries[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v answers: %v, want %v", tries, got, want)
		}
	}
	for _, c := range []struct {
		name             string
		pass, rate, want float64
	}{
		{"nothing ever flips", 0.8, 0, 0},
		{"every question is a coin", 0.5, 0.5, 2 * 0.25 * 0.75},
		{"a rate beyond coins", 0.5, 0.9, 2 * 0.25 * 0.75},
		{"everything passes", 1, 0, 0},
		{"everything fails", 0, 0, 0},
	} {
		if got := flipShare(c.pass, c.rate, 2, 2); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
