package summary

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestCombineTakesTheWorstRepeat(t *testing.T) {
	for _, c := range []struct {
		name    string
		repeats int
		have    []results.Verdict
		want    results.Verdict
	}{
		{"all pass", 2, []results.Verdict{results.Pass, results.Pass}, results.Pass},
		{"one fails", 3, []results.Verdict{results.Pass, results.Error, results.Fail}, results.Fail},
		{"an error outranks inconclusive", 2, []results.Verdict{results.Inconclusive, results.Error}, results.Error},
		{"inconclusive outranks a missing repeat", 2, []results.Verdict{results.Inconclusive}, results.Inconclusive},
		{"a missing repeat outranks a pass", 2, []results.Verdict{results.Pass}, results.Skipped},
		{"nothing run", 1, nil, results.Skipped},
		{"nothing run and no repeats named", 0, nil, results.Skipped},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := results.Entry{}
			for _, v := range c.have {
				e.Records = append(e.Records, results.Record{Verdict: v, Final: true})
			}
			if got := Combine(e, c.repeats); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	unfinished := results.Entry{Records: []results.Record{{Verdict: results.Pass}}}
	if got := Combine(unfinished, 1); got != results.Skipped {
		t.Errorf("a record that is not final counts as %s", got)
	}
}

func TestErroredQuestionsStayVisibleBesideTheMean(t *testing.T) {
	entries := []results.Entry{entry(0, results.Positive, record(results.Positive, results.Pass, 5))}
	for i := 1; i < 10; i++ {
		entries = append(entries, entry(i, results.Positive, failedCall(results.Positive, "judge_timeout")))
	}
	s := summarise(t, modelRun(), entries...)
	want := results.Totals{Planned: 10, Pass: 1, Error: 9}
	if s.Totals != want {
		t.Errorf("totals %+v", s.Totals)
	}
	tone := dimension(t, s, results.Positive, results.Tone)
	if tone.N != 1 || tone.Scored != 1 || tone.Errored != 9 || tone.Planned != 10 {
		t.Errorf("tone %+v", tone)
	}
	if got := value(tone.Worst) + " " + value(tone.Mean) + " " + value(tone.Best); got != "1.4000 5.0000 5.0000" {
		t.Errorf("worst, mean, best = %s", got)
	}
	if len(tone.Notes) == 0 || !strings.HasPrefix(tone.Notes[0], "incomplete: 10 % ") {
		t.Errorf("notes %q", tone.Notes)
	}
	if got := value(s.PassRate.Worst) + " " + value(s.PassRate.Best); got != "0.1000 1.0000" {
		t.Errorf("pass rate worst, best = %s", got)
	}
}

func TestMeanIsOverQuestionsNeverOverMeans(t *testing.T) {
	entries := []results.Entry{entry(0, results.Positive, record(results.Positive, results.Pass, 5))}
	for i := 1; i < 10; i++ {
		e := entry(i, results.Positive, record(results.Positive, results.Fail, 3))
		e.Question.Group = "large"
		entries = append(entries, e)
	}
	got := dimension(t, summarise(t, modelRun(), entries...), results.Positive, results.Grounding)
	if value(got.Mean) != "3.2000" || got.N != 10 || got.BelowFloor != 9 {
		t.Errorf("mean %s over %d, %d below the floor", value(got.Mean), got.N, got.BelowFloor)
	}
}

func TestPositiveAndNegativeGroundingAreNeverPooled(t *testing.T) {
	s := summarise(t, modelRun(),
		entry(0, results.Positive, record(results.Positive, results.Pass, 5)),
		entry(1, results.Negative, record(results.Negative, results.Fail, 1)))
	positive := dimension(t, s, results.Positive, results.Grounding)
	negative := dimension(t, s, results.Negative, results.Grounding)
	if value(positive.Mean) != "5.0000" || value(negative.Mean) != "1.0000" {
		t.Errorf("positive %s, negative %s", value(positive.Mean), value(negative.Mean))
	}
	if positive.Planned != 1 || negative.Planned != 1 {
		t.Errorf("planned %d and %d", positive.Planned, negative.Planned)
	}
}

func TestRepeatsAreAveragedAndDoNotEnlargeTheSample(t *testing.T) {
	once, thrice := modelRun(), modelRun()
	thrice.Repeats = 3
	var single, repeated []results.Entry
	for i := range 12 {
		one := record(results.Positive, results.Pass, float64(3+i%3))
		single = append(single, entry(i, results.Positive, one))
		repeated = append(repeated, entry(i, results.Positive, one, one, one))
	}
	a := dimension(t, summarise(t, once, single...), results.Positive, results.Tone)
	s := summarise(t, thrice, repeated...)
	b := dimension(t, s, results.Positive, results.Tone)
	if b.N != a.N || *b.Mean != *a.Mean || *b.Lo != *a.Lo || *b.Hi != *a.Hi {
		t.Errorf("once %+v, three times %+v", a, b)
	}
	if b.Scored != 36 || b.Planned != 36 || s.Totals.Planned != 36 || s.PassRate.N != 36 {
		t.Errorf("scored %d of %d, planned %d", b.Scored, b.Planned, s.Totals.Planned)
	}
}

func TestQuestionScoreIsTheMeanOfItsScoredRepeats(t *testing.T) {
	info := modelRun()
	info.Repeats = 3
	got := dimension(t, summarise(t, info, entry(0, results.Positive,
		record(results.Positive, results.Pass, 5), record(results.Positive, results.Fail, 2),
	)), results.Positive, results.Tone)
	if value(got.Mean) != "3.5000" || got.N != 1 || got.Skipped != 1 {
		t.Errorf("mean %s over %d, %d skipped", value(got.Mean), got.N, got.Skipped)
	}
	if got := value(got.Worst) + " " + value(got.Best); got != "2.6667 4.0000" {
		t.Errorf("worst, best = %s", got)
	}
}

func TestFractionalScoresCountAtTheNearestLevel(t *testing.T) {
	scores := []float64{1, 1.4, 2.5, 3.49, 4.5, 5}
	var entries []results.Entry
	for i, score := range scores {
		entries = append(entries, entry(i, results.Negative, record(results.Negative, results.Pass, score)))
	}
	got := dimension(t, summarise(t, modelRun(), entries...), results.Negative, results.Calibration)
	if want := [5]int{2, 0, 2, 0, 2}; got.Histogram != want {
		t.Errorf("histogram %v, want %v", got.Histogram, want)
	}
}

func TestFiguresThatDoNotExistAreNullWithAReason(t *testing.T) {
	s := summarise(t, modelRun(), entry(0, results.Positive))
	for _, d := range s.Dimensions {
		if d.Mean != nil || d.Lo != nil || d.Reason == "" {
			t.Errorf("%+v", d)
		}
	}
	if s.PassRate.Rate != nil || s.PassRate.Reason == "" || s.Totals.Skipped != 1 {
		t.Errorf("%+v", s.PassRate)
	}
	for _, row := range s.Confidence {
		if row.Rate.Rate != nil || row.Rate.Reason == "" {
			t.Errorf("%+v", row)
		}
	}
	empty := summarise(t, modelRun())
	if _, err := json.Marshal(empty); err != nil {
		t.Errorf("an empty run does not encode: %v", err)
	}
}

func TestAddRefusesRecordsThatDoNotFillThePlan(t *testing.T) {
	good := func() results.Record { return record(results.Positive, results.Pass, 5) }
	grounding := results.SeriesOf(results.Positive, results.Grounding)
	for _, c := range []struct {
		name string
		e    func() results.Entry
		want string
	}{
		{"unknown category", func() results.Entry { return entry(1, "other") }, "category"},
		{"out of suite order", func() results.Entry { return entry(0, results.Positive) }, "not after"},
		{"more repeats than planned", func() results.Entry {
			return entry(1, results.Positive, good(), good())
		}, "repeat 1"},
		{"category of the record differs", func() results.Entry {
			return entry(1, results.Negative, good())
		}, "planned as"},
		{"unknown verdict", func() results.Entry {
			r := good()
			r.Verdict = "passed"
			return entry(1, results.Positive, r)
		}, "verdict"},
		{"a cell is missing", func() results.Entry {
			r := good()
			delete(r.Cells, grounding)
			return entry(1, results.Positive, r)
		}, "no cell for positive/grounding"},
		{"a required cell does not apply", func() results.Entry {
			r := good()
			r.Cells[grounding] = results.Cell{Status: results.CellNotApplicable}
			return entry(1, results.Positive, r)
		}, "no place"},
		{"scored without a score", func() results.Entry {
			r := good()
			r.Cells[grounding] = results.Cell{Status: results.CellScored}
			return entry(1, results.Positive, r)
		}, "without a score"},
		{"a score off the scale", func() results.Entry {
			r := good()
			r.Cells[grounding] = results.Cell{Status: results.CellScored, Score: new(0.0)}
			return entry(1, results.Positive, r)
		}, "without a score"},
		{"errored with a score", func() results.Entry {
			r := good()
			r.Cells[grounding] = results.Cell{Status: results.CellErrored, Score: new(4.0)}
			return entry(1, results.Positive, r)
		}, "with a score"},
		{"a measured cell of the other category", func() results.Entry {
			r := good()
			r.Cells["negative/grounding"] = results.Cell{Status: results.CellScored, Score: new(4.0)}
			return entry(1, results.Positive, r)
		}, "does not belong"},
	} {
		t.Run(c.name, func(t *testing.T) {
			acc := New(modelRun())
			if err := acc.Add(entry(0, results.Positive, good())); err != nil {
				t.Fatal(err)
			}
			err := acc.Add(c.e())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestCellsOfTheOtherCategoryMayBeListedAsNotApplicable(t *testing.T) {
	r := record(results.Negative, results.Pass, 5)
	r.Cells["positive/tone"] = results.Cell{Status: results.CellNotApplicable}
	s := summarise(t, modelRun(), entry(0, results.Negative, r))
	if got := dimension(t, s, results.Positive, results.Tone); got.Planned != 0 {
		t.Errorf("%+v", got)
	}
}

// mixed draws a run in which every verdict, status and category occurs.
func mixed(seed uint64, n int) []results.Entry {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]results.Entry, n)
	for i := range out {
		c := []results.Category{results.Positive, results.Negative}[r.IntN(2)]
		var records []results.Record
		switch r.IntN(5) {
		case 0:
			records = append(records, failedCall(c, []string{"judge_not_json", "target_empty"}[r.IntN(2)]))
		case 1:
			records = append(records, record(c, results.Inconclusive, 0))
		case 2:
		default:
			records = append(records, record(c, []results.Verdict{results.Pass, results.Fail}[r.IntN(2)], 1+4*r.Float64()))
		}
		out[i] = entry(i, c, records...)
		if r.IntN(3) == 0 {
			out[i].Question.Group = fmt.Sprint("g", r.IntN(4))
		}
	}
	return out
}

func TestCountsAddUpAndBoundsEncloseTheFigures(t *testing.T) {
	for seed := range uint64(60) {
		s := summarise(t, modelRun(), mixed(seed, 40)...)
		total := s.Totals
		if total.Pass+total.Fail+total.Error+total.Inconclusive+total.Skipped != total.Planned || total.Planned != 40 {
			t.Fatalf("seed %d: %+v", seed, total)
		}
		if got := s.Checks.Passed + s.Checks.Failed + s.Checks.Unknown; got != 40 {
			t.Fatalf("seed %d: checks add up to %d", seed, got)
		}
		planned := map[bool]int{}
		for _, d := range s.Dimensions {
			cells := d.Scored + d.Errored + d.Inconclusive + d.Unassessable + d.Decided + d.Skipped
			if cells != d.Planned {
				t.Fatalf("seed %d: %+v", seed, d)
			}
			planned[strings.HasPrefix(string(d.Name), "positive")] = d.Planned
			if d.Mean != nil && !(*d.Worst <= *d.Mean && *d.Mean <= *d.Best) {
				t.Fatalf("seed %d: mean %g outside %g..%g", seed, *d.Mean, *d.Worst, *d.Best)
			}
			if sum := d.Histogram[0] + d.Histogram[1] + d.Histogram[2] + d.Histogram[3] + d.Histogram[4]; sum != d.Scored {
				t.Fatalf("seed %d: histogram of %d, scored %d", seed, sum, d.Scored)
			}
		}
		if planned[true]+planned[false] != 40 {
			t.Fatalf("seed %d: planned %v", seed, planned)
		}
	}
}

func TestOneMoreErrorNeverRaisesAWorstBoundOrACoverage(t *testing.T) {
	for seed := range uint64(40) {
		entries := mixed(seed, 20)
		before := summarise(t, modelRun(), entries...)
		after := summarise(t, modelRun(), append(entries,
			entry(20, results.Positive, failedCall(results.Positive, "judge_timeout")))...)
		if *after.PassRate.Worst > *before.PassRate.Worst {
			t.Errorf("seed %d: pass rate bound rose", seed)
		}
		for i, d := range before.Dimensions {
			now := after.Dimensions[i]
			if d.Worst != nil && *now.Worst > *d.Worst || d.Coverage != nil && *now.Coverage > *d.Coverage {
				t.Errorf("seed %d: %s rose", seed, d.Name)
			}
		}
	}
}

func TestOrderOfQuestionsChangesNoCount(t *testing.T) {
	entries := mixed(5, 40)
	want := summarise(t, modelRun(), entries...)
	slices.Reverse(entries)
	for i := range entries {
		entries[i].Question.Seq = i
	}
	got := summarise(t, modelRun(), entries...)
	// Questions are named in suite order, which is what was changed.
	slices.Sort(want.Abstention.DisputedQuestions)
	slices.Sort(got.Abstention.DisputedQuestions)
	near := cmp.Comparer(func(a, b float64) bool { return AtLeast(a, b) && AtLeast(b, a) })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Error(diff)
	}
}

func TestSameRecordsGiveTheSameBytes(t *testing.T) {
	var first []byte
	for range 5 {
		data, err := json.Marshal(summarise(t, modelRun(), mixed(9, 60)...))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if string(data) != string(first) {
			t.Fatal("two summaries of the same records differ")
		}
	}
}

// heapAfter is the live heap once n questions have gone through.
func heapAfter(t *testing.T, acc *Accumulator, from, n int) uint64 {
	t.Helper()
	for i := from; i < from+n; i++ {
		r := record(results.Positive, results.Pass, 4)
		for name, cell := range r.Cells {
			cell.Reasoning = fmt.Sprint(name, i, strings.Repeat(".", 400))
			r.Cells[name] = cell
		}
		if err := acc.Add(entry(i, results.Positive, r)); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestMemoryDoesNotGrowWithQuestions(t *testing.T) {
	acc := New(modelRun())
	small := heapAfter(t, acc, 0, 300)
	large := heapAfter(t, acc, 300, 3_000)
	if large > small+1<<20 {
		t.Errorf("heap grew from %d to %d bytes over 3,000 questions", small, large)
	}
	if acc.Summary().Totals.Planned != 3_300 {
		t.Error("questions were lost")
	}
}
