package reports

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/compare"
)

func TestDifferencesStayOnTheirSideOfZeroAndOfTheMargin(t *testing.T) {
	for _, c := range []struct {
		rule   string
		kind   compare.Kind
		margin *float64
		v      *float64
		want   string
	}{
		{"a gain carries its sign", compare.Mean, nil, new(0.3), "+0.30"},
		{"a drop carries its sign", compare.Mean, nil, new(-0.3), "-0.30"},
		{"no difference has none", compare.Mean, nil, new(0.0), "0.00"},
		{"the sum of equal scores is no drop", compare.Mean, nil, new(-1e-17), "0.00"},
		{"a hair below zero stays below", compare.Mean, nil, new(-0.0004), "-0.0004"},
		{"a hair below the margin stays below", compare.Mean, new(0.25), new(-0.2504), "-0.2504"},
		{"a hair above the margin stays above", compare.Mean, new(0.25), new(-0.2496), "-0.2496"},
		{"rates differ in points", compare.Rate, nil, new(-2.0 / 3), "-66.67"},
		{"whole points have no decimals", compare.Rate, nil, new(0.05), "+5"},
		{"a rate beside its margin", compare.Rate, new(0.05), new(-0.0500004), "-5.00004"},
		{"what does not exist is not zero", compare.Rate, nil, nil, missing},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := (move{c.kind, c.margin}).difference(c.v); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnIntervalNeedsBothBounds(t *testing.T) {
	m := move{kind: compare.Mean}
	if got := m.interval(new(-0.1), nil); got != missing {
		t.Errorf("one bound printed as %q", got)
	}
	if got := (move{kind: compare.Rate}).interval(new(-0.4094), new(-0.024)); got != "-40.94 to -2.40" {
		t.Errorf("ends with different decimals: %q", got)
	}
	if got := m.interval(new(-0.1), new(0.0)); got != "-0.10 to 0.00" {
		t.Errorf("got %q", got)
	}
}

func TestPIsNotRoundedAcrossItsLevel(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want string
	}{
		{1, "1"}, {0.999, "1.00"}, {0.5, "0.50"}, {0.0496, "0.0496"}, {0.05, "0.050"}, {0.0504, "0.0504"},
		{0.034, "0.034"}, {0.0123, "0.012"}, {0.001, "0.0010"}, {0.00099, "<0.001"}, {0, "<0.001"},
	} {
		got := pCell(&c.p)
		if got != c.want {
			t.Errorf("p = %v prints %q, want %q", c.p, got, c.want)
		}
	}
	if pCell(nil) != missing {
		t.Error("no p is printed as a figure")
	}
}

// TestEveryMeanStandsBesideItsN holds the tables to what makes a mean
// readable.
func TestEveryMeanStandsBesideItsN(t *testing.T) {
	for name, c := range comparisons(t) {
		if c.two == nil {
			continue
		}
		for _, s := range c.two.Series {
			row := strings.Join(seriesRow(s), " ")
			if s.Base.Mean != nil && !regexp.MustCompile(`\b`+nCell(s)+`\b`).MatchString(row) {
				t.Errorf("%s %s: %s", name, s.Name, row)
			}
		}
	}
}

func TestAFieldThatIsNotKnownIsNeverShownAsEqual(t *testing.T) {
	b := compare.Block{Name: "judge", State: compare.Unknown, Details: []compare.Detail{
		{Field: "model", Base: "m-1", Head: "m-1", State: compare.Same},
		{Field: "prompt", State: compare.Unknown},
		{Field: "seed", Base: "7", State: compare.Unknown},
	}}
	if got, want := blockWords(b), "prompt not known; seed 7, now not known"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLongListsAreCountedInFull(t *testing.T) {
	doc := compare.Doc{Flips: compare.Flips{Says: "many", More: 7}, Pairing: compare.Pairing{Base: maxListed + 5}}
	for range maxDetailed + 3 {
		doc.Flips.List = append(doc.Flips.List, compare.Flip{ID: "q", Kind: compare.PassToFail})
	}
	for range maxListed + 5 {
		doc.Pairing.OnlyBase = append(doc.Pairing.OnlyBase, compare.Unpaired{ID: "gone"})
	}
	text := written(t, ".md", comparison{two: &doc})
	for _, want := range []string{"And 10 more.", "and 5 more in compare.json"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if short := written(t, ".txt", comparison{two: &doc}); !strings.Contains(short, "and 205 more") {
		t.Errorf("the terminal does not count its flips:\n%s", short)
	}
}

func TestFlipsAndScoresThatMovedAreCountedApart(t *testing.T) {
	doc := compare.Doc{Flips: compare.Flips{Says: "many"}}
	for i := range maxFlipsOnTerminal + 4 {
		kind := compare.PassToFail
		if i > maxFlipsOnTerminal {
			kind = compare.Step
		}
		doc.Flips.List = append(doc.Flips.List, compare.Flip{ID: "q", Kind: kind})
	}
	if text := written(t, ".txt", comparison{two: &doc}); !strings.Contains(text, "and 4 more: 1 verdict flip, 3 score changes\n") {
		t.Error(text)
	}
}

// TestAFailingFlipSaysFirstWhatFailedIt: the score that moved most may be one
// that is still above its floor.
func TestAFailingFlipSaysFirstWhatFailedIt(t *testing.T) {
	doc := compare.Doc{Flips: compare.Flips{Says: "one", List: []compare.Flip{{
		ID: "q7", Kind: compare.PassToFail, Dimension: "tone", BaseScore: new(5.0), HeadScore: new(3.5),
		Reasons: []string{"mustMention: \"5 mg\" is not in the answer"},
	}}}}
	want := "  q7: pass to fail\n    failed: mustMention: \"5 mg\" is not in the answer\n    tone 5, then 3.5\n"
	if text := written(t, ".txt", comparison{two: &doc}); !strings.Contains(text, want) {
		t.Error(text)
	}
}

// TestAnInconclusiveCellCostsNoColumn: at 80 columns the verdict, n, the
// difference and its interval are always there.
func TestAnInconclusiveCellCostsNoColumn(t *testing.T) {
	s := compare.Series{Name: "answeredWhenItShouldNot", Kind: compare.Rate, N: 1000, Difference: new(-0.2167), Lo: new(-0.4094), Hi: new(-0.024),
		Gated: true, Gateable: true, Margin: new(0.05), Verdict: "inconclusive", Base: compare.Level{K: new(900), N: 1000, Rate: new(0.9)}}
	text := written(t, ".txt", comparison{two: &compare.Doc{Series: []compare.Series{s}}})
	for _, want := range []string{
		" series                   gate     n     difference  95 % interval", " answeredWhenItShouldNot  unclear  1000  -21.67      -40.94 to -2.40",
		"\n  differences of rates are in percentage points\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestTheLastLineNamesTheGateThatTheExitCodeIsFrom(t *testing.T) {
	for _, c := range []struct {
		comparison, own, exit int
		want                  string
	}{
		{2, 0, 2, "exit code 2 (comparison; the run's own gate: 0)"},
		{0, 1, 1, "exit code 1 (the run's own gate; comparison: 0)"},
		{1, 1, 1, "exit code 1 (the run's own gate and the comparison)"},
	} {
		var b strings.Builder
		if err := ComparisonSentence(&b, compare.Doc{Gate: compare.Gate{ExitCode: c.comparison}}, c.own, c.exit, Options{Report: "compare.md"}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(b.String(), "\n"+c.want+"\n") {
			t.Errorf("want %q, got\n%s", c.want, b.String())
		}
	}
}

func TestRunsThatCannotBeToldApartShareTheirRank(t *testing.T) {
	s := compare.RankSeries{Rows: make([]compare.RankRow, 4)}
	for _, c := range []struct {
		best, worst int
		want        string
	}{{1, 2, "1-2 of 4"}, {3, 3, "3 of 4"}, {0, 0, missing}} {
		if got := rankCell(s, compare.RankRow{Best: c.best, Worst: c.worst}); got != c.want {
			t.Errorf("ranks %d to %d print %q, want %q", c.best, c.worst, got, c.want)
		}
	}
}

// TestFiguresThatAreNotNumbersAreRefused: such a document would break every
// reader of it.
func TestFiguresThatAreNotNumbersAreRefused(t *testing.T) {
	doc := compare.Doc{Series: []compare.Series{{Difference: new(math.NaN())}}}
	if err := ComparisonJSON(new(strings.Builder), doc); err == nil {
		t.Error("a document with NaN was written")
	}
}
