package verdict

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

func lost(s summary.Summary, n int) summary.Summary {
	s.Infrastructure.Errors = n
	return s
}

func TestExitCode(t *testing.T) {
	stop := func(k results.StopKind) *results.Stop { return &results.Stop{Kind: k, Message: "told so"} }
	green, red, grey := totals(10, 0, 0, 0, 0), totals(9, 1, 0, 0, 0), totals(9, 0, 0, 1, 0)
	for _, c := range []struct {
		name    string
		s       summary.Summary
		stop    *results.Stop
		mapping string
		want    int
		verdict results.Verdict
	}{
		{"a passed gate exits 0", green, nil, "", 0, results.Pass},
		{"a failed gate exits 1", red, nil, "", 1, results.Fail},
		{"an inconclusive gate exits 2", grey, nil, "", 2, results.Inconclusive},
		{"inconclusive mapped to pass", grey, nil, "pass", 0, results.Inconclusive},
		{"inconclusive mapped to fail", grey, nil, "fail", 1, results.Inconclusive},
		{"the mapping leaves a failure alone", red, nil, "pass", 1, results.Fail},
		{"the mapping leaves a pass alone", green, nil, "fail", 0, results.Pass},
		{"an empty selection exits 2", totals(0, 0, 0, 0, 0), nil, "", 2, results.Inconclusive},
		{"no mapping lets an empty selection pass", totals(0, 0, 0, 0, 0), nil, "pass", 2, results.Inconclusive},

		{"an interrupt outranks a failed gate", red, stop(results.StopInterrupt), "", 130, results.Fail},
		{"an interrupt after the last question still exits 130", green, stop(results.StopInterrupt), "", 130, results.Pass},
		{"a budget outranks a failed gate", red, stop(results.StopBudget), "", 5, results.Fail},
		{"a fatal reply exits 4", totals(3, 0, 1, 0, 6), stop(results.StopFatal), "", 4, results.Inconclusive},
		{"a fatal reply outranks a failed gate", red, stop(results.StopFatal), "", 4, results.Fail},
		{"an open breaker exits 4", totals(3, 0, 3, 0, 4), stop(results.StopBreaker), "", 4, results.Inconclusive},
		{"a full disk exits 4", totals(3, 0, 0, 0, 7), stop(results.StopDisk), "", 4, results.Inconclusive},
		{"the mapping does not hide a stop", totals(3, 0, 0, 0, 7), stop(results.StopBudget), "pass", 5, results.Inconclusive},
		{"a killed run is incomplete", totals(3, 0, 0, 0, 7), nil, "", 4, results.Inconclusive},

		{"every question a target or transport error", lost(totals(0, 0, 10, 0, 0), 10), nil, "", 4, results.Inconclusive},
		{"every question a judge that answered badly is left to the gate", totals(0, 0, 10, 0, 0), nil, "", 2, results.Inconclusive},
		{"inconclusive only because of infrastructure", lost(totals(9, 0, 1, 0, 0), 1), nil, "", 4, results.Inconclusive},
		{"the mapping does not hide infrastructure", lost(totals(9, 0, 1, 0, 0), 1), nil, "pass", 4, results.Inconclusive},
		{"another cause beside infrastructure", lost(totals(8, 0, 1, 1, 0), 1), nil, "", 2, results.Inconclusive},
		{"errors of two kinds", lost(totals(8, 0, 2, 0, 0), 1), nil, "", 2, results.Inconclusive},
		{"infrastructure beside a failure leaves it to the gate", lost(totals(8, 1, 1, 0, 0), 1), nil, "", 1, results.Fail},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := modelRun(rate(1))
			info.Stop, info.Settings.Inconclusive = c.stop, c.mapping
			got := Gate(info, c.s)
			if got.ExitCode != c.want || got.Verdict != c.verdict {
				t.Errorf("exit %d, %s; want %d, %s: %q", got.ExitCode, got.Verdict, c.want, c.verdict, got.Reasons)
			}
			natural := map[results.Verdict]int{results.Pass: 0, results.Fail: 1, results.Inconclusive: 2}[got.Verdict]
			explained := strings.HasPrefix(got.Reasons[len(got.Reasons)-1], "exit ")
			if (got.ExitCode != natural) != explained {
				t.Errorf("exit %d for %s is explained: %v (%q)", got.ExitCode, got.Verdict, explained, got.Reasons)
			}
		})
	}
}

func TestAFloorOfZeroDoesNotHideThatNothingWasReached(t *testing.T) {
	got := Gate(modelRun(rate(0)), lost(totals(0, 0, 3, 0, 0), 3))
	if got.Verdict != results.Pass || got.ExitCode != ExitInfrastructure {
		t.Errorf("%+v", got)
	}
}

func TestDimensionGateThatLacksCellsOnlyForInfrastructureExits4(t *testing.T) {
	for _, c := range []struct {
		name string
		lost int
		want int
	}{
		{"all missing cells were not reached", 5, ExitInfrastructure},
		{"enough cells but for those not reached", 4, ExitInfrastructure},
		{"too few even without those not reached", 3, ExitInconclusive},
		{"none was a matter of reach", 0, ExitInconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			gate := rate(0.5)
			gate.Dimensions = map[results.Series]float64{"positive/grounding": 4}
			s := totals(19, 0, 5, 0, 0)
			s.Dimensions = []results.DimensionSummary{grounding(19, 5, 0, 5)}
			s.Infrastructure.Cells = map[results.Series]int{"positive/grounding": c.lost}
			if got := Gate(modelRun(gate), s); got.ExitCode != c.want || got.Verdict != results.Inconclusive {
				t.Errorf("exit %d, %s: %q", got.ExitCode, got.Verdict, got.Reasons)
			}
		})
	}
}

func TestADimensionOfWhichNothingWasReachedExits4(t *testing.T) {
	gate := rate(0)
	gate.Dimensions = map[results.Series]float64{"positive/grounding": 4}
	s := totals(3, 0, 5, 0, 0)
	s.Dimensions = []results.DimensionSummary{grounding(0, 5, 0, 0)}
	s.Infrastructure.Cells = map[results.Series]int{"positive/grounding": 5}
	if got := Gate(modelRun(gate), s); got.ExitCode != ExitInfrastructure {
		t.Errorf("exit %d: %q", got.ExitCode, got.Reasons)
	}
}

func TestUnassessableGroundingBesideInfrastructureStaysInconclusive(t *testing.T) {
	s := lost(totals(9, 0, 1, 0, 0), 1)
	s.Dimensions = []results.DimensionSummary{grounding(0, 1, 9, 0)}
	if got := Gate(modelRun(rate(1)), s); got.ExitCode != ExitInconclusive {
		t.Errorf("exit %d: %q", got.ExitCode, got.Reasons)
	}
}

func TestGroundingThatWasNeverReachedExits4(t *testing.T) {
	for _, c := range []struct {
		name          string
		errored, lost int
		want          int
	}{
		{"every cell was lost on the way", 3, 3, ExitInfrastructure},
		{"one judge was reached and answered badly", 3, 2, ExitInconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Enough negatives pass for the pass rate to hold all the same.
			s := lost(totals(97, 0, 3, 0, 0), c.lost)
			s.Dimensions = []results.DimensionSummary{grounding(0, c.errored, 0, 0)}
			s.Infrastructure.Cells = map[results.Series]int{"positive/grounding": c.lost}
			got := Gate(modelRun(rate(0.9)), s)
			if got.ExitCode != c.want || got.Verdict != results.Inconclusive {
				t.Errorf("exit %d, %s: %q", got.ExitCode, got.Verdict, got.Reasons)
			}
		})
	}
}

func TestWorstExitCodeOverSuites(t *testing.T) {
	order := []int{130, 3, 5, 4, 1, 2, 0}
	for i, better := range order {
		for _, worse := range order[:i+1] {
			if got := Worst(better, worse); got != worse {
				t.Errorf("Worst(%d, %d) = %d", better, worse, got)
			}
			if got := Worst(worse, better); got != worse {
				t.Errorf("Worst(%d, %d) = %d", worse, better, got)
			}
		}
	}
	if got := Worst(); got != ExitUsage {
		t.Errorf("no suite at all exits %d", got)
	}
}

// TestWhatAnotherRunLeftOutIsForTheGate: a run over stored answers has ended
// when all of those are judged; one that was killed before has not.
func TestWhatAnotherRunLeftOutIsForTheGate(t *testing.T) {
	for _, c := range []struct {
		name   string
		s      summary.Summary
		status results.RunStatus
		want   int
	}{
		{"too few to tell", totals(3, 0, 0, 0, 7), results.RunComplete, ExitInconclusive},
		{"a failure all the same", totals(2, 1, 0, 0, 7), results.RunComplete, ExitFail},
		{"killed on the way", totals(2, 1, 0, 0, 7), results.RunRunning, ExitInfrastructure},
	} {
		info := modelRun(rate(1))
		info.From, info.Status = "20260301T120000Z-s-0001", c.status
		if got := Gate(info, c.s); got.ExitCode != c.want {
			t.Errorf("%s: exit %d, want %d: %q", c.name, got.ExitCode, c.want, got.Reasons)
		}
	}
}
