package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// unlabelled adds answers that nobody scored.
func (b *calibrationBench) unlabelled(n int, score func(i int) float64) {
	for i := range n {
		b.answer(fmt.Sprintf("z%04d", i), score(i))
	}
}

func TestLevelsAreCorrectedTowardsPeople(t *testing.T) {
	b := newCalibrationBench()
	b.fill(100, func(level float64) float64 { // every second failure of level 3 slips through
		if level == 3 && b.draw.IntN(2) == 0 {
			return 1
		}
		return 0
	})
	b.unlabelled(400, func(i int) float64 { return *b.in.Answers[i%100].Cells[results.Grounding].Score })
	c := b.series(t).Judge.Corrected
	if p := c.PassRate; p.Value == nil || math.Abs(*p.Value-0.4) > 0.001 || *p.Judge <= 0.45 || *p.Lo > 0.4 || *p.Hi < 0.4 {
		t.Errorf("pass rate %+v", c.PassRate)
	}
	if m := c.Mean; m.Value == nil || math.Abs(*m.Value-3) > 0.02 || *m.Judge <= 3.05 || *m.Lo > 3 || *m.Hi < 3 || m.Unlabelled != 400 {
		t.Errorf("mean %+v", c.Mean)
	}
}

func TestLevelsAreNotCorrectedByAChosenSample(t *testing.T) {
	b := newCalibrationBench()
	b.fill(60, b.small)
	b.unlabelled(300, func(int) float64 { return 5 })
	c := b.series(t).Judge.Corrected
	for _, f := range []compare.CorrectedFigure{c.PassRate, c.Mean} {
		if f.Value != nil || f.Judge == nil || !strings.HasPrefix(f.Reason, "the labelled answers are no random part of the run: the judge passes ") {
			t.Errorf("%+v", f)
		}
	}
}

func TestAHandfulOfLabelsCorrectsNothing(t *testing.T) {
	b := newCalibrationBench()
	b.fill(19, b.small)
	b.unlabelled(300, func(i int) float64 { return float64(1 + i%5) })
	if c := b.series(t).Judge.Corrected; c.Mean.Value != nil || c.PassRate.Reason != "19 labelled questions, 20 are needed" || c.Mean.Judge == nil {
		t.Errorf("%+v", c)
	}
}

func TestAnchorsAreInNoLevelOfTheRun(t *testing.T) {
	b := newCalibrationBench()
	b.fill(60, b.small)
	for i := range b.in.Answers {
		b.in.Answers[i].Anchor = true
	}
	b.unlabelled(30, func(i int) float64 { return float64(1 + i%5) })
	s := b.series(t)
	if c := s.Judge.Corrected; s.Judge.Quadratic.Value == nil || c.Mean.Value != nil || c.Mean.Labelled != 0 || c.PassRate.Unlabelled != 30 {
		t.Errorf("%+v", c)
	}
}

func TestAFullyLabelledRunNeedsNoCorrection(t *testing.T) {
	b := newCalibrationBench()
	b.fill(60, b.small)
	if c := b.series(t).Judge.Corrected; c.Mean.Value != nil || c.Mean.Reason == "" || c.PassRate.Value == nil {
		t.Errorf("%+v", c)
	}
}

func TestMembersThatErrTogetherAreWorthOne(t *testing.T) {
	for _, c := range []struct {
		name     string
		together bool
		lo, hi   float64
	}{{"same errors", true, 1, 1.01}, {"errors of their own", false, 2.2, 3}} {
		t.Run(c.name, func(t *testing.T) {
			b := newCalibrationBench()
			b.in.Run.Judge.Panel = &results.Panel{Members: []results.PanelMember{{Model: "a"}, {Model: "b"}, {Model: "c"}}}
			for i := range 200 {
				id, level := fmt.Sprintf("q%03d", i), float64(2+i%3)
				shared := float64(b.draw.IntN(3) - 1)
				cell := results.Cell{Status: results.CellScored, Score: new(level + shared)}
				for _, m := range b.in.Run.Judge.Panel.Members {
					if !c.together {
						shared = float64(b.draw.IntN(3) - 1)
					}
					cell.Votes = append(cell.Votes, results.Vote{Model: m.Model, Score: new(level + shared)})
				}
				cell.Votes = append(cell.Votes, results.Vote{Model: "a", Call: 1, Code: "judge_timeout"})
				b.answer(id, 3).Cells[results.Grounding] = cell
				b.label(id, "anna", level)
			}
			p := b.series(t).Judge.Panel
			if p == nil || len(p.Members) != 3 || p.Members[0].Answers != 200 || p.Effective == nil || *p.Effective < c.lo || *p.Effective > c.hi {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestVotesThatAReportDoesNotHoldAreNotMadeUp(t *testing.T) {
	b := newCalibrationBench()
	b.in.Run.Judge.Panel = &results.Panel{Members: []results.PanelMember{{Model: "a"}, {Model: "b"}}}
	b.fill(20, b.small)
	if p := b.series(t).Judge.Panel; p == nil || p.Effective != nil || p.Reason == "" {
		t.Errorf("%+v", p)
	}
}
