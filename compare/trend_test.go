package compare

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// nightly makes up nights of one suite. Each question has a level of its own
// around which a night scatters it.
type nightly struct {
	questions, anchors int
	random             *rand.Rand
}

func newNightly(questions, anchors int, seed uint64) *nightly {
	return &nightly{questions, anchors, rand.New(rand.NewPCG(seed, 9))}
}

const grounding = results.Series("positive/grounding")

// night makes the next night; falls are taken from the assistant's and from
// the anchors' scores.
func (m *nightly) night(i int, fall, anchorFall float64) results.Night {
	n := results.Night{
		Run: fmt.Sprintf("run-%03d", i), Folder: fmt.Sprintf("runs/run-%03d", i), Suite: "refunds",
		Started: time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC).AddDate(0, 0, i), Status: results.RunComplete,
		SuiteHash: "suite-1", JudgeKey: "judge-1", ScoringKey: "checks-1", Judge: "m-1",
		Served: map[string]int{"m-1-0613": m.questions}, Target: results.TargetRef{Type: "http", Model: "a-1"},
		Gate:      results.GateResult{Verdict: results.Pass},
		Totals:    results.Totals{Planned: m.questions + m.anchors},
		Selection: results.Selection{Total: m.questions + m.anchors, Selected: m.questions + m.anchors},
	}
	for q := range m.questions {
		n.Questions = append(n.Questions, m.question(fmt.Sprintf("q%03d", q), 3+float64(q%3)*0.5-fall))
	}
	for q := range m.anchors {
		anchor := m.question(fmt.Sprintf("anchor%03d", q), 4-anchorFall)
		anchor.Anchor = true
		n.Questions = append(n.Questions, anchor)
	}
	return n
}

func (m *nightly) question(id string, level float64) results.NightQuestion {
	score := min(5, max(1, level+0.3*m.random.NormFloat64()))
	verdict := results.Pass
	if score < 2.8 {
		verdict = results.Fail
	}
	return results.NightQuestion{ID: id, ContentHash: "c-" + id, Verdict: verdict, Scores: map[results.Series]float64{grounding: score}}
}

func (m *nightly) nights(n int, fall func(night int) (assistant, anchors float64)) []results.Night {
	var all []results.Night
	for i := range n {
		assistant, anchors := 0.0, 0.0
		if fall != nil {
			assistant, anchors = fall(i)
		}
		all = append(all, m.night(i, assistant, anchors))
	}
	return all
}

func trendOf(t testing.TB, nights []results.Night, opt TrendOptions) TrendDoc {
	t.Helper()
	doc, err := Trend(nights, opt)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func (d TrendDoc) series(t testing.TB, name string, anchors bool) TrendSeries {
	t.Helper()
	i := slices.IndexFunc(d.Series, func(s TrendSeries) bool { return s.Name == name && s.Anchors == anchors })
	if i < 0 {
		t.Fatalf("no series %s (anchors %v)", name, anchors)
	}
	return d.Series[i]
}

func after(night int, fall float64) func(int) (float64, float64) {
	return func(i int) (float64, float64) {
		if i >= night {
			return fall, 0
		}
		return 0, 0
	}
}

func TestTrendFindsAFallWithEveryChart(t *testing.T) {
	for _, drift := range []Drift{DriftEWMA, DriftCUSUM, DriftConformal} {
		t.Run(string(drift), func(t *testing.T) {
			nights := newNightly(40, 0, 8).nights(60, after(35, 0.4))
			doc := trendOf(t, nights, TrendOptions{Drift: drift})
			if doc.Gate.Verdict != results.Fail || doc.Gate.ExitCode != 1 {
				t.Fatalf("gate %+v", doc.Gate)
			}
			s := doc.series(t, string(grounding), false)
			if s.Signal == nil {
				t.Fatal("no signal on the series that fell")
			}
			signal := doc.Signals[*s.Signal]
			if signal.Direction != Fall || !signal.Active || signal.First < 35 || signal.Last != 59 {
				t.Errorf("signal %+v", signal)
			}
			if drift != DriftConformal && (signal.Likely < 33 || signal.Likely > 37) {
				t.Errorf("the fall of night 35 is put on night %d", signal.Likely)
			}
			if !strings.Contains(signal.Says, "lower by 0.") || !strings.Contains(doc.Headline, "about one such signal in two months") {
				t.Errorf("says %q", signal.Says)
			}
		})
	}
}

func TestTrendIsQuietWhileNothingChanges(t *testing.T) {
	doc := trendOf(t, newNightly(40, 0, 8).nights(40, nil), TrendOptions{})
	if doc.Gate.Verdict != results.Pass || doc.Gate.ExitCode != 0 || len(doc.Signals) != 0 {
		t.Fatalf("gate %+v, signals %+v", doc.Gate, doc.Signals)
	}
	if strings.Contains(doc.Headline, "no change") || !strings.Contains(doc.Headline, "2 charts over 40 nights") {
		t.Errorf("headline %q", doc.Headline)
	}
}

// TestBudgetIsSharedByTheCharts holds the limit to the published one of seven
// charts and half a false alarm a month.
func TestBudgetIsSharedByTheCharts(t *testing.T) {
	design, err := newDesign(TrendOptions{}, 7, 0)
	if err != nil || design.ARL != 420 || design.Limit < 2.901 || design.Limit > 2.905 {
		t.Errorf("design %+v, %v", design, err)
	}
}

func TestTrendRefusesSettingsWithoutALimit(t *testing.T) {
	nights := newNightly(5, 0, 1).nights(3, nil)
	for name, opt := range map[string]TrendOptions{
		"an unknown chart": {Drift: "shewhart"}, "no budget": {Budget: -1}, "a budget of every night": {Budget: 60},
	} {
		if _, err := Trend(nights, opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestMissingHardQuestionsDoNotMoveAValue(t *testing.T) {
	nights := newNightly(40, 0, 5).nights(20, nil)
	whole := trendOf(t, nights, TrendOptions{}).series(t, string(grounding), false)
	for _, q := range []int{0, 3} { // of the lowest level
		nights[10].Questions[q].Scores = nil
	}
	part := trendOf(t, nights, TrendOptions{}).series(t, string(grounding), false)
	p := part.Points[10]
	if p.Hollow || p.N != 38 || p.Expected != 40 {
		t.Fatalf("point %+v", p)
	}
	plain := *p.Mean - *whole.Points[10].Mean
	moved := *p.Value - *whole.Points[10].Value
	if plain < 0.02 || moved > plain/2 || moved < -plain/2 {
		t.Errorf("the plain mean moves by %v, the value by %v", plain, moved)
	}
}

func TestAQuestionAbsentOnTheFirstNightMovesNothingLater(t *testing.T) {
	flat := func(i int, missing bool) results.Night {
		n := newNightly(20, 0, 1).night(i, 0, 0)
		for q := range n.Questions {
			n.Questions[q].Scores[grounding] = 5
		}
		n.Questions[7].Scores[grounding] = 1
		if missing {
			n.Questions[7].Scores = nil
		}
		return n
	}
	doc := trendOf(t, []results.Night{flat(0, true), flat(1, false), flat(2, false), flat(3, false)}, TrendOptions{})
	for i, p := range doc.series(t, string(grounding), false).Points {
		if p.Hollow || *p.Value != 4.8 {
			t.Errorf("night %d: value %v, want 4.8", i, *p.Value)
		}
	}
}

func TestTooFewScoresAreDrawnHollowAndFeedNothing(t *testing.T) {
	nights := newNightly(40, 0, 7).nights(20, nil)
	for q := range 4 {
		nights[19].Questions[q].Scores = nil
	}
	nights[12].Dimensions = []results.DimensionSummary{{Name: grounding, Coverage: new(0.9)}}
	doc := trendOf(t, nights, TrendOptions{})
	s := doc.series(t, string(grounding), false)
	for _, i := range []int{12, 19} {
		if p := s.Points[i]; !p.Hollow || p.Statistic != nil || p.Value == nil || p.Reason == "" {
			t.Errorf("night %d: %+v", i, p)
		}
	}
	if s.History != 18 {
		t.Errorf("%d nights in the history, want 18", s.History)
	}
	if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != 2 || !strings.Contains(doc.Gate.Reasons[0], "only 36 of 40") {
		t.Errorf("gate %+v", doc.Gate)
	}
}

func TestASegmentBeginsWhenNightsCannotBeCompared(t *testing.T) {
	edit := func(n *results.Night, share int) {
		n.SuiteHash = "suite-2"
		for q := range share {
			n.Questions[q].ContentHash = "edited"
		}
	}
	for name, c := range map[string]struct {
		change func(n *results.Night)
		reason string
	}{
		"another judge":           {func(n *results.Night) { n.JudgeKey, n.Judge = "judge-2", "m-2" }, "another judge: m-2 instead of m-1"},
		"another prompt":          {func(n *results.Night) { n.JudgeKey = "judge-2" }, "prompt or settings"},
		"other floors":            {func(n *results.Night) { n.ScoringKey = "checks-2" }, "checks, floors"},
		"5 of 40 edited":          {func(n *results.Night) { edit(n, 5) }, "5 of 40 questions"},
		"4 of 40 edited":          {func(n *results.Night) { edit(n, 4) }, ""},
		"asked three times":       {func(n *results.Night) { n.Totals.Planned *= 3 }, "3 times instead of 1"},
		"the server's model":      {func(n *results.Night) { n.Served = map[string]int{"m-1-0901": 40} }, ""},
		"half the suite, run":     {func(n *results.Night) { n.Questions = n.Questions[:20] }, ""},
		"half the suite, removed": {func(n *results.Night) { n.Questions, n.SuiteHash = n.Questions[:20], "suite-3" }, "20 of 40"},
	} {
		t.Run(name, func(t *testing.T) {
			nights := newNightly(40, 0, 2).nights(12, nil)
			for i := 6; i < 12; i++ {
				c.change(&nights[i])
			}
			doc := trendOf(t, nights, TrendOptions{})
			if c.reason == "" {
				if len(doc.Segments) != 1 {
					t.Errorf("segments %+v", doc.Segments)
				}
				return
			}
			if len(doc.Segments) != 2 || doc.Segments[1].First != 6 || !strings.Contains(doc.Segments[1].Reason, c.reason) {
				t.Errorf("segments %+v", doc.Segments)
			}
		})
	}
}

func TestAcceptedNightsBeginASegment(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(60, after(35, 0.4))
	doc := trendOf(t, nights, TrendOptions{Accepted: []results.Accepted{{Run: "run-045", Reason: "shorter answers"}}})
	if len(doc.Segments) != 2 || doc.Segments[1].First != 45 || !strings.Contains(doc.Segments[1].Reason, "shorter answers") {
		t.Fatalf("segments %+v", doc.Segments)
	}
	if doc.Gate.Verdict != results.Pass {
		t.Errorf("gate %+v", doc.Gate)
	}
	if len(doc.Signals) == 0 || doc.Signals[0].Active {
		t.Errorf("the signal of the segment before is gone or lasts: %+v", doc.Signals)
	}
}

// TestOneNightOfAnotherJudgeLeavesTheChartAsItWas: otherwise a single run with
// another judge would blind the nights after it.
func TestOneNightOfAnotherJudgeLeavesTheChartAsItWas(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(40, after(30, 0.4))
	want := trendOf(t, nights, TrendOptions{})
	odd := nights[20]
	odd.Run, odd.JudgeKey, odd.Judge = "run-odd", "judge-2", "m-2"
	doc := trendOf(t, slices.Insert(slices.Clone(nights), 21, odd), TrendOptions{})
	if len(doc.Segments) != 2 || doc.Segments[1].Nights != 40 || doc.Segments[1].First != 0 || doc.Segments[0].First != 21 {
		t.Fatalf("segments %+v", doc.Segments)
	}
	if diff := cmp.Diff(want.Gate, doc.Gate); diff != "" {
		t.Errorf("gate (-without +with the odd night):\n%s", diff)
	}
}

func TestTwoJudgesByTurnsHaveASegmentEach(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(60, after(40, 0.4))
	for i := 0; i < 60; i += 2 {
		nights[i].JudgeKey, nights[i].Judge = "judge-2", "m-2"
	}
	doc := trendOf(t, nights, TrendOptions{})
	if len(doc.Segments) != 2 || doc.Segments[0].Nights != 30 || doc.Segments[1].Nights != 30 {
		t.Fatalf("segments %+v", doc.Segments)
	}
	s := doc.series(t, string(grounding), false)
	if doc.Gate.Verdict != results.Fail || s.Signal == nil || doc.Signals[*s.Signal].Likely < 37 || doc.Signals[*s.Signal].Likely > 43 {
		t.Errorf("gate %+v, signals %+v", doc.Gate, doc.Signals)
	}
}

func TestWhatIsAcceptedOnNoChartHoldsFromTheNextNightOn(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(30, nil)
	nights[20].Selection.Selected = 3
	doc := trendOf(t, nights, TrendOptions{Accepted: []results.Accepted{{Run: nights[20].Run, Reason: "a new tone"}}})
	if len(doc.Segments) != 2 || doc.Segments[1].First != 21 {
		t.Errorf("segments %+v", doc.Segments)
	}
}

func TestANewServedModelIsSaidOnItsNight(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(30, nil)
	nights[29].Served = map[string]int{"m-1-0901": 40}
	doc := trendOf(t, nights, TrendOptions{})
	if doc.Gate.Verdict != results.Pass || !strings.Contains(doc.Headline, "m-1-0901 instead of m-1-0613") {
		t.Errorf("headline %q", doc.Headline)
	}
}

func TestAnEditedQuestionIsLeftOutAndLosesNoCoverage(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(6, nil)
	for i := 3; i < 6; i++ {
		nights[i].SuiteHash = "suite-2"
		for q := range 3 {
			nights[i].Questions[q].ContentHash = "edited"
			nights[i].Questions[q].Scores[grounding] = 1
		}
	}
	doc := trendOf(t, nights, TrendOptions{})
	for _, p := range doc.series(t, string(grounding), false).Points[3:] {
		if p.Hollow || p.N != 37 || p.Expected != 37 || *p.Value < 3.2 {
			t.Errorf("point %+v, value %v", p, *p.Value)
		}
	}
	if len(doc.Events) != 1 || doc.Events[0].Kind != EventContent || doc.Events[0].Night != 3 {
		t.Errorf("events %+v", doc.Events)
	}
}

func TestAnchorsTellTheJudgeFromTheAssistant(t *testing.T) {
	both := func(i int) (float64, float64) {
		if i >= 30 {
			return 0.4, 0.4
		}
		return 0, 0
	}
	for name, c := range map[string]struct {
		fall    func(int) (float64, float64)
		verdict results.Verdict
		doubt   bool
	}{
		"the judge fell":     {both, results.Inconclusive, true},
		"the assistant fell": {after(30, 0.4), results.Fail, false},
	} {
		t.Run(name, func(t *testing.T) {
			doc := trendOf(t, newNightly(40, 30, 8).nights(50, c.fall), TrendOptions{})
			if doc.Gate.Verdict != c.verdict {
				t.Errorf("gate %+v", doc.Gate)
			}
			s := doc.series(t, string(grounding), false)
			if s.Signal == nil || (doc.Signals[*s.Signal].Doubt != "") != c.doubt {
				t.Fatalf("signals %+v", doc.Signals)
			}
			if c.doubt && !strings.Contains(doc.Signals[*s.Signal].Says, "The judge moved; a change of the assistant cannot be told apart") {
				t.Errorf("says %q", doc.Signals[*s.Signal].Says)
			}
		})
	}
}

func TestAnotherServedModelIsADoubtWithoutAnchors(t *testing.T) {
	for anchors, verdict := range map[int]results.Verdict{0: results.Inconclusive, 30: results.Fail} {
		nights := newNightly(40, anchors, 8).nights(50, after(30, 0.4))
		for i := 30; i < 50; i++ {
			nights[i].Served = map[string]int{"m-1-0901": 40}
		}
		doc := trendOf(t, nights, TrendOptions{})
		if doc.Gate.Verdict != verdict {
			t.Errorf("%d anchors: gate %+v", anchors, doc.Gate)
		}
		if len(doc.Events) != 1 || doc.Events[0].Kind != EventServed || doc.Events[0].Night != 30 {
			t.Errorf("%d anchors: events %+v", anchors, doc.Events)
		}
	}
}

func TestARiseIsASignalAndDoesNotFail(t *testing.T) {
	doc := trendOf(t, newNightly(40, 0, 8).nights(50, after(30, -0.4)), TrendOptions{})
	s := doc.series(t, string(grounding), false)
	if doc.Gate.Verdict != results.Pass || s.Signal == nil || doc.Signals[*s.Signal].Direction != Rise {
		t.Fatalf("gate %+v, signals %+v", doc.Gate, doc.Signals)
	}
	if !strings.Contains(doc.Headline, "higher by") {
		t.Errorf("headline %q", doc.Headline)
	}
}

func TestRunsThatAreNoNightsAreOnNoChart(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(n *results.Night)
		verdict results.Verdict
	}{
		"answers of another run":  {func(n *results.Night) { n.From = "run-001" }, results.Pass},
		"a few questions":         {func(n *results.Night) { n.Selection.Selected = 3 }, results.Pass},
		"still running":           {func(n *results.Night) { n.Status = results.RunRunning }, results.Inconclusive},
		"without figures":         {func(n *results.Night) { n.Problem, n.Questions = "it has no report.json", nil }, results.Inconclusive},
		"with no single question": {func(n *results.Night) { n.Questions = nil }, results.Inconclusive},
	} {
		t.Run(name, func(t *testing.T) {
			nights := newNightly(40, 0, 8).nights(30, nil)
			c.change(&nights[29])
			doc := trendOf(t, nights, TrendOptions{})
			if doc.Nights[29].Segment != -1 || doc.Nights[29].Left == "" || doc.Gate.Verdict != c.verdict {
				t.Errorf("night %+v, gate %+v", doc.Nights[29], doc.Gate)
			}
		})
	}
}

func TestFirstNightsAreInconclusive(t *testing.T) {
	for n := range 4 {
		doc := trendOf(t, newNightly(40, 0, 8).nights(n, nil), TrendOptions{})
		want := results.Inconclusive
		if n == 3 {
			want = results.Pass
		}
		if doc.Gate.Verdict != want || doc.Headline == "" || doc.Next == "" {
			t.Errorf("%d nights: %+v", n, doc.Gate)
		}
		for mapped, code := range map[string]int{"pass": 0, "fail": 1} {
			doc := trendOf(t, newNightly(40, 0, 8).nights(n, nil), TrendOptions{Inconclusive: mapped})
			if want == results.Inconclusive && doc.Gate.ExitCode != code {
				t.Errorf("%d nights, inconclusive as %s: exit %d", n, mapped, doc.Gate.ExitCode)
			}
		}
	}
}

// TestEqualNightsAtTheStartRaiseNoAlarm: without a floor under the standard
// deviation the third night could only be infinitely surprising.
// TestAChartThatFallsBackForANightHasOneSignal: flickering is one signal, or
// the budget of false ones would not hold.
func TestAChartThatFallsBackForANightHasOneSignal(t *testing.T) {
	point := func(night int, statistic float64) TrendPoint {
		p := TrendPoint{Night: night, Value: new(4.0), Q: new(statistic), Statistic: &statistic, Limit: new(1.0)}
		switch {
		case statistic < -1:
			p.Alarm = Fall
		case statistic > 1:
			p.Alarm = Rise
		}
		return p
	}
	for name, c := range map[string]struct {
		statistics []float64
		want       [][2]int
		active     bool
	}{
		"one stretch":        {[]float64{0, -2, -2, -2}, [][2]int{{1, 3}}, true},
		"back for a night":   {[]float64{-2, -0.9, -2, -0.5}, [][2]int{{0, 2}}, false},
		"leaned the other":   {[]float64{-2, 0.1, -2}, [][2]int{{0, 0}, {2, 2}}, true},
		"from fall to rise":  {[]float64{-2, 2, 2}, [][2]int{{0, 0}, {1, 2}}, true},
		"over, then nothing": {[]float64{-2, -2, 0.2, -0.2}, [][2]int{{0, 1}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			doc := TrendDoc{Design: TrendDesign{Drift: DriftEWMA}, Nights: make([]TrendNight, len(c.statistics))}
			series := TrendSeries{}
			for i, s := range c.statistics {
				series.Points = append(series.Points, point(i, s))
			}
			signals := (&trend{doc: &doc, stretches: make([]*stretch, 1)}).signalsOf(&series)
			var got [][2]int
			for _, s := range signals {
				got = append(got, [2]int{s.First, s.Last})
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			if active := signals[len(signals)-1].Active; active != c.active {
				t.Errorf("active %v, want %v", active, c.active)
			}
		})
	}
}

func TestEqualNightsAtTheStartRaiseNoAlarm(t *testing.T) {
	var nights []results.Night
	for i := range 6 {
		n := newNightly(40, 0, 8).night(i, 0, 0)
		if i >= 2 {
			n.Questions[i].Scores[grounding] = n.Questions[i].Scores[grounding] + 0.2
		}
		nights = append(nights, n)
	}
	if doc := trendOf(t, nights, TrendOptions{}); len(doc.Signals) != 0 {
		t.Errorf("signals %+v", doc.Signals)
	}
}

func TestOrderOfQuestionsChangesNothing(t *testing.T) {
	nights := newNightly(40, 10, 6).nights(40, after(25, 0.3))
	want, err := json.Marshal(trendOf(t, nights, TrendOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range nights {
		q := nights[i].Questions
		random.Shuffle(len(q), func(a, b int) { q[a], q[b] = q[b], q[a] })
	}
	doc := trendOf(t, nights, TrendOptions{})
	got, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

// TestEarlierNightsAreNotDrawnAnew: what a night showed may not depend on the
// nights after it, or no signal could be trusted the day after.
func TestEarlierNightsAreNotDrawnAnew(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(50, after(30, 0.4))
	whole := trendOf(t, nights, TrendOptions{}).series(t, string(grounding), false)
	for _, n := range []int{3, 20, 33, 45} {
		part := trendOf(t, nights[:n], TrendOptions{}).series(t, string(grounding), false)
		if diff := cmp.Diff(part.Points, whole.Points[:n]); diff != "" {
			t.Errorf("after %d nights (-then +now):\n%s", n, diff)
		}
	}
}

func BenchmarkTrendOfAYear(b *testing.B) {
	nights := newNightly(470, 30, 1).nights(365, after(300, 0.1))
	for _, n := range nights {
		for q := range n.Questions {
			for _, d := range []string{"relevance", "calibration", "citations", "tone"} {
				n.Questions[q].Scores[results.Series("positive/"+d)] = 4
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		trendOf(b, nights, TrendOptions{})
	}
}
