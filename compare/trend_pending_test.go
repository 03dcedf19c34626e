package compare

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// gainAnchors gives the nights from one on the anchors of another suite.
func gainAnchors(nights []results.Night, from, anchors int) {
	source := newNightly(0, anchors, 77)
	for i := from; i < len(nights); i++ {
		nights[i].SuiteHash = "suite-with-anchors"
		nights[i].Questions = append(nights[i].Questions, source.night(i, 0, 0).Questions...)
		nights[i].Selection.Total += anchors
		nights[i].Selection.Selected += anchors
		nights[i].Totals.Planned += anchors
	}
}

// TestAddingAnchorsSilencesNoSignal: they ask the assistant nothing, so that
// its charts go on as they were, at the same limit.
func TestAddingAnchorsSilencesNoSignal(t *testing.T) {
	fallen := after(35, 0.4)
	before := trendOf(t, newNightly(40, 0, 8).nights(60, fallen), TrendOptions{})
	nights := newNightly(40, 0, 8).nights(60, fallen)
	gainAnchors(nights, 50, 30)
	doc := trendOf(t, nights, TrendOptions{})
	if len(doc.Segments) != 1 || doc.Gate.Verdict != results.Fail || doc.Design.Limit != before.Design.Limit {
		t.Fatalf("segments %+v, gate %+v, limit %v instead of %v", doc.Segments, doc.Gate, doc.Design.Limit, before.Design.Limit)
	}
	if doc.Gate.Reasons[0] != before.Gate.Reasons[0] {
		t.Errorf("says %q instead of %q", doc.Gate.Reasons[0], before.Gate.Reasons[0])
	}
	anchors := doc.series(t, string(grounding), true)
	if len(anchors.Points) != 10 || anchors.Points[0].Night != 50 || anchors.Points[0].Hollow || anchors.Points[3].Statistic == nil {
		t.Errorf("the anchors' chart does not begin with them: %+v", anchors.Points)
	}
	if len(doc.Events) != 1 || !strings.Contains(doc.Events[0].Says, "30 anchors were added") {
		t.Errorf("events %+v", doc.Events)
	}
}

// TestAnchorsThatAreNewStopNobody: the night they come is no worse known than
// the one before.
func TestAnchorsThatAreNewStopNobody(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(30, nil)
	gainAnchors(nights, 29, 30)
	if doc := trendOf(t, nights, TrendOptions{}); doc.Gate.Verdict != results.Pass {
		t.Errorf("gate %+v", doc.Gate)
	}
}

func TestASegmentThatEndedInAFallIsNotForgotten(t *testing.T) {
	make60 := func() []results.Night {
		nights := newNightly(40, 0, 8).nights(60, after(35, 0.4))
		for i := 50; i < 60; i++ {
			nights[i].JudgeKey, nights[i].Judge = "judge-2", "m-2"
		}
		return nights
	}
	doc := trendOf(t, make60(), TrendOptions{Inconclusive: "pass"})
	if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != 2 {
		t.Fatalf("gate %+v", doc.Gate)
	}
	for _, want := range []string{"The segment before ended lower on pass rate since ", "nobody accepted it", ": positive/grounding by 0."} {
		if !strings.Contains(doc.Headline, want) {
			t.Errorf("headline %q lacks %q", doc.Headline, want)
		}
	}
	if want := "evalrun history accept refunds run-050 --reason TEXT"; !strings.Contains(doc.Next, want) {
		t.Errorf("next %q lacks %q", doc.Next, want)
	}
	for run, verdict := range map[string]results.Verdict{"run-050": results.Pass, "run-057": results.Pass, "run-010": results.Inconclusive} {
		doc := trendOf(t, make60(), TrendOptions{Accepted: []results.Accepted{{Run: run, Reason: "known"}}})
		if doc.Gate.Verdict != verdict {
			t.Errorf("accepted %s: gate %+v", run, doc.Gate)
		}
	}
}

// TestASegmentThatEndedQuietLeavesNothing: neither a fall that was over nor a
// rise is held against the nights after it.
func TestASegmentThatEndedQuietLeavesNothing(t *testing.T) {
	for name, fall := range map[string]func(int) (float64, float64){
		"over": func(i int) (float64, float64) {
			if i >= 20 && i < 26 {
				return 0.4, 0
			}
			return 0, 0
		},
		"a rise": after(35, -0.4),
	} {
		nights := newNightly(40, 0, 8).nights(60, fall)
		for i := 50; i < 60; i++ {
			nights[i].JudgeKey = "judge-2"
		}
		doc := trendOf(t, nights, TrendOptions{})
		if len(doc.Signals) == 0 || doc.Gate.Verdict != results.Pass {
			t.Errorf("%s: gate %+v, signals %+v", name, doc.Gate, doc.Signals)
		}
	}
}

func TestTheFirstNightOfTheChangeIsToBeAccepted(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(60, after(35, 0.4))
	doc := trendOf(t, nights, TrendOptions{})
	worst, ok := (&trend{doc: &doc}).gravest()
	if want := "evalrun history accept refunds " + nights[worst.Likely].Run + " "; !ok || !strings.Contains(doc.Next, want) {
		t.Fatalf("next %q lacks %q", doc.Next, want)
	}
	doc = trendOf(t, nights, TrendOptions{Accepted: []results.Accepted{{Run: nights[worst.Likely].Run, Reason: "meant"}}})
	if doc.Gate.Verdict != results.Pass {
		t.Errorf("accepted as told: gate %+v", doc.Gate)
	}
}

// TestThePassRateLeads: a manager knows that figure, and the others that fell
// with it take one line.
func TestThePassRateLeads(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(60, after(35, 0.8))
	for _, n := range nights {
		for q := range n.Questions {
			n.Questions[q].Scores["positive/tone"] = n.Questions[q].Scores[grounding]
		}
	}
	doc := trendOf(t, nights, TrendOptions{})
	if len(doc.Gate.Reasons) != 2 || !strings.HasPrefix(doc.Headline, "Signal on pass rate since") {
		t.Fatalf("reasons %q", doc.Gate.Reasons)
	}
	for _, want := range []string{"Also lower since ", ": positive/grounding by 0.", "positive/tone by 0."} {
		if !strings.Contains(doc.Gate.Reasons[1], want) {
			t.Errorf("%q lacks %q", doc.Gate.Reasons[1], want)
		}
	}
}

// TestDistancesAreThoseOfThePrintedFigures: who works them out again must
// find them.
func TestDistancesAreThoseOfThePrintedFigures(t *testing.T) {
	for _, c := range []struct {
		z    size
		want [3]string
	}{
		{size{kind: Rate, before: 0.9491, during: 0.7222}, [3]string{"22.7 percentage points", "72.2 %", "94.9 %"}},
		{size{kind: Mean, before: 4.0849, during: 3.4351}, [3]string{"0.64", "3.44", "4.08"}},
		{size{kind: Rate, before: 1, during: 0.9996}, [3]string{"0.04 percentage points", "99.96 %", "100.00 %"}},
		{size{kind: Mean, before: 4.001, during: 4.0004}, [3]string{"0.001", "4.000", "4.001"}},
	} {
		by, during, before := c.z.figures()
		if got := [3]string{by, during, before}; got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestNightsOfOneDayHaveATime(t *testing.T) {
	nights := newNightly(5, 0, 1).nights(3, nil)
	nights[2].Started = nights[1].Started.Add(90 * 60e9)
	doc := trendOf(t, nights, TrendOptions{})
	for i, want := range []string{"1 Jan", "2 Jan 03:00", "2 Jan 04:30"} {
		if got := doc.Day(i, "2 Jan"); got != want {
			t.Errorf("night %d: %q, want %q", i, got, want)
		}
	}
}
