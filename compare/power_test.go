package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

func sampleOf(positive, negative, perGroup int) Sample {
	var s Sample
	for i := range positive + negative {
		category, group := results.Positive, ""
		if i >= positive {
			category = results.Negative
		}
		if perGroup > 1 {
			group = fmt.Sprint(category, i/perGroup)
		}
		s.Add(category, group)
	}
	return s
}

func dimensions() map[results.Category][]results.Dimension {
	return map[results.Category][]results.Dimension{
		results.Positive: {results.Grounding, results.Relevance},
		results.Negative: {results.Grounding},
	}
}

func planOf(t *testing.T, s Sample, opt PowerOptions) map[string]SeriesPower {
	t.Helper()
	opt.Dimensions = dimensions()
	doc, err := Power(s, opt)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]SeriesPower{}
	for _, series := range doc.Series {
		out[series.Name] = series
	}
	return out
}

const grounded = "positive/grounding"

func TestPlannedMeansMatchTheTables(t *testing.T) {
	for drop, want := range map[float64]int{0.5: 23, 0.25: 83, 0.1: 505} {
		got := planOf(t, sampleOf(50, 0, 1), PowerOptions{Drops: map[string]float64{grounded: drop}})[grounded]
		if got.Needed == nil || *got.Needed != want {
			t.Errorf("drop %v: %v questions, want %d", drop, got.Needed, want)
		}
		if got.MDE == nil || math.Abs(*got.MDE-0.3234) > 5e-4 {
			t.Errorf("50 questions see %v", got.MDE)
		}
		if got.NeededAmong == nil || *got.NeededAmong <= want {
			t.Errorf("drop %v among all series: %v", drop, got.NeededAmong)
		}
	}
}

// 12 % to fail and 4 % to pass: the exact test needs about 210 questions.
func TestPlannedPassRateUsesTheExactTest(t *testing.T) {
	flips := 0.08
	got := planOf(t, sampleOf(194, 0, 1), PowerOptions{FlipRate: &flips, Drops: map[string]float64{PassRate: 0.08}})[PassRate]
	if got.Needed == nil || *got.Needed < 205 || *got.Needed > 215 {
		t.Errorf("%v questions", got.Needed)
	}
	if got.Chance == nil || math.Abs(*got.Chance-0.762) > 5e-4 {
		t.Errorf("194 questions show it with %v", got.Chance)
	}
	if got.MDE == nil || *got.MDE <= 0.08 {
		t.Errorf("194 questions see %v", got.MDE)
	}
}

// What a plan says is not gateable, a comparison does not gate on, and the
// other way round.
func TestGateableBeforehandIsGateableThen(t *testing.T) {
	for _, perGroup := range []int{1, 3, 7} {
		for n := 1; n <= 80; n++ {
			for _, kind := range []Kind{Mean, Rate} {
				for _, margin := range []float64{0.02, 0.05, 0.25, 1} {
					m := measured{kind: kind, pairs: make([]pair, n), base: make([]float64, n), head: make([]float64, n)}
					for i := range m.pairs {
						if perGroup > 1 {
							m.pairs[i].group = fmt.Sprint(i / perGroup)
						}
					}
					m.single = kind == Rate && perGroup == 1
					e := estimateOf(&m)
					want := n >= fewestPairs && e.bounded && e.lower > -margin
					if got := reachable(&m, margin); got != want {
						t.Fatalf("%d questions in groups of %d, %s, margin %v: planned %v, then %v", n, perGroup, kind, margin, got, want)
					}
				}
			}
		}
	}
}

func TestFewestQuestionsForAMargin(t *testing.T) {
	for _, c := range []struct {
		single bool
		margin float64
	}{{true, 0.05}, {false, 0.05}, {false, 0.25}, {true, 0.01}} {
		n := gateableFrom(c.single, 1, c.margin)
		at, _ := unchangedBound(c.single, n, n)
		below, ok := unchangedBound(c.single, n-1, n-1)
		if at <= -c.margin || ok && below > -c.margin {
			t.Errorf("%+v: %d questions reach %v, one fewer %v", c, n, at, below)
		}
	}
	if n := gateableFrom(true, 1, 0.05); n < 40 || n > 50 {
		t.Errorf("5 percentage points need %d questions", n)
	}
	if alone, grouped := gateableFrom(false, 1, 0.25), gateableFrom(false, 5, 0.25); grouped < alone {
		t.Errorf("%d questions alone, %d in groups", alone, grouped)
	}
}

func TestUngateableNamesSeriesAndSize(t *testing.T) {
	opt := PowerOptions{Dimensions: dimensions(), Gate: results.GateSpec{Margins: map[string]float64{OverRefusal: 0.5}}}
	got, err := Ungateable(sampleOf(40, 0, 1), opt)
	if err != nil || len(got) != 1 || !strings.HasPrefix(got[0], "passRate: margin 5 percentage points is not gateable at this n (40): ") {
		t.Errorf("%q, %v", got, err)
	}
	got, err = Ungateable(sampleOf(50, 10, 1), PowerOptions{Dimensions: dimensions()})
	const want = "passRate: margin 5 percentage points will mostly be inconclusive: where nothing changed, 60 questions show it kept in 27 % of comparisons; " +
		"249 questions do 4 times out of 5; at this n set a margin of 11 percentage points, or add --repeat; assumed: 10 % of the questions flip with no change at all"
	if err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Ungateable(sampleOf(300, 60, 1), opt); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
	opt.Unjudged = true
	if got, _ := Ungateable(sampleOf(2, 0, 1), opt); len(got) != 2 {
		t.Errorf("without a judge: %q", got)
	}
}

func TestGroupsCostQuestions(t *testing.T) {
	drops := map[string]float64{grounded: 0.25}
	alone := planOf(t, sampleOf(60, 0, 1), PowerOptions{Drops: drops})[grounded]
	grouped := planOf(t, sampleOf(60, 0, 5), PowerOptions{Drops: drops})[grounded]
	if math.Abs(grouped.Deff-1.8) > 1e-12 || *grouped.Needed < int(1.75*float64(*alone.Needed)) {
		t.Errorf("design effect %v, %d questions, %d alone", grouped.Deff, *grouped.Needed, *alone.Needed)
	}
	measured := planOf(t, sampleOf(60, 0, 5), PowerOptions{Drops: drops, Noise: Noise{SD: map[string]float64{grounded: 0.8}}})[grounded]
	if measured.Deff != 1 || *measured.Needed != *alone.Needed {
		t.Errorf("a measured spread has groups in it: %v, %d", measured.Deff, *measured.Needed)
	}
}

func TestRepeatsLowerChanceAlone(t *testing.T) {
	noise := Noise{SD: map[string]float64{grounded: 1}, Repeats: 1, Within: map[string]float64{grounded: 0.4}}
	once := planOf(t, sampleOf(60, 0, 1), PowerOptions{Noise: noise})[grounded]
	often := planOf(t, sampleOf(60, 0, 1), PowerOptions{Noise: noise, Repeats: 4})[grounded]
	if *once.SD != 1 || math.Abs(*often.SD-math.Sqrt(0.2+0.8/4)) > 1e-12 {
		t.Errorf("spread %v, with four answers %v", *once.SD, *often.SD)
	}
	if once.Limit == nil || !(*once.Limit < *often.MDE && *often.MDE < *once.MDE) {
		t.Errorf("sees %v, with four answers %v, at best %v", *once.MDE, *often.MDE, once.Limit)
	}
	if assumed := planOf(t, sampleOf(60, 0, 1), PowerOptions{})[grounded]; assumed.Limit != nil {
		t.Errorf("a limit %v of a share of chance that nobody measured", *assumed.Limit)
	}
}

func TestSpreadIsReadBackFromAnInterval(t *testing.T) {
	for _, perGroup := range []int{1, 4} {
		m := measured{kind: Mean}
		squares, n := 0.0, 40
		for i := range n {
			p := pair{}
			if perGroup > 1 {
				p.group = fmt.Sprint(i / perGroup)
			}
			d := float64(i%5) - 2
			squares += d * d
			m.pairs = append(m.pairs, p)
			m.base, m.head = append(m.base, 3), append(m.head, 3+d)
		}
		e := estimateOf(&m)
		sd, ok := spreadOf(Series{Kind: Mean, N: n, Clusters: m.clusters(), Lo: &e.lo, Hi: &e.hi})
		if want := math.Sqrt(squares / float64(n-1)); !ok || perGroup == 1 && math.Abs(sd-want) > 1e-9 {
			t.Errorf("%v, %v; want %v", sd, ok, want)
		}
		back := planned{kind: Mean, n: n, deff: 1, sd: sd}
		if _, ok := back.power(0.5); !ok {
			t.Errorf("groups of %d: spread %v", perGroup, sd)
		}
	}
	if sd, ok := spreadOf(Series{Kind: Mean, N: 4, Clusters: 1}); ok {
		t.Errorf("no interval, spread %v", sd)
	}
}

func TestNoiseOfAReportWithRepeats(t *testing.T) {
	repeat := func(v results.Verdict, score float64) results.RepeatReport {
		return results.RepeatReport{Verdict: v, Scores: map[results.Dimension]float64{results.Grounding: score}}
	}
	doc := results.ReportDoc{Questions: []results.QuestionReport{
		{Category: results.Positive, Repeats: []results.RepeatReport{repeat(results.Pass, 5), repeat(results.Fail, 3)}},
		{Category: results.Positive, Repeats: []results.RepeatReport{repeat(results.Pass, 4), repeat(results.Pass, 4)}},
		{Category: results.Positive, Repeats: []results.RepeatReport{repeat(results.Pass, 4), {Verdict: results.Error}}},
	}}
	got := NoiseOfReport(doc)
	if got.Flips == nil || *got.Flips != 0.5 || got.Within[grounded] != 1 {
		t.Errorf("%+v", got)
	}
	doc.Questions = doc.Questions[2:]
	if got := NoiseOfReport(doc); !got.Empty() {
		t.Errorf("one answer each: %+v", got)
	}
}

func TestNoiseOfAComparison(t *testing.T) {
	rate := 0.07
	doc := Doc{Series: []Series{{Name: PassRate, Kind: Rate, N: 50, ToFail: 4, ToPass: 1}}}
	if got := NoiseOf(doc); got.Flips == nil || *got.Flips != 0.1 {
		t.Errorf("%+v", got)
	}
	doc.Flips.Rate = &rate
	if got := NoiseOf(doc); got.Flips == nil || *got.Flips != rate {
		t.Errorf("%+v", got)
	}
	first := Noise{Flips: &rate}
	joined := first.Join(Noise{SD: map[string]float64{grounded: 0.5}, Repeats: 2, Flips: new(0.9)})
	if diff := cmp.Diff(Noise{SD: map[string]float64{grounded: 0.5}, Repeats: 2, Flips: &rate}, joined); diff != "" {
		t.Error(diff)
	}
}

func TestPlansRefuseWhatCannotBe(t *testing.T) {
	for name, opt := range map[string]PowerOptions{
		"no spread":               {SD: new(0.0)},
		"an unknown series":       {Drops: map[string]float64{"positive/charm": 1}},
		"a drop beyond the scale": {Drops: map[string]float64{grounded: 5}},
		"no drop":                 {Drops: map[string]float64{PassRate: 0}},
		"not a number":            {Drops: map[string]float64{PassRate: math.NaN()}},
		"a margin beyond":         {Gate: results.GateSpec{Margins: map[string]float64{PassRate: 2}}},
		"power 1":                 {Power: 1},
		"power below one half":    {Power: 0.4},
		"a negative spread":       {SD: new(-1.0)},
		"a flip rate above 1":     {FlipRate: new(1.5)},
	} {
		t.Run(name, func(t *testing.T) {
			opt.Dimensions = dimensions()
			if doc, err := Power(sampleOf(10, 10, 1), opt); err == nil {
				t.Errorf("%+v", doc)
			}
		})
	}
}

func TestPlanOfNothingIsEmpty(t *testing.T) {
	doc, err := Power(Sample{}, PowerOptions{Dimensions: dimensions()})
	want := PowerDoc{Power: 0.8, Alpha: 0.05, Repeats: 1, Series: []SeriesPower{}, Assumes: []string{}, Notes: []string{}}
	if diff := cmp.Diff(want, doc, cmpopts.IgnoreUnexported(SeriesPower{})); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func TestPlanWords(t *testing.T) {
	opt := PowerOptions{Drops: map[string]float64{grounded: 0.25, PassRate: 0.05}}
	doc := planOf(t, sampleOf(30, 10, 1), opt)
	for name, want := range map[string][]string{
		PassRate: {
			"40 questions show a drop of 27.2 percentage points 4 times out of 5",
			"a drop of 5 percentage points needs about 498 questions, 748 to claim it among 6 series; 40 questions show it in 5 % of comparisons",
			"margin 5 percentage points is not gateable at this n (40): it takes 45 questions even if nothing changes",
		},
		grounded: {
			"30 questions show a drop of 0.42 4 times out of 5",
			"a drop of 0.25 needs about 83 questions, 128 to claim it among 6 series; 30 questions show it in 36 % of comparisons",
			"margin 0.25 will mostly be inconclusive: where nothing changed, 30 questions show it kept in 49 % of comparisons; 65 questions do 4 times out of 5; at this n set a margin of 0.40, or add --repeat",
		},
		Answered: {"10 questions show a rise of 77.1 percentage points 4 times out of 5"},
	} {
		if diff := cmp.Diff(want, doc[name].Says); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestPlanSaysWhatItAssumes(t *testing.T) {
	for name, c := range map[string]struct {
		perGroup int
		opt      PowerOptions
		want     []string
	}{
		"nothing measured": {1, PowerOptions{}, []string{
			"a question's score differs between two runs with a standard deviation of 0.8", "10 % of the questions flip with no change at all",
		}},
		"all stated": {1, PowerOptions{SD: new(0.5), FlipRate: new(0.02)}, []string{}},
		"groups":     {3, PowerOptions{SD: new(0.5), FlipRate: new(0.02)}, []string{"differences within a group correlate with 0.2"}},
		"repeats alone measured": {1, PowerOptions{FlipRate: new(0.02), Noise: Noise{Within: map[string]float64{
			grounded: 1, "positive/relevance": 1, "negative/grounding": 1,
		}}}, []string{"a change moves all questions alike: only the spread between repeats was measured"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.opt.Dimensions = dimensions()
			doc, err := Power(sampleOf(30, 9, c.perGroup), c.opt)
			if diff := cmp.Diff(c.want, doc.Assumes); err != nil || diff != "" {
				t.Errorf("%v %s", err, diff)
			}
		})
	}
}

// Nothing measured is not nothing: the assumption stays and the plan says why.
func TestAMeasuredZeroIsNoMeasure(t *testing.T) {
	repeat := results.RepeatReport{Verdict: results.Pass, Scores: map[results.Dimension]float64{results.Grounding: 5}}
	var doc results.ReportDoc
	for i := range 12 {
		doc.Questions = append(doc.Questions, results.QuestionReport{ID: fmt.Sprint(i), Category: results.Positive, Repeats: []results.RepeatReport{repeat, repeat}})
	}
	noise := NoiseOfReport(doc)
	plan, err := Power(sampleOf(60, 0, 1), PowerOptions{Dimensions: dimensions(), Noise: noise})
	if err != nil {
		t.Fatal(err)
	}
	assumes := strings.Join(plan.Assumes, "\n")
	for _, want := range []string{
		"standard deviation of 0.8; no score moved where it was measured, which is no measure of other questions: positive/grounding",
		"10 % of the questions flip with no change at all; measured: no flip seen in 12 questions; up to 24.25 %",
	} {
		if !strings.Contains(assumes, want) {
			t.Errorf("%q is not in %s", want, assumes)
		}
	}
	for _, s := range plan.Series {
		if strings.Contains(strings.Join(s.Says, " "), " 0.00") || s.MDE == nil || *s.MDE < 0.05 {
			t.Errorf("%s: %q", s.Name, s.Says)
		}
	}
	doc.Run.CopiedRepeats = true
	if got := NoiseOfReport(doc); !got.Empty() {
		t.Errorf("copies: %+v", got)
	}
}

// Where chance explains all of a spread, no limit of 0.00 is promised.
func TestNoLimitWithoutASpreadBehindChance(t *testing.T) {
	noise := Noise{SD: map[string]float64{grounded: 0.5}, Repeats: 1, Within: map[string]float64{grounded: 0.4}}
	if got := planOf(t, sampleOf(60, 0, 1), PowerOptions{Noise: noise})[grounded]; got.Limit != nil {
		t.Errorf("limit %v", *got.Limit)
	}
}

// What a plan says is kept is what the gate's own rule keeps.
func TestKeptIsTheGatesOwnRule(t *testing.T) {
	p := planned{kind: Rate, single: true, n: 60, deff: 1, repeats: 1, flips: 0.1}
	planned, _ := p.kept(0.05)
	rng := rand.New(rand.NewPCG(1, 2))
	kept, runs := 0, 4000
	for range runs {
		worse, better := 0, 0
		for range p.n {
			switch r := rng.Float64(); {
			case r < 0.05:
				worse++
			case r < 0.10:
				better++
			}
		}
		if i, ok := stats.PairedPropCI(p.n, worse, better, conf); ok {
			if lower, _ := i.Bound(conf); lower > -0.05 {
				kept++
			}
		}
	}
	if got := float64(kept) / float64(runs); math.Abs(got-planned) > 0.03 {
		t.Errorf("planned %v, simulated %v", planned, got)
	}
}
