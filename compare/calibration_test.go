package compare_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// bench is a run and its labels in the making. Every score of people is a
// function of the question, and what the judge makes of it another.
type calibrationBench struct {
	in   compare.CalibrationInput
	draw *rand.Rand
}

const grounding = "positive/grounding"

func newCalibrationBench() *calibrationBench {
	return &calibrationBench{
		in: compare.CalibrationInput{
			Path: "runs/r1", Scale: results.JudgeScale(),
			Run: &results.RunInfo{
				ID: "r1", JudgeKey: "sha256:0123456789abcdef", Judge: results.JudgeRef{Kind: results.JudgeModel, Model: "m"},
				Dimensions: map[results.Category][]results.Dimension{
					results.Positive: {results.Grounding, results.Tone}, results.Negative: {results.Grounding},
				},
			},
		},
		draw: rand.New(rand.NewPCG(21, 22)),
	}
}

func (b *calibrationBench) answer(id string, judge float64) *compare.JudgedAnswer {
	b.in.Answers = append(b.in.Answers, compare.JudgedAnswer{
		ID: id, Category: results.Positive,
		Cells: map[results.Dimension]results.Cell{results.Grounding: {Status: results.CellScored, Score: &judge, Reasoning: "line of " + id}},
	})
	return &b.in.Answers[len(b.in.Answers)-1]
}

func (b *calibrationBench) label(id, rater string, score float64) {
	b.in.Labels = append(b.in.Labels, results.Label{ID: id, Dimension: results.Grounding, Rater: rater, Score: score})
}

// fill adds n answers and one label each. Levels go round; the judge is off
// by what err draws.
func (b *calibrationBench) fill(n int, err func(level float64) float64) {
	for i := range n {
		id, level := fmt.Sprintf("q%03d", i), float64(1+i%5)
		b.answer(id, math.Max(1, math.Min(5, level+err(level))))
		b.label(id, "anna", level)
	}
}

func (b *calibrationBench) calibrate(t *testing.T) compare.CalibrationDoc {
	t.Helper()
	doc, err := compare.Calibrate(b.in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(doc); err != nil {
		t.Fatalf("a figure is no number: %v", err)
	}
	if l := doc.Labels; l.Read != l.Used+l.OtherQuestions+l.OtherDimensions+l.OtherAnswers+l.NotScored+l.Single {
		t.Errorf("labels do not add up: %+v", l)
	}
	return doc
}

func (b *calibrationBench) series(t *testing.T) compare.CalibrationSeries {
	t.Helper()
	doc := b.calibrate(t)
	if len(doc.Series) != 1 || doc.Series[0].Name != grounding {
		t.Fatalf("series %+v", doc.Series)
	}
	return doc.Series[0]
}

// now and then one level off, either way
func (b *calibrationBench) small(float64) float64 {
	return []float64{0, 0, 0, 0, 0, 0, 0, 0, 1, -1}[b.draw.IntN(10)]
}

func TestAJudgeIsUsableUnlessSomethingSpeaksAgainstIt(t *testing.T) {
	for _, c := range []struct {
		name    string
		n       int
		err     func(b *calibrationBench) func(float64) float64
		against []string
	}{
		{"follows people", 200, func(b *calibrationBench) func(float64) float64 { return b.small }, nil},
		{"on few questions", 40, func(b *calibrationBench) func(float64) float64 { return b.small },
			[]string{"40 labelled questions, 60 are needed"}},
		{"more lenient everywhere", 200, func(*calibrationBench) func(float64) float64 { return func(float64) float64 { return 0.5 } },
			[]string{"bias +0.40, at most 0.25 either way is allowed"}},
		{"blind to what people fail", 200, func(*calibrationBench) func(float64) float64 {
			return func(level float64) float64 {
				if level == 3 {
					return 1
				}
				return 0
			}
		}, []string{"of 120 answers that people fail the judge fails 80, 66.67 %; 80 % is needed",
			"lower bound of specificity 57.83 %, 65 % is needed"}},
		{"gives anything", 200, func(b *calibrationBench) func(float64) float64 {
			return func(level float64) float64 { return float64(1+b.draw.IntN(5)) - level }
		}, []string{"quadratic kappa ", "lower bound of quadratic kappa ", "of 120 answers that people fail", "lower bound of specificity "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newCalibrationBench()
			b.fill(c.n, c.err(b))
			j := b.series(t).Judge
			if j.Usable != (len(c.against) == 0) || len(j.Against) != len(c.against) {
				t.Fatalf("usable %v, against it %q, want %q", j.Usable, j.Against, c.against)
			}
			for i, want := range c.against {
				if !strings.HasPrefix(j.Against[i], want) {
					t.Errorf("got %q, want %q", j.Against[i], want)
				}
			}
		})
	}
}

func TestOneValueOnlyIsUndefinedAndNeverFullAgreement(t *testing.T) {
	b := newCalibrationBench()
	for i := range 80 {
		id := fmt.Sprintf("q%d", i)
		b.answer(id, 5)
		b.label(id, "anna", 5)
	}
	s := b.series(t)
	j := s.Judge
	if j.Usable || j.Quadratic.Value != nil || j.Unweighted.Value != nil || j.Alpha.Value != nil || j.AC1 != nil || j.TauB != nil {
		t.Errorf("%+v", j)
	}
	const why = "people and judge gave one value only; agreement cannot be told from chance"
	if j.Quadratic.Reason != why || !strings.Contains(s.Says[0], why) || j.AtFloor.Specificity.Rate != nil {
		t.Errorf("reason %q, says %q", j.Quadratic.Reason, s.Says[0])
	}
	if j.Exact != 1 || j.Matrix[4][4] != 80 {
		t.Errorf("exact %v, matrix %v", j.Exact, j.Matrix)
	}
}

func TestAJudgeOfOneScoreHasNoIntervalOfNoWidth(t *testing.T) {
	b := newCalibrationBench()
	b.fill(80, func(level float64) float64 { return 3 - level })
	q := b.series(t).Judge.Quadratic
	if q.Value == nil || math.Abs(*q.Value) > 1e-12 || q.Lo != nil || !strings.HasPrefix(q.Reason, "one side gave one value only") {
		t.Errorf("%+v", q)
	}
}

func TestFullAgreementIsNotSaidToBeCertain(t *testing.T) {
	b := newCalibrationBench()
	b.fill(80, func(float64) float64 { return 0 })
	s := b.series(t)
	if !s.Judge.Usable || !strings.Contains(strings.Join(s.Says, "\n"), "no difference was seen, not because none is possible") {
		t.Errorf("%+v", s.Says)
	}
}

func TestPeopleWhoDoNotAgreeAreNoMeasure(t *testing.T) {
	b := newCalibrationBench()
	b.fill(120, b.small)
	for i := range 120 {
		b.label(fmt.Sprintf("q%03d", i), "ben", float64(1+b.draw.IntN(5)))
	}
	if said := strings.Join(b.series(t).Says, "\n"); !strings.Contains(said, "People agree too little with each other") || strings.Contains(said, "As good as") {
		t.Error(said)
	}
}

func TestAgreementNearTheCeilingComesInThreeFigures(t *testing.T) {
	b := newCalibrationBench()
	for i := range 50 {
		id, judge, people := fmt.Sprintf("q%02d", i), 5.0, 5.0
		if i == 3 || i == 4 || i == 5 {
			judge = 1
		}
		if i == 5 || i == 6 || i == 7 {
			people = 1
		}
		b.answer(id, judge)
		b.label(id, "anna", people)
	}
	s := b.series(t)
	if s.Judge.AC1 == nil || math.Abs(*s.Judge.AC1-0.918) > 5e-4 || math.Abs(*s.Judge.Unweighted.Value-0.2908) > 5e-5 {
		t.Fatalf("AC1 %v, kappa %+v", s.Judge.AC1, s.Judge.Unweighted)
	}
	said := strings.Join(s.Says, "\n")
	for _, want := range []string{"94 % of all scores are 5", "92 % exact agreement", "kappa 0.29", "AC1 0.92"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
}

func TestLabelsThatBelongToNothingAreCounted(t *testing.T) {
	b := newCalibrationBench()
	b.fill(10, b.small)
	unscored := b.answer("unscored", 3)
	unscored.Cells[results.Grounding] = results.Cell{Status: results.CellErrored}
	b.label("unscored", "anna", 3)
	b.label("elsewhere", "anna", 3)
	b.in.Labels = append(b.in.Labels,
		results.Label{ID: "q001", Dimension: "faithfulness", Rater: "anna", Score: 3},
		results.Label{ID: "q001", Dimension: "negative/grounding", Rater: "anna", Score: 3},
		results.Label{ID: "q001", Repeat: 1, Dimension: results.Grounding, Rater: "anna", Score: 3},
		results.Label{ID: "q001", Dimension: grounding, Rater: "ben", Score: 3},
	)
	b.in.Blank = 2
	doc := b.calibrate(t)
	want := compare.LabelCounts{
		Raters: []string{"anna", "ben"}, Read: 16, Used: 11, OtherQuestions: 2, OtherDimensions: 2, NotScored: 1, Blank: 2, SawJudge: compare.SawJudge{Unknown: 11},
		Unknown: []string{`question "elsewhere"`, `dimension "faithfulness" of a positive question`,
			`dimension "negative/grounding" of a positive question`, `question "q001", repeat 1`},
	}
	if diff := cmp.Diff(want, doc.Labels); diff != "" {
		t.Error(diff)
	}
	if !strings.HasPrefix(doc.Notices[0], "Not used, 5 of 16 labels: 2 of questions") {
		t.Errorf("notices %q", doc.Notices)
	}
}

func TestNothingInCommonIsSaid(t *testing.T) {
	b := newCalibrationBench()
	b.answer("q1", 4)
	b.label("q2", "anna", 4)
	doc := b.calibrate(t)
	if !doc.Empty() || !strings.HasPrefix(doc.Headline, "Nothing to compare: no label of 1") {
		t.Errorf("%+v", doc)
	}
}

func TestScalesThatDifferAreRefused(t *testing.T) {
	b := newCalibrationBench()
	b.fill(5, b.small)
	b.in.Scale = results.Scale{Lo: 1, Hi: 4}
	if _, err := compare.Calibrate(b.in); err == nil || !strings.Contains(err.Error(), "1..4") {
		t.Errorf("error %v", err)
	}
}

func TestTheOrderOfAnswersAndLabelsChangesNothing(t *testing.T) {
	b := newCalibrationBench()
	b.fill(60, func(level float64) float64 { return float64(1+b.draw.IntN(5)) - level })
	for i := range 30 {
		b.label(fmt.Sprintf("q%03d", 2*i), "ben", float64(1+b.draw.IntN(5)))
	}
	want := b.calibrate(t)
	for range 5 {
		b.draw.Shuffle(len(b.in.Labels), func(i, j int) { b.in.Labels[i], b.in.Labels[j] = b.in.Labels[j], b.in.Labels[i] })
		b.draw.Shuffle(len(b.in.Answers), func(i, j int) { b.in.Answers[i], b.in.Answers[j] = b.in.Answers[j], b.in.Answers[i] })
		if diff := cmp.Diff(want, b.calibrate(t)); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestEachRepeatHasItsOwnScoreAndItsOwnLabel(t *testing.T) {
	b := newCalibrationBench()
	for i := range 20 {
		id := fmt.Sprintf("q%02d", i)
		for repeat := range 2 {
			score := float64(1 + (i+2*repeat)%5)
			b.answer(id, score).Repeat = repeat
			b.in.Labels = append(b.in.Labels, results.Label{ID: id, Repeat: repeat, Dimension: results.Grounding, Rater: "anna", Score: score})
		}
	}
	s := b.series(t)
	if s.Questions != 20 || s.Answers != 40 || s.Judge.Exact != 1 {
		t.Errorf("%d questions, %d answers, %v exact", s.Questions, s.Answers, s.Judge.Exact)
	}
}

// TestQuestionsOfOneGroupAreNotManyQuestions: the same scores, once alone and
// once in groups that agree within, give a wider interval.
func TestQuestionsOfOneGroupAreNotManyQuestions(t *testing.T) {
	b := newCalibrationBench()
	b.fill(80, func(level float64) float64 { return level - 3 })
	for i := range b.in.Answers {
		off := float64(i/8%3 - 1)
		*b.in.Answers[i].Cells[results.Grounding].Score = math.Max(1, math.Min(5, float64(1+i%5)+off))
	}
	alone := b.series(t).Judge
	for i := range b.in.Answers {
		b.in.Answers[i].Group = fmt.Sprint("document ", i/8)
	}
	grouped := b.series(t).Judge
	width := func(lo, hi *float64) float64 { return *hi - *lo }
	if *alone.Quadratic.Value != *grouped.Quadratic.Value || width(grouped.Quadratic.Lo, grouped.Quadratic.Hi) <= width(alone.Quadratic.Lo, alone.Quadratic.Hi) ||
		width(grouped.Bias.Lo, grouped.Bias.Hi) <= width(alone.Bias.Lo, alone.Bias.Hi) {
		t.Errorf("alone %+v %+v\ngrouped %+v %+v", alone.Quadratic, alone.Bias, grouped.Quadratic, grouped.Bias)
	}
}

func TestAlphaDecidesWherePeopleAreManyOrMissing(t *testing.T) {
	b := newCalibrationBench()
	b.fill(80, b.small)
	if got := b.series(t).Judge.Primary; got != "quadraticKappa" {
		t.Errorf("one person: %s decides", got)
	}
	b.label("q000", "ben", 1)
	if got := b.series(t).Judge.Primary; got != "alpha" {
		t.Errorf("a second person on one answer: %s decides", got)
	}
}

func TestAJudgeIsAsGoodAsAPersonByItsLowerBound(t *testing.T) {
	noisy := func(b *calibrationBench, level float64) float64 {
		return math.Max(1, math.Min(5, level+float64(b.draw.IntN(3)-1)))
	}
	for _, c := range []struct {
		name   string
		second func(b *calibrationBench, level float64) float64
		want   bool
	}{
		{"people agree less than the judge with them", func(b *calibrationBench, _ float64) float64 { return float64(1 + b.draw.IntN(5)) }, true},
		{"people agree fully", func(_ *calibrationBench, level float64) float64 { return level }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newCalibrationBench()
			for i := range 120 {
				id, level := fmt.Sprintf("q%03d", i), float64(1+i%5)
				b.answer(id, noisy(b, level))
				b.label(id, "anna", level)
				b.label(id, "ben", c.second(b, level))
			}
			s := b.series(t)
			if s.Judge.AsGood == nil || *s.Judge.AsGood != c.want {
				t.Errorf("as good %v, judge %+v, people %+v", s.Judge.AsGood, s.Judge.Quadratic, s.People.Quadratic)
			}
			if s.People.Answers != 120 || s.People.Pairs != 120 {
				t.Errorf("people %+v", s.People)
			}
		})
	}
}

func TestThePlacesFurthestApartAreNamed(t *testing.T) {
	b := newCalibrationBench()
	b.fill(30, func(level float64) float64 {
		if level == 1 {
			return 4
		}
		return 0
	})
	got := b.series(t).Judge.Apart
	want := compare.Disagreement{ID: "q000", Judge: 5, People: 1, Reasoning: "line of q000"}
	if len(got) != 6 || got[0] != want {
		t.Errorf("%+v", got)
	}
}

func TestPeopleAloneAreHeldAgainstEachOther(t *testing.T) {
	in := compare.CalibrationInput{Scale: results.JudgeScale()}
	for i := range 40 {
		for r, rater := range []string{"anna", "ben", "cleo"} {
			if i%7 == 0 && r > 0 {
				continue // nobody else looked at this one
			}
			score := float64(1 + (i+r*i%2)%5)
			in.Labels = append(in.Labels, results.Label{ID: fmt.Sprint(i), Dimension: "faithfulness", Rater: rater, Score: score})
		}
	}
	doc, err := compare.Calibrate(in)
	if err != nil || doc.Run != nil || len(doc.Series) != 1 || doc.Series[0].Judge != nil || doc.Labels.Single != 6 || doc.Series[0].People.Answers != 34 {
		t.Fatalf("%+v, %v", doc, err)
	}
}

// TestMTRAG holds the agreement between people on a public set of answers to
// what two lines of another language make of it. The whole set has 0.548 on
// faithfulness, 0.393 on completeness and 0.292 on naturalness.
func TestMTRAG(t *testing.T) {
	folder := os.Getenv("EVALRUN_DATA")
	if folder == "" {
		t.Skip("EVALRUN_DATA is not set: the agreement of people on mtrag is not computed")
	}
	f, err := os.Open(filepath.Join(folder, "human", "mtrag.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var reader runstore.LabelReader
	if err := reader.Read("mtrag.jsonl", f, ""); err != nil {
		t.Fatal(err)
	}
	labels, err := reader.Labels()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := compare.Calibrate(compare.CalibrationInput{Labels: labels.Labels, Scale: labels.Scale})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range doc.Series {
		t.Logf("%s: n=%d, quadratic kappa %s, alpha %s", s.Name, s.Questions, s.People.Quadratic.Words(), s.People.Alpha.Words())
	}
	if doc.Series[2].Questions != 204 {
		t.Skip("this is not the development half of the set: its figures are only logged")
	}
	half := []float64{-0.0271, 0.5447, 0.5982, 0.3512} // appropriateness, completeness, faithfulness, naturalness
	got := slices.Collect(func(yield func(float64) bool) {
		for _, s := range doc.Series {
			if !yield(math.Round(1e4**s.People.Quadratic.Value) / 1e4) {
				return
			}
		}
	})
	if diff := cmp.Diff(half, got); diff != "" {
		t.Error(diff)
	}
}

// More labels mend no judge that does not see what people see, and only bad
// answers tell whether it does.
func TestTheNextStepOfACalibrationFitsWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name string
		fill func(b *calibrationBench)
		want string
	}{
		{"gives anything", func(b *calibrationBench) {
			b.fill(40, func(level float64) float64 { return float64(1+b.draw.IntN(5)) - level })
		}, "the judge does not agree with people on positive/grounding: "},
		{"passes what people fail", func(b *calibrationBench) {
			b.fill(100, func(level float64) float64 { return math.Max(0, 4-level) })
		}, "the judge does not agree with people on positive/grounding: specificity 0 of 60"},
		{"few labels", func(b *calibrationBench) { b.fill(10, b.small) }, "label 50 more questions on positive/grounding, "},
		{"no bad answer", func(b *calibrationBench) {
			for i := range 40 {
				level, id := float64(4+i%2), fmt.Sprint("q", i)
				b.answer(id, level)
				b.label(id, "anna", level)
			}
		}, "label 20 more questions on positive/grounding, drawn at random, without showing the judge's scores; at least 8 bad answers (below 4) must be among them"},
		{"enough labels and no bad answer", func(b *calibrationBench) {
			for i := range 80 {
				level, id := float64(4+i%2), fmt.Sprint("q", i)
				b.answer(id, level)
				b.label(id, "anna", level)
			}
		}, "label more questions on positive/grounding until there are 8 more bad answers (below 4); nobody can tell yet"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newCalibrationBench()
			c.fill(b)
			if doc := b.calibrate(t); !strings.HasPrefix(doc.Next, c.want) {
				t.Errorf("next: %s", doc.Next)
			}
		})
	}
}
