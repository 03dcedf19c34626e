package compare_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// judged adds n answers of levels 1..5 that the judge scores half a level
// too high where the level is 3, and returns the levels by id.
func (b *calibrationBench) judged(n int) map[string]float64 {
	levels := map[string]float64{}
	for i := range n {
		id, level := fmt.Sprintf("q%04d", i), float64(1+i%5)
		levels[id] = level
		if level == 3 && i%2 == 0 {
			b.answer(id, 4)
		} else {
			b.answer(id, level)
		}
	}
	return levels
}

// randomOrder is that of a run's questions.
func (b *calibrationBench) randomOrder(run string) []string {
	var ids []string
	for _, a := range b.in.Answers {
		ids = append(ids, a.ID)
	}
	slices.SortFunc(ids, func(x, y string) int { return cmp.Compare(results.DrawKey(run, x), results.DrawKey(run, y)) })
	return ids
}

// drawn labels the question at a place of the order.
func (b *calibrationBench) drawn(order []string, draw int, why results.Why, levels map[string]float64) {
	id := order[draw-1]
	b.in.Labels = append(b.in.Labels, results.Label{
		ID: id, Dimension: results.Grounding, Rater: "anna", Score: levels[id], Why: why, Draw: draw,
	})
}

func noticed(doc compare.CalibrationDoc, text string) bool {
	return slices.ContainsFunc(doc.Notices, func(n string) bool { return strings.Contains(n, text) })
}

// TestLevelsComeFromTheFairSampleAlone: people read the worst answers first,
// and whoever takes those for the run finds it worse than it is.
func TestLevelsComeFromTheFairSampleAlone(t *testing.T) {
	b := newCalibrationBench()
	levels := b.judged(500)
	order := b.randomOrder("r1")
	const depth = 100
	worst := 0
	for draw := 1; draw <= len(order); draw++ {
		switch bad := levels[order[draw-1]] == 3; {
		case bad && worst < 80: // also among the first places
			worst++
			b.drawn(order, draw, results.WhyNearFloor, levels)
		case draw <= depth:
			b.drawn(order, draw, results.WhyRandom, levels)
		}
	}
	doc := b.calibrate(t)
	s := doc.Series[0]
	if s.Questions != len(b.in.Labels) || len(b.in.Labels) < depth+40 {
		t.Errorf("agreement over %d questions, %d are labelled", s.Questions, len(b.in.Labels))
	}
	c := s.Judge.Corrected
	if c.Mean.Value == nil || c.Mean.Labelled != depth || c.Mean.Unlabelled != 400 || math.Abs(*c.Mean.Value-3) > 0.1 {
		t.Errorf("mean %+v", c.Mean)
	}
	if p := c.PassRate; p.Value == nil || p.Labelled != depth || math.Abs(*p.Value-0.4) > 0.1 {
		t.Errorf("pass rate %+v", p)
	}
	d := doc.Drawn
	if d == nil || d.Depth != depth || d.Labelled != depth || d.Unlabelled != 0 || d.ForReason != worst || d.ByChance+worst != len(b.in.Labels) {
		t.Errorf("drawn %+v", d)
	}
	for _, text := range []string{
		fmt.Sprintf("Read for a reason and not by chance: the answers of 80 of %d labels.", len(b.in.Labels)),
		"the first 100 places of the random order, 100 labelled.", "Corrected levels hold for judge key",
	} {
		if !noticed(doc, text) {
			t.Errorf("%q is not among %q", text, doc.Notices)
		}
	}
}

func TestTheQuestionsThatTheFairSampleLacksAreNamed(t *testing.T) {
	b := newCalibrationBench()
	levels := b.judged(200)
	order := b.randomOrder("r1")
	for draw := 1; draw <= 60; draw++ {
		if draw != 7 && draw != 31 {
			b.drawn(order, draw, results.WhyRandom, levels)
		}
	}
	// The judge gave the second of them no score: nobody need label it.
	for i := range b.in.Answers {
		if b.in.Answers[i].ID == order[30] {
			b.in.Answers[i].Cells = nil
		}
	}
	doc := b.calibrate(t)
	if d := doc.Drawn; d.Depth != 60 || d.Labelled != 58 || d.Unlabelled != 1 || !slices.Equal(d.Missing, []string{order[6]}) {
		t.Errorf("drawn %+v", d)
	}
	if !noticed(doc, "58 labelled and 1 not labelled that could be: "+order[6]+".") || doc.Series[0].Judge.Corrected.Mean.Value == nil {
		t.Errorf("%q, %+v", doc.Notices, doc.Series[0].Judge.Corrected.Mean)
	}
}

func TestASampleThatIsNotFairCorrectsNothing(t *testing.T) {
	for _, c := range []struct {
		name   string
		label  func(b *calibrationBench, order []string, levels map[string]float64)
		reason string
	}{
		{"read for a reason alone", func(b *calibrationBench, order []string, levels map[string]float64) {
			for draw := range 60 {
				b.drawn(order, draw+1, results.WhyUnstable, levels)
			}
		}, "no label is of an answer that was drawn by chance"},
		{"with gaps", func(b *calibrationBench, order []string, levels map[string]float64) {
			for draw := 1; draw <= 80; draw++ {
				if draw%5 != 0 || draw == 80 {
					b.drawn(order, draw, results.WhyRandom, levels)
				}
			}
		}, "of the first 80 places of the random order 15 lack labels"},
		{"few by chance, many for a reason", func(b *calibrationBench, order []string, levels map[string]float64) {
			for draw := 1; draw <= 100; draw++ {
				why := results.WhyDisagreement
				if draw == 12 {
					why = results.WhyRandom
				}
				b.drawn(order, draw, why, levels)
			}
		}, "12 labelled questions, 20 are needed"},
		{"labels of two runs fill each other's gaps", func(b *calibrationBench, order []string, levels map[string]float64) {
			other := b.randomOrder("another run")
			for draw := 1; draw <= 60; draw++ {
				from := order
				if draw%2 == 0 {
					from = other
				}
				b.drawn(from, draw, results.WhyRandom, levels)
			}
			b.drawn(other, 1, results.WhyDisagreement, levels)
		}, "the labels were drawn from two runs: two questions have one place in the random order"},
		{"scored in another dimension", func(b *calibrationBench, order []string, levels map[string]float64) {
			for i := range b.in.Answers {
				b.in.Answers[i].Cells[results.Tone] = b.in.Answers[i].Cells[results.Grounding]
			}
			for draw := 1; draw <= 60; draw++ {
				b.drawn(order, draw, results.WhyRandom, levels)
				if draw%3 == 0 {
					b.in.Labels[len(b.in.Labels)-1].Dimension = results.Tone
				}
			}
		}, "of 60 questions drawn by chance 20 lack a label here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newCalibrationBench()
			levels := b.judged(200)
			c.label(b, b.randomOrder("r1"), levels)
			for _, f := range []compare.CorrectedFigure{b.calibrate(t).Series[0].Judge.Corrected.PassRate, b.calibrate(t).Series[0].Judge.Corrected.Mean} {
				if f.Value != nil || f.Judge == nil || f.Reason != c.reason {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

// TestLabelsServeAnotherJudgeOfTheSameAnswers: their places are those of the
// run that was labelled, so that what is missing is counted and not named.
func TestLabelsServeAnotherJudgeOfTheSameAnswers(t *testing.T) {
	b := newCalibrationBench()
	levels := b.judged(200)
	order := b.randomOrder("the run that was labelled")
	for draw := 1; draw <= 60; draw++ {
		if draw != 9 {
			b.drawn(order, draw, results.WhyRandom, levels)
		}
	}
	doc := b.calibrate(t)
	if d := doc.Drawn; d.Depth != 60 || d.Labelled != 59 || d.Unlabelled != 1 || len(d.Missing) != 0 {
		t.Errorf("drawn %+v", d)
	}
	if doc.Series[0].Judge.Corrected.Mean.Labelled != 59 {
		t.Errorf("%+v", doc.Series[0].Judge.Corrected.Mean)
	}
}

func TestPlacesThatNoRunHasAreNoSample(t *testing.T) {
	b := newCalibrationBench()
	levels := b.judged(60)
	order := b.randomOrder("r1")
	for draw := 1; draw <= 60; draw++ {
		b.drawn(order, draw, results.WhyRandom, levels)
		b.in.Labels[draw-1].Draw = math.MaxInt - draw%2
	}
	doc := b.calibrate(t)
	if c := doc.Series[0].Judge.Corrected.Mean; c.Value != nil || c.Reason == "" {
		t.Errorf("%+v, drawn %+v", c, doc.Drawn)
	}
}

func TestWithoutWordOnTheDrawNothingIsSaidOfIt(t *testing.T) {
	b := newCalibrationBench()
	b.fill(60, b.small)
	b.unlabelled(60, func(i int) float64 { return float64(1 + i%5) })
	doc := b.calibrate(t)
	if doc.Drawn != nil || !noticed(doc, "Corrected levels hold if the labelled questions were drawn at random") || noticed(doc, "random order") {
		t.Errorf("drawn %+v, %q", doc.Drawn, doc.Notices)
	}
	if s := doc.Labels.SawJudge; s != (compare.SawJudge{Unknown: 60}) || noticed(doc, "anchoring") {
		t.Errorf("unknown became %+v, %q", s, doc.Notices)
	}
}

func TestLabelsGivenAfterTheJudgesAreCounted(t *testing.T) {
	b := newCalibrationBench()
	b.fill(60, b.small)
	for i := range b.in.Labels[:30] {
		b.in.Labels[i].SawJudge = new(i < 20)
	}
	doc := b.calibrate(t)
	if s := doc.Labels.SawJudge; s != (compare.SawJudge{Seen: 20, Hidden: 10, Unknown: 30}) {
		t.Errorf("%+v", s)
	}
	if !noticed(doc, "Given after the judge's score was seen: 20 of 60 labels. Such labels lean towards it (anchoring), so that agreement looks better than it is; of 30 more nobody recorded it.") {
		t.Errorf("%q", doc.Notices)
	}
}

func TestALabelOfAnotherAnswerIsNotUsed(t *testing.T) {
	b := newCalibrationBench()
	b.fill(60, b.small)
	for i := range b.in.Answers {
		b.in.Answers[i].Answer = results.AnswerMark(b.in.Answers[i].ID)
	}
	for i := range b.in.Labels[:3] {
		b.in.Labels[i].Answer = results.AnswerMark([]string{"what it was before", b.in.Labels[1].ID, b.in.Labels[2].ID}[i])
	}
	doc := b.calibrate(t)
	if l := doc.Labels; l.OtherAnswers != 1 || l.Used != 59 || l.Unchecked != 0 || !noticed(doc, "Not used, 1 of 60 labels: 1 of another answer than the run's.") {
		t.Errorf("%+v, %q", l, doc.Notices)
	}
	// A report.json does not tell answers apart.
	for i := range b.in.Answers {
		b.in.Answers[i].Answer = ""
	}
	doc = b.calibrate(t)
	if l := doc.Labels; l.OtherAnswers != 0 || l.Used != 60 || l.Unchecked != 3 || !noticed(doc, "Not checked for 3 labels") {
		t.Errorf("%+v, %q", l, doc.Notices)
	}
}
