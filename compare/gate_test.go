package compare

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// TestTooFewQuestionsToTell: the change is listed, nothing is concluded from
// it, and no chance is computed from one pair or none.
func TestTooFewQuestionsToTell(t *testing.T) {
	for _, c := range []struct {
		name       string
		base, head []results.QuestionReport
		n, flips   int
	}{
		{"one of three fell", []results.QuestionReport{question("q1", 5), question("q2", 4), question("q3", 4)},
			[]results.QuestionReport{question("q1", 5), question("q2", 4), question("q3", 3)}, 3, 1},
		{"one pair", many(1, always(5)), many(1, always(2)), 1, 1},
		{"all differences equal", many(4, always(5)), many(4, always(3)), 4, 4},
		{"nothing changed", many(4, always(5)), many(4, always(5)), 4, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := compared(t, reportOf("a", c.base...), reportOf("b", c.head...), Options{})
			if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != 2 || len(doc.Flips.List) != c.flips {
				t.Errorf("%+v %+v", doc.Gate, doc.Flips)
			}
			s := get(t, doc, "positive/grounding")
			if s.N != c.n || s.Test != nil || s.Lo != nil || s.LowerBound != nil || s.Gateable || !strings.Contains(s.Says, "Too few questions to tell") {
				t.Errorf("%+v", s)
			}
			if s.Difference == nil || s.Needed == nil || *s.Needed < 10 {
				t.Errorf("difference %v, needed %v", s.Difference, s.Needed)
			}
		})
	}
}

func TestEqualDifferencesHaveAnInterval(t *testing.T) {
	doc := compared(t, reportOf("a", many(30, always(5))...), reportOf("b", many(30, always(5))...), Options{})
	s := get(t, doc, "positive/grounding")
	if s.Test.P != 1 || !(*s.Lo < 0 && *s.Hi > 0) || s.Claim != NoClaim {
		t.Errorf("%+v %+v", s, s.Test)
	}
	if doc := compared(t, reportOf("a", many(30, always(5))...), reportOf("b", many(30, always(4))...), Options{}); !(*get(t, doc, "positive/grounding").Hi > -1) {
		t.Error("thirty equal drops of one point are a point")
	}
}

// TestDefaultMargins: 0.05 on the pass rate, 0.25 on positive grounding, and
// nothing else gates by itself.
func TestDefaultMargins(t *testing.T) {
	doc := compared(t, hundred("a"), hundred("b"), Options{})
	if len(doc.Gate.Rules) != 2 || doc.Gate.Rules[0].Name != PassRate || doc.Gate.Rules[0].Margin != 0.05 ||
		doc.Gate.Rules[1].Name != "positive/grounding" || doc.Gate.Rules[1].Margin != 0.25 {
		t.Errorf("%+v", doc.Gate.Rules)
	}
	for _, s := range doc.Series {
		if gated := s.Name == PassRate || s.Name == "positive/grounding"; s.Gated != gated || (s.Verdict != "") != gated {
			t.Errorf("%s: gated %t, verdict %q", s.Name, s.Gated, s.Verdict)
		}
	}
	head := hundred("b")
	head.Run.Gate.On = "checks"
	if doc := compared(t, hundred("a"), head, Options{}); len(doc.Gate.Rules) != 1 {
		t.Errorf("a suite that gates on its checks alone: %+v", doc.Gate.Rules)
	}
}

func TestMarginsOfTheCommandLineGoFirst(t *testing.T) {
	base, head := hundred("a"), hundred("b")
	base.Run.Gate.Margins = map[string]float64{PassRate: 0.9}
	head.Run.Gate.Margins = map[string]float64{PassRate: 0.2, "positive/relevance": 0.3}
	doc := compared(t, base, head, Options{Margins: map[string]float64{PassRate: 0.1, OverRefusal: 0.08}})
	got := map[string]float64{}
	for _, r := range doc.Gate.Rules {
		got[r.Name] = r.Margin
	}
	want := map[string]float64{PassRate: 0.1, "positive/grounding": 0.25, "positive/relevance": 0.3, OverRefusal: 0.08}
	for name, margin := range want {
		if got[name] != margin {
			t.Errorf("%s: %v, want %v", name, got[name], margin)
		}
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		name string
		opt  Options
		want string
	}{
		{"a series that is none", Options{Margins: map[string]float64{"passrate": 0.1}}, `margin "passrate" names no series; there are passRate, positive/grounding`},
		{"a margin of nothing", Options{Margins: map[string]float64{PassRate: 0}}, "is not above 0"},
		{"a margin below nothing", Options{Margins: map[string]float64{PassRate: -0.1}}, "is not above 0"},
		{"a share above one", Options{Margins: map[string]float64{PassRate: 5}}, "at most 1"},
		{"a mean above its scale", Options{Margins: map[string]float64{"positive/grounding": 4.5}}, "at most 4"},
		{"a difference that is none", Options{Allow: []string{"judge"}}, `--allow-difference "judge" names none; there are judge-model`},
		{"a share of common questions", Options{MinCommon: new(80.0)}, "--min-common 80 is not within 0..1"},
		{"a flip rate", Options{FlipRate: new(-0.1)}, "--flip-rate -0.1 is not within 0..1"},
		{"a mapping", Options{Inconclusive: "ok"}, `--inconclusive "ok" is neither pass nor fail`},
	} {
		if _, err := Compare(load(t, hundred("a")), load(t, hundred("b")), c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestGateStates: the first state that holds decides, for figures of which
// less is better the other way round.
func TestGateStates(t *testing.T) {
	for _, c := range []struct {
		name       string
		n          int
		base, head func(int) float64
		state      stats.GateState
		exit       int
	}{
		{"no change", 200, always(5), always(5), stats.StateEquivalent, 0},
		{"one small drop in many", 400, always(5), drops(40, 4), stats.StateWorseWithin, 0},
		{"a drop beyond the margin", 100, always(5), drops(40, 4), stats.StateRegression, 1},
		{"a drop, perhaps beyond", 60, always(5), drops(14, 4), stats.StateWorseUnclear, 1},
		{"a rise", 100, drops(30, 4), always(5), stats.StateImproved, 0},
		{"too few to tell", 12, always(5), drops(2, 4), stats.StateInconclusive, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := compared(t, reportOf("a", many(c.n, c.base)...), reportOf("b", many(c.n, c.head)...), Options{})
			if s := get(t, doc, "positive/grounding"); s.State != c.state || doc.Gate.ExitCode != c.exit {
				t.Errorf("%s, exit %d; want %s, %d: %v", s.State, doc.Gate.ExitCode, c.state, c.exit, doc.Gate.Reasons)
			}
		})
	}
}

func TestFiguresOfWhichLessIsBetterAreTurnedRound(t *testing.T) {
	refused := func(n, k int, id string) results.ReportDoc {
		doc := reportOf(id, many(n, always(5))...)
		for i := range k {
			doc.Questions[i].Repeats[0].State = results.StateDeclined
		}
		return doc
	}
	opt := Options{Margins: map[string]float64{OverRefusal: 0.05}}
	worse := get(t, compared(t, refused(200, 2, "a"), refused(200, 40, "b"), opt), OverRefusal)
	if worse.State != stats.StateRegression || worse.Claim != Higher || !worse.worse() || worse.ToFail != 38 || *worse.Difference != 0.19 {
		t.Errorf("%+v", worse)
	}
	if !strings.Contains(worse.Says, "Higher on over-refusal by 19 percentage points") || !strings.Contains(worse.Says, "The rise is larger than the allowed 5 percentage points") {
		t.Error(worse.Says)
	}
	better := get(t, compared(t, refused(200, 40, "a"), refused(200, 2, "b"), opt), OverRefusal)
	if better.State != stats.StateImproved || better.Claim != Lower || better.worse() || better.ToPass != 38 {
		t.Errorf("%+v", better)
	}
}

// TestASeriesThatCannotReachItsMarginHoldsUpNothing: 44 unchanged questions
// cannot show a margin of five points, 45 can.
func TestASeriesThatCannotReachItsMarginHoldsUpNothing(t *testing.T) {
	for _, c := range []struct {
		n        int
		gateable bool
	}{{44, false}, {45, true}} {
		doc := compared(t, reportOf("a", many(c.n, always(5))...), reportOf("b", many(c.n, always(5))...), Options{})
		s := get(t, doc, PassRate)
		if s.Gateable != c.gateable || doc.Gate.ExitCode != 0 {
			t.Errorf("n=%d: gateable %t, exit %d", c.n, s.Gateable, doc.Gate.ExitCode)
		}
		if !c.gateable && (s.Verdict != "" || !strings.Contains(s.Reason, "at least 45 questions are needed") || !strings.Contains(doc.Headline, "too few questions to tell on pass rate")) {
			t.Errorf("verdict %q, reason %q, headline %q", s.Verdict, s.Reason, doc.Headline)
		}
	}
	doc := compared(t, reportOf("a", many(9, always(5))...), reportOf("b", many(9, always(5))...), Options{})
	if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != 2 {
		t.Errorf("nothing is gateable: %+v", doc.Gate)
	}
}

// TestAProvenDropFailsWhereNoneCouldPass: too few questions to show that a
// margin is kept may still be enough to show that it is not.
func TestAProvenDropFailsWhereNoneCouldPass(t *testing.T) {
	doc := compared(t, reportOf("a", many(30, always(5))...), reportOf("b", many(30, func(i int) float64 { return 5 - 2*float64(i%2) })...), Options{})
	s := get(t, doc, PassRate)
	if s.Gateable || s.State != stats.StateRegression || s.Verdict != results.Fail {
		t.Errorf("%+v", s)
	}
}

func TestMissingAnswersThatAreNotAlike(t *testing.T) {
	base, head := many(100, always(5)), many(100, always(5))
	for i := range 6 {
		head[i] = errored(head[i])
	}
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	s := get(t, doc, PassRate)
	if doc.Gate.Verdict != results.Inconclusive || s.Verdict != results.Inconclusive || s.Claim != NoClaim || !strings.Contains(s.Reason, "missing answers are not alike: 6 of 100") {
		t.Errorf("%+v: %s", doc.Gate, s.Reason)
	}
	if !strings.Contains(doc.Next, "evalrun run --resume runs/b refunds.yaml") {
		t.Error(doc.Next)
	}
	far := reportOf("b", head...)
	far.Run.Fleet = "nats://host:4222"
	if doc := compared(t, reportOf("a", base...), far, Options{}); !strings.Contains(doc.Next, "refunds.yaml --fleet nats://host:4222") {
		t.Error(doc.Next)
	}
	// Five of a hundred, two and three, are neither many nor one-sided.
	base, head = many(100, always(5)), many(100, always(5))
	for i := range 5 {
		if i < 2 {
			base[i] = errored(base[i])
		} else {
			head[i] = errored(head[i])
		}
	}
	if doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{}); doc.Gate.ExitCode != 0 {
		t.Errorf("%+v", doc.Gate)
	}
}

func TestAMarginWithoutQuestionsIsInconclusive(t *testing.T) {
	doc := compared(t, hundred("a"), hundred("b"), Options{Margins: map[string]float64{"negative/grounding": 0.25}})
	if doc.Gate.Verdict != results.Inconclusive || !strings.Contains(doc.Gate.Reasons[0], "negative/grounding: no question of the pairs has it") {
		t.Errorf("%+v", doc.Gate)
	}
}

// TestGroundingThatWasNowhereMeasuredIsNoPass: a judge that was off, or
// passages that were not recorded, on both sides alike.
func TestGroundingThatWasNowhereMeasuredIsNoPass(t *testing.T) {
	for _, status := range []results.CellStatus{results.CellUnassessable, results.CellInconclusive} {
		strip := func(doc results.ReportDoc) results.ReportDoc {
			for _, q := range doc.Questions {
				delete(q.Scores, results.Grounding)
				q.Cells["positive/grounding"] = status
			}
			return doc
		}
		doc := compared(t, strip(hundred("a")), strip(hundred("b")), Options{})
		if doc.Gate.Verdict != results.Inconclusive || get(t, doc, "positive/grounding").Reason == "" {
			t.Errorf("%s: %+v", status, doc.Gate)
		}
	}
}

func TestInconclusiveIsMappedOnRequest(t *testing.T) {
	base, head := reportOf("a", many(12, always(5))...), reportOf("b", many(12, func(i int) float64 { return 5 - float64(i%6/5) })...)
	for setting, exit := range map[string]int{"": 2, "pass": 0, "fail": 1} {
		doc := compared(t, base, head, Options{Inconclusive: setting})
		if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != exit {
			t.Errorf("%q: %+v", setting, doc.Gate)
		}
	}
}

func TestGroupsAreTheUnit(t *testing.T) {
	grouped := func(id string, score func(int) float64) results.ReportDoc {
		doc := reportOf(id, many(100, score)...)
		for i := range doc.Questions {
			doc.Questions[i].Group = string(rune('a' + i/10))
		}
		return doc
	}
	// All ten questions of two documents fall together.
	fall := func(i int) float64 {
		if i < 20 {
			return 4
		}
		return 5
	}
	alone := get(t, compared(t, reportOf("a", many(100, always(5))...), reportOf("b", many(100, fall)...), Options{}), "positive/grounding")
	doc := compared(t, grouped("a", always(5)), grouped("b", fall), Options{})
	s := get(t, doc, "positive/grounding")
	if s.Clusters != 10 || s.Method != PairedTClusters || s.Test.Name != "sign-flip by group" || s.Test.P != 0.5 {
		t.Errorf("%+v %+v", s, s.Test)
	}
	if !(*s.Hi-*s.Lo > *alone.Hi-*alone.Lo) || alone.Claim != Lower || s.Claim != NoClaim {
		t.Errorf("grouped %v..%v %s, alone %v..%v %s", *s.Lo, *s.Hi, s.Claim, *alone.Lo, *alone.Hi, alone.Claim)
	}
	if rate := get(t, doc, PassRate); rate.Method != PairedTClusters {
		t.Errorf("%+v", rate)
	}
	one := grouped("a", always(5))
	for i := range one.Questions {
		one.Questions[i].Group = "all"
	}
	other := one
	other.Run.ID = "b"
	if s := get(t, compared(t, one, other, Options{}), PassRate); s.Lo != nil || s.Reason != "all questions share one group: there is no interval" {
		t.Errorf("%+v", s)
	}
}
