package compare

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// judgedRun is a run of one positive series; each question has tries, each try
// its judgements.
func judgedRun(questions ...[][]float64) (results.RunInfo, iter.Seq2[results.Entry, error]) {
	info := results.RunInfo{
		ID: "run", Repeats: 1, JudgeRepeats: 1, PassAt: results.DefaultFloors(),
		Dimensions: map[results.Category][]results.Dimension{results.Positive: {results.Grounding}},
	}
	var entries []results.Entry
	for i, tries := range questions {
		e := results.Entry{Question: results.Question{ID: fmt.Sprintf("q%d", i), Seq: i, Category: results.Positive}}
		info.Repeats = max(info.Repeats, len(tries))
		for r, calls := range tries {
			info.JudgeRepeats = max(info.JudgeRepeats, len(calls))
			e.Records = append(e.Records, judgedRecord(e.Question.ID, r, calls))
		}
		entries = append(entries, e)
	}
	return info, entriesOf(entries)
}

func judgedRecord(id string, repeat int, calls []float64) results.Record {
	sum := 0.0
	for _, c := range calls {
		sum += c
	}
	mean := sum / float64(len(calls))
	verdict := results.Fail
	if mean >= 4 {
		verdict = results.Pass
	}
	return results.Record{
		ID: id, Repeat: repeat, Final: true, Verdict: verdict,
		Cells: map[results.Series]results.Cell{"positive/grounding": {Status: results.CellScored, Score: &mean, Scores: calls}},
	}
}

func entriesOf(entries []results.Entry) iter.Seq2[results.Entry, error] {
	return func(yield func(results.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func selfCheck(t *testing.T, info results.RunInfo, entries iter.Seq2[results.Entry, error], order *SelfOrder) SelfDoc {
	t.Helper()
	doc, err := SelfCheck(info, entries, order)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The ten items are those of the published vector of self-consistency.
func TestSelfCheckMeasuresTheJudge(t *testing.T) {
	info, entries := judgedRun(
		[][]float64{{5, 5, 5}}, [][]float64{{4, 5, 4}}, [][]float64{{3, 3, 3}}, [][]float64{{2, 3, 2}}, [][]float64{{5, 5, 5}},
		[][]float64{{4, 4, 4}}, [][]float64{{1, 3, 1}}, [][]float64{{5, 4, 5}}, [][]float64{{4, 4, 4}}, [][]float64{{3, 4, 4}},
	)
	s := selfCheck(t, info, entries, nil).Series[0]
	for name, c := range map[string]struct {
		got  *float64
		want float64
	}{
		"pair agreement": {s.PairAgreement, 2.0 / 3}, "flip rate": {s.FlipRate, 1.0 / 15},
		"within sd": {s.WithinSD, 0.516397779494322}, "changed": {s.Changed, 0.5}, "ICC": {s.ICC, 0.814592274678112},
	} {
		if c.got == nil || math.Abs(*c.got-c.want) > 1e-9 {
			t.Errorf("%s = %v, want %v", name, c.got, c.want)
		}
	}
	if s.WideCount != 1 || !slices.Equal(s.Wide, []string{"q6"}) {
		t.Errorf("two apart: %d %v, want q6", s.WideCount, s.Wide)
	}
	if s.Variance == nil || s.Variance.Dominant != "question" || s.Variance.Answer != nil {
		t.Errorf("variance = %+v, want the questions to dominate and no part of answers", s.Variance)
	}
}

func TestSelfCheckNeverCallsAStableJudgeRight(t *testing.T) {
	info, entries := judgedRun([][]float64{{5, 5, 5}}, [][]float64{{2, 2, 2}})
	said := strings.Join(selfCheck(t, info, entries, nil).Says, "\n")
	if strings.Contains(said, "stable: ") || strings.Contains(said, "accurate") || !strings.Contains(said, "no flip seen in 2 answers; up to ") {
		t.Errorf("says %s", said)
	}
}

func TestMuchFlippingIsNotStable(t *testing.T) {
	info, entries := judgedRun([][]float64{{5, 3, 5}}, [][]float64{{2, 4, 4}})
	said := strings.Join(selfCheck(t, info, entries, nil).Says, "\n")
	if !strings.Contains(said, "not stable") || !strings.Contains(said, "--judge-repeat 3") {
		t.Errorf("says %s", said)
	}
}

// Two tries that differ in one of two questions: half of the pairs.
func TestTriesGiveTheFlipRateOfVerdicts(t *testing.T) {
	info, entries := judgedRun([][]float64{{5}, {5}}, [][]float64{{5}, {1}})
	doc := selfCheck(t, info, entries, nil)
	if v := doc.Verdicts; v == nil || v.Rate == nil || *v.Rate != 0.5 || *v.Expected != 1 || v.Questions != 2 {
		t.Errorf("verdicts = %+v", doc.Verdicts)
	}
	if s := doc.Series[0]; s.FlipRate != nil || s.Reason == "" {
		t.Errorf("one judgement each measures no judge: %+v", s)
	}
}

// An answer without a score is no agreement and no flip.
func TestUnscoredAnswersAreNoItems(t *testing.T) {
	info, _ := judgedRun([][]float64{{5, 5, 5}})
	unscored := results.Record{ID: "q0", Final: true, Verdict: results.Error, Cells: map[results.Series]results.Cell{
		"positive/grounding": {Status: results.CellErrored, Code: "judge_timeout"},
	}}
	doc := selfCheck(t, info, entriesOf([]results.Entry{{
		Question: results.Question{ID: "q0", Category: results.Positive}, Records: []results.Record{unscored},
	}}), nil)
	if s := doc.Series[0]; s.Items != 0 || s.FlipRate != nil || s.Reason != "nothing was scored" {
		t.Errorf("series = %+v", s)
	}
}

// Ten answers move with their sources and none without: that is the order.
func TestOrderOfSourcesIsToldFromWavering(t *testing.T) {
	var good, bad [][][]float64
	for range 10 {
		good, bad = append(good, [][]float64{{5}}), append(bad, [][]float64{{2}})
	}
	info, plain := judgedRun(good...)
	_, before := judgedRun(good...)
	_, shuffled := judgedRun(bad...)
	o := selfCheck(t, info, plain, &SelfOrder{Before: before, Shuffled: shuffled}).Series[0].Order
	if o == nil || o.Items != 10 || o.Plain != 0 || o.Shuffled != 10 || *o.P > 0.01 {
		t.Fatalf("order = %+v", o)
	}
	o = selfCheck(t, info, plain, &SelfOrder{Before: shuffled, Shuffled: before}).Series[0].Order
	if o.Plain != 10 || o.Shuffled != 10 || *o.P != 1 {
		t.Errorf("answers that move either way tell nothing of the order: %+v", o)
	}
}

// Two copies of one answer are one answer: they measure neither verdicts nor
// answers, and are no second look of the judge.
func TestCopiesOfAnAnswerMeasureNothing(t *testing.T) {
	info, entries := judgedRun([][]float64{{5}, {5}}, [][]float64{{5}, {5}})
	info.CopiedRepeats = true
	doc := selfCheck(t, info, entries, nil)
	said := strings.Join(doc.Says, "\n")
	if doc.Verdicts != nil || !doc.Copied || doc.Headline != "NOT MEASURED: nothing was asked twice" || !strings.Contains(said, "copies of one answer") {
		t.Errorf("verdicts %+v, %s, %s", doc.Verdicts, doc.Headline, said)
	}
	if v := doc.Series[0].Variance; v != nil && v.Answer != nil {
		t.Errorf("a part of answers: %+v", v)
	}
}

func manyJudged(n int, scores ...float64) [][][]float64 {
	var out [][][]float64
	for range n {
		out = append(out, [][]float64{scores})
	}
	return out
}

func TestHeadlinesOfASelfCheck(t *testing.T) {
	for name, c := range map[string]struct {
		judged [][][]float64
		want   string
		said   string
	}{
		"stable":   {manyJudged(40, 5, 5, 5), "STABLE on 1 dimension", "in at most 0 % of pairs; the true rate of any may be up to "},
		"few":      {manyJudged(12, 5, 5, 5), "TOO FEW ANSWERS to call it stable on 1 of 1 dimensions: 30 are needed", "positive/grounding: no flip seen in 12 answers; up to "},
		"flips":    {manyJudged(40, 5, 1, 5), "NOT STABLE on 1 of 1 dimensions: positive/grounding", "(95 % "},
		"verdicts": {[][][]float64{{{5}, {5}}, {{5}, {5}}}, "NO FLIP SEEN: no flip seen in 2 questions; up to 65.76 %", "verdicts: no flip seen"},
	} {
		t.Run(name, func(t *testing.T) {
			info, entries := judgedRun(c.judged...)
			doc := selfCheck(t, info, entries, nil)
			if said := strings.Join(doc.Says, "\n"); doc.Headline != c.want || !strings.Contains(said, c.said) {
				t.Errorf("%s\n%s", doc.Headline, said)
			}
		})
	}
}

// A dimension that moves with its sources is not listed among the stable ones.
func TestSensitiveDimensionsAreNotPlainlyStable(t *testing.T) {
	info, plain := judgedRun(manyJudged(40, 5, 5, 5)...)
	_, before := judgedRun(manyJudged(40, 5)...)
	_, shuffled := judgedRun(manyJudged(40, 2)...)
	doc := selfCheck(t, info, plain, &SelfOrder{Before: before, Shuffled: shuffled})
	said := strings.Join(doc.Says, "\n")
	if !strings.HasPrefix(doc.Headline, "SENSITIVE to the order") || strings.Contains(said, "stable: positive/grounding") ||
		!strings.Contains(said, "stable while its sources keep their order") {
		t.Errorf("%s\n%s", doc.Headline, said)
	}
}
