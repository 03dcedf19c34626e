package verdict

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

func modelRun(gate results.GateSpec) results.RunInfo {
	return results.RunInfo{Judge: results.JudgeRef{Kind: results.JudgeModel}, Gate: gate}
}

func rate(floor float64) results.GateSpec { return results.GateSpec{PassRate: floor, MinScored: 0.95} }

func totals(pass, fail, err, inconclusive, skipped int) summary.Summary {
	return summary.Summary{Totals: results.Totals{
		Planned: pass + fail + err + inconclusive + skipped,
		Pass:    pass, Fail: fail, Error: err, Inconclusive: inconclusive, Skipped: skipped,
	}}
}

func TestPassRateGate(t *testing.T) {
	for _, c := range []struct {
		name    string
		s       summary.Summary
		floor   float64
		want    results.Verdict
		message string
	}{
		{"every question passes", totals(10, 0, 0, 0, 0), 1, results.Pass, "10 of 10 pass: 100 %, floor 100 %"},
		{"one fails under the default floor", totals(9, 1, 0, 0, 0), 1, results.Fail, "9 of 10 pass: 90 %, below the floor 100 %"},
		{"1999 of 2000 is never shown as all", totals(1999, 1, 0, 0, 0), 1, results.Fail, "99.95 %, below the floor 100 %"},
		{"two thirds is below 0.67 and shown so", totals(2, 1, 0, 0, 0), 0.67, results.Fail, "66.67 %, below the floor 67 %"},
		{"two thirds is above 0.66", totals(2, 1, 0, 0, 0), 0.66, results.Pass, "66.67 %, floor 66 %"},
		{"a floor met exactly passes", totals(9, 1, 0, 0, 0), 0.9, results.Pass, "90 %, floor 90 %"},
		{"79999 of 100000 is below 0.8 and shown so", totals(79999, 20001, 0, 0, 0), 0.8, results.Fail, "79.999 %, below the floor 80 %"},
		{"an error counts as failed in the lower bound", totals(9, 0, 1, 0, 0), 1, results.Inconclusive,
			"9 of 10 pass, 1 undecided: 90 % to 100 %, floor 100 %: cannot tell"},
		{"inconclusive counts like error", totals(9, 0, 0, 1, 0), 1, results.Inconclusive, "90 % to 100 %"},
		{"skipped counts like error", totals(9, 0, 0, 0, 1), 1, results.Inconclusive, "90 % to 100 %"},
		{"nine of ten errored never passes", totals(1, 0, 9, 0, 0), 0.9, results.Inconclusive, "10 % to 100 %"},
		{"the lower bound alone passes", totals(95, 0, 5, 0, 0), 0.95, results.Pass, "95 of 100 pass, 5 undecided: at least 95 %, floor 95 %"},
		{"the upper bound alone fails", totals(5, 3, 1, 1, 0), 0.8, results.Fail, "at most 70 %, below the floor 80 %"},
		{"one failure beside errors fails the default floor", totals(1, 1, 8, 0, 0), 1, results.Fail, "at most 90 %"},
		{"floor 0 passes whatever is missing", totals(0, 0, 3, 0, 0), 0, results.Pass, "at least 0 %"},
		{"an empty selection is inconclusive", totals(0, 0, 0, 0, 0), 1, results.Inconclusive, "no question was selected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Gate(modelRun(rate(c.floor)), c.s)
			if got.Verdict != c.want || !strings.Contains(got.Rules[0].Message, c.message) {
				t.Errorf("%s: %q, want %s: %q", got.Verdict, got.Rules[0].Message, c.want, c.message)
			}
			if len(got.Reasons) == 0 || got.Reasons[0] != got.Rules[0].Message {
				t.Errorf("reasons %q", got.Reasons)
			}
		})
	}
}

func grounding(scored, errored, unassessable int, mean float64) results.DimensionSummary {
	d := results.DimensionSummary{
		Name: "positive/grounding", Planned: scored + errored + unassessable,
		Scored: scored, Errored: errored, Unassessable: unassessable, Reason: "not measured",
	}
	if scored+errored > 0 {
		d.Coverage = new(float64(scored) / float64(scored+errored))
	}
	if scored > 0 {
		d.Mean, d.Reason = new(mean), ""
	}
	return d
}

func TestDimensionGate(t *testing.T) {
	sum := 0.0
	for range 10 {
		sum += 0.8
	}
	for _, c := range []struct {
		name    string
		d       results.DimensionSummary
		floor   float64
		want    results.Verdict
		message string
	}{
		{"above the floor", grounding(10, 0, 0, 4.5), 4.2, results.Pass, "mean 4.50 over 10 of 10 planned, floor 4.20"},
		{"below by less than two decimals show", grounding(10, 0, 0, 3.4976), 3.5, results.Fail, "mean 3.498 over 10 of 10 planned, below the floor 3.50"},
		{"a sum of tenths meets its floor", grounding(10, 0, 0, 3+sum/10), 3.8, results.Pass, "mean 3.80"},
		{"rounding of a sum does not fail", grounding(10, 0, 0, 3.4999999999), 3.5, results.Pass, "mean 3.50"},
		{"too few cells scored cannot tell, whatever the mean", grounding(1, 9, 0, 5), 4, results.Inconclusive,
			"10 % of its cells scored (1), 95 % needed"},
		{"nearly enough cells are shown as too few", grounding(9499, 501, 0, 5), 4, results.Inconclusive, "94.99 %"},
		{"exactly enough cells", grounding(19, 1, 0, 4), 4, results.Pass, "over 19 of 20"},
		{"unassessable cells are out of the share", grounding(10, 0, 90, 4), 4, results.Pass, "over 10 of 100"},
		{"nothing scored is not measured", grounding(0, 0, 5, 0), 4, results.Inconclusive, "not measured"},
	} {
		t.Run(c.name, func(t *testing.T) {
			gate := rate(0)
			gate.Dimensions = map[results.Series]float64{"positive/grounding": c.floor}
			s := totals(10, 0, 0, 0, 0)
			s.Dimensions = []results.DimensionSummary{c.d}
			got := Gate(modelRun(gate), s)
			if got.Verdict != c.want || !strings.Contains(got.Rules[1].Message, c.message) {
				t.Errorf("%s: %q, want %s: %q", got.Verdict, got.Rules[1].Message, c.want, c.message)
			}
		})
	}
}

func TestAGatedSeriesThatTheRunLacksIsInconclusive(t *testing.T) {
	gate := rate(1)
	gate.Dimensions = map[results.Series]float64{"negative/tone": 3}
	got := Gate(modelRun(gate), totals(3, 0, 0, 0, 0))
	if got.Verdict != results.Inconclusive || got.Rules[1].Message != "negative/tone: not measured: not a series of this run" {
		t.Errorf("%+v", got)
	}
}

func TestGroundingThatWasNeverScoredKeepsARunFromPassing(t *testing.T) {
	none := results.JudgeRef{Kind: results.JudgeNone}
	model := results.JudgeRef{Kind: results.JudgeModel}
	for _, c := range []struct {
		name   string
		judge  results.JudgeRef
		on     string
		series []results.DimensionSummary
		want   results.Verdict
	}{
		{"unassessable everywhere", model, "", []results.DimensionSummary{grounding(0, 0, 3, 0)}, results.Inconclusive},
		{"unassessable, and one errored", model, "", []results.DimensionSummary{grounding(0, 1, 2, 0)}, results.Inconclusive},
		{"errored everywhere", model, "", []results.DimensionSummary{grounding(0, 3, 0, 0)}, results.Inconclusive},
		{"skipped everywhere", model, "", []results.DimensionSummary{
			{Name: "positive/grounding", Planned: 3, Skipped: 3}}, results.Inconclusive},
		{"scored once", model, "", []results.DimensionSummary{grounding(1, 0, 2, 5)}, results.Pass},
		{"no positives", model, "", []results.DimensionSummary{grounding(0, 0, 0, 0)}, results.Pass},
		{"no series", model, "", nil, results.Pass},
		{"no judge to score it", none, "", []results.DimensionSummary{grounding(0, 0, 3, 0)}, results.Inconclusive},
		{"no judge, and the checks alone count", none, onChecks, []results.DimensionSummary{grounding(0, 0, 3, 0)}, results.Pass},
		{"the checks count, but a judge was asked", model, onChecks, []results.DimensionSummary{grounding(0, 3, 0, 0)}, results.Inconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := modelRun(rate(1))
			info.Judge, info.Gate.On = c.judge, c.on
			s := totals(3, 0, 0, 0, 0)
			s.Checks.Passed, s.Dimensions = 3, c.series
			got := Gate(info, s)
			if got.Verdict != c.want {
				t.Errorf("%s: %q", got.Verdict, got.Reasons)
			}
			for _, r := range got.Rules {
				if (r.Name == "coverage") != (r.Floor == nil) {
					t.Errorf("%s has the floor %v", r.Name, r.Floor)
				}
			}
		})
	}
}

func TestGateOnChecksCountsTheChecksAlone(t *testing.T) {
	for _, c := range []struct {
		name   string
		checks summary.Checks
		want   results.Verdict
	}{
		{"all pass their checks", summary.Checks{Passed: 10}, results.Pass},
		{"one failed", summary.Checks{Passed: 9, Failed: 1}, results.Fail},
		{"one has no answer", summary.Checks{Passed: 9, Unknown: 1}, results.Inconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := modelRun(rate(1))
			info.Judge.Kind, info.Gate.On = results.JudgeNone, onChecks
			s := totals(0, 0, 0, 10, 0)
			s.Checks = c.checks
			if got := Gate(info, s); got.Verdict != c.want {
				t.Errorf("%s: %q", got.Verdict, got.Reasons)
			}
		})
	}
}

func TestGateOnChecksKeepsNamedDimensions(t *testing.T) {
	info := modelRun(rate(1))
	info.Gate.On = onChecks
	info.Gate.Dimensions = map[results.Series]float64{"positive/grounding": 4}
	s := totals(3, 0, 0, 0, 0)
	s.Checks.Passed, s.Dimensions = 3, []results.DimensionSummary{grounding(3, 0, 0, 3)}
	if got := Gate(info, s); got.Verdict != results.Fail {
		t.Errorf("%+v", got)
	}
}

func TestADimensionRuleShowsHowFarMissingCellsCouldMoveTheMean(t *testing.T) {
	gate := rate(1)
	gate.Dimensions = map[results.Series]float64{"positive/grounding": 4}
	s, d := totals(3, 0, 0, 0, 0), grounding(19, 1, 0, 4.5)
	d.Worst, d.Best = new(4.3), new(4.6)
	s.Dimensions = []results.DimensionSummary{d}
	got := Gate(modelRun(gate), s).Rules[1]
	if got.Lower == nil || got.Upper == nil || *got.Lower != 4.3 || *got.Upper != 4.6 {
		t.Errorf("%+v", got)
	}
}

func TestTheWorstRuleWinsAndGivesTheReasons(t *testing.T) {
	gate := rate(0.5)
	gate.Dimensions = map[results.Series]float64{"positive/grounding": 4.5, "positive/tone": 3}
	s := totals(9, 0, 1, 0, 0)
	tone := grounding(1, 9, 0, 5)
	tone.Name = "positive/tone"
	s.Dimensions = []results.DimensionSummary{grounding(10, 0, 0, 4), tone}
	got := Gate(modelRun(gate), s)
	if got.Verdict != results.Fail || len(got.Rules) != 3 || len(got.Reasons) != 1 || !strings.HasPrefix(got.Reasons[0], "positive/grounding") {
		t.Errorf("%+v", got)
	}
	s.Dimensions[0] = grounding(10, 0, 0, 5)
	got = Gate(modelRun(gate), s)
	if got.Verdict != results.Inconclusive || len(got.Reasons) != 1 || !strings.HasPrefix(got.Reasons[0], "positive/tone") {
		t.Errorf("%+v", got)
	}
}

// FuzzGate tries every outcome of what is missing: a gate that passes or
// fails must do so for all of them, and one that cannot tell must have an
// outcome for either.
func FuzzGate(f *testing.F) {
	f.Add(uint8(9), uint8(0), uint8(1), uint8(0), uint8(0), 0.9)
	f.Add(uint8(2), uint8(1), uint8(0), uint8(0), uint8(0), 0.67)
	f.Add(uint8(1), uint8(1), uint8(1), uint8(1), uint8(1), 0.5)
	f.Add(uint8(0), uint8(0), uint8(3), uint8(0), uint8(0), 0.0)
	f.Fuzz(func(t *testing.T, pass, fail, err, inconclusive, skipped uint8, floor float64) {
		if !(floor >= 0 && floor <= 1) {
			return
		}
		s := totals(int(pass%16), int(fail%16), int(err%16), int(inconclusive%16), int(skipped%16))
		got := Gate(modelRun(rate(floor)), s)
		if s.Totals.Planned == 0 {
			if got.Verdict != results.Inconclusive || got.ExitCode != ExitInconclusive {
				t.Errorf("nothing selected: %+v", got)
			}
			return
		}
		missing := s.Totals.Error + s.Totals.Inconclusive + s.Totals.Skipped
		passing := 0
		for good := 0; good <= missing; good++ {
			share := float64(s.Totals.Pass+good) / float64(s.Totals.Planned)
			if summary.AtLeast(share, floor) {
				passing++
			}
		}
		want := results.Inconclusive
		switch passing {
		case missing + 1:
			want = results.Pass
		case 0:
			want = results.Fail
		}
		if got.Verdict != want {
			t.Errorf("%+v at %g: %s, but %d of %d outcomes pass", s.Totals, floor, got.Verdict, passing, missing+1)
		}
		if got.ExitCode == ExitPass && got.Verdict != results.Pass {
			t.Errorf("%s exits 0", got.Verdict)
		}
	})
}
