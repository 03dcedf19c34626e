package compare

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// TestWordsOfEachSituation holds every sentence to its pattern.
func TestWordsOfEachSituation(t *testing.T) {
	for _, c := range []struct {
		name       string
		n          int
		base, head func(int) float64
		series     string
		want       string
	}{
		{"equivalent", 200, always(5), always(5), "positive/grounding",
			`^No change larger than ±0\.25 on positive/grounding \(mean difference 0\.00, 90 % interval -0\.01 to 0\.01, n=200\)\.$`},
		{"equivalent, a rate", 200, always(5), always(5), PassRate,
			`^No change larger than ±5 percentage points on pass rate \(difference 0 percentage points, 90 % interval -1\.15 to 1\.15 percentage points, n=200\)\.$`},
		{"changed up", 100, drops(40, 4), always(5), "positive/grounding",
			`^Higher on positive/grounding by 0\.40 \(95 % 0\.30 to 0\.50, adjusted p<0\.001\)\. No drop larger than 0\.25 \(lower bound 0\.3\d\); a gain is possible\.$`},
		{"changed down, beyond the margin", 100, always(5), drops(40, 4), "positive/grounding",
			`^Lower on positive/grounding by 0\.40 \(95 % 0\.30 to 0\.50, adjusted p<0\.001\)\. The drop is larger than the allowed 0\.25: at least 0\.3\d\.$`},
		{"worse within the margin", 400, always(5), drops(40, 4), "positive/grounding",
			`^Lower on positive/grounding by 0\.10 .*\. Slightly lower \(-0\.10\), and the drop is smaller than the allowed 0\.25\.$`},
		{"inconclusive", 60, always(5), func(i int) float64 { return 5 - 2*float64(i%12/11) }, PassRate,
			`Cannot tell: the drop may be as large as 14\.\d+ percentage points\. About \d+ paired questions give four chances in five to show that the margin of 5 percentage points is kept\.$`},
		{"no significance, not equivalent", 100, drops(10, 3), func(i int) float64 { return 5 - 2*float64(i%10/9) }, "positive/relevance",
			`^No evidence of change\. This is not evidence of no change: with n=100 a true drop below 0\.2\d would be missed more than 1 time in 5\.$`},
		{"no outcome could be significant", 60, always(5), drops(3, 4), "positive/relevance",
			`^Only 3 questions changed; that cannot reach p < 0\.05\.$`},
		{"test and interval disagree", 60, func(i int) float64 { return 5 - 2*float64(i%10/9) }, func(i int) float64 {
			if i%10 == 9 {
				return 4
			}
			return 5 - 3*float64(i%7/6)
		}, "positive/relevance",
			`^Borderline: test p=0\.\d+ \(adjusted\), interval -0\.\d\d to -0\.\d\d\. Not called a change\.$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := compared(t, reportOf("a", many(c.n, c.base)...), reportOf("b", many(c.n, c.head)...), Options{})
			if s := get(t, doc, c.series); !regexp.MustCompile(c.want).MatchString(s.Says) {
				t.Errorf("%s\nwant %s", s.Says, c.want)
			}
		})
	}
}

func TestWordsOfNoEventsAndMissing(t *testing.T) {
	base, head := many(100, always(5)), many(100, always(5))
	head[0] = errored(head[0])
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	if got := strings.Join(get(t, doc, OverRefusal).Notes, " "); !strings.Contains(got, "0 of 100 in the head; the true rate may still be up to 3.7 %.") {
		t.Error(got)
	}
	if got := strings.Join(get(t, doc, PassRate).Notes, " "); !strings.Contains(got, "1 of 100 not judged (1 missing in the head alone).") {
		t.Error(got)
	}
	if got := strings.Join(get(t, doc, "positive/grounding").Notes, " "); !strings.Contains(got, "99 of 99 scores are 5 in the base and 99 in the head: an improvement can hardly show.") {
		t.Error(got)
	}
	if !strings.Contains(strings.Join(doc.Notices, " "), "Scores come from m-1, not compared with people on these dimensions.") {
		t.Errorf("%q", doc.Notices)
	}
}

func TestHeadlineIsOneSentenceForAManager(t *testing.T) {
	for _, c := range []struct {
		name string
		head []results.QuestionReport
		opt  Options
		want string
		next string
	}{
		{"not worse", many(100, always(5)), Options{},
			"Head is not worse than base by more than 5 percentage points on pass rate (n=100) and 0.25 on positive/grounding (n=100); no question changed sides.",
			"Nothing has to be done."},
		{"not worse, flips", append(many(99, always(5)), question("q099", 3)), Options{},
			"Head is not worse than base by more than 5 percentage points on pass rate (n=100) and 0.25 on positive/grounding (n=100); 1 flip to read.",
			"Nothing has to be done; who wants to read on begins with q099."},
		{"worse", many(100, func(i int) float64 { return 5 - 2*float64(i%2) }), Options{},
			"Head is worse than base: on pass rate the figure fell by 50 percentage points (95 % 38.94 to 59.09, n=100), 5 allowed; on positive/grounding the figure fell by 1.00 (95 % 0.80 to 1.20, n=100), 0.25 allowed; 50 flips to read.",
			"Read the 50 questions that passed and fail now, beginning with q001."},
		{"refused", many(10, always(5)), Options{},
			"Not compared: questions: 100 in the base, 10 in the head, 10 in common (10 %; at least 80 % must be).",
			"To compare the common questions all the same: evalrun compare runs/a/report.json runs/b/report.json --common"},
		{"a figure that no gate holds", gloomy(), Options{},
			"Head is not worse than base by more than 5 percentage points on pass rate (n=100) and 0.25 on positive/grounding (n=100); lower on positive/relevance by 1.00; no question changed sides.",
			"Nothing has to be done."},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := compared(t, hundred("a"), reportOf("b", c.head...), c.opt)
			if doc.Headline != c.want {
				t.Errorf("%s\nwant %s", doc.Headline, c.want)
			}
			if doc.Next != c.next {
				t.Errorf("%s\nwant %s", doc.Next, c.next)
			}
		})
	}
}

// gloomy is a hundred answers that all pass, one point lower on relevance.
func gloomy() []results.QuestionReport {
	all := many(100, always(5))
	for i := range all {
		all[i].Scores[results.Relevance] = 4
	}
	return all
}

// TestNobodyIsCalledWorseOnABorderlineFigure: the gate may fail on its bounds
// where test and interval do not agree on a change.
func TestNobodyIsCalledWorseOnABorderlineFigure(t *testing.T) {
	base := many(60, func(i int) float64 { return 5 - 2*float64(i%10/9) })
	head := many(60, func(i int) float64 {
		if i%10 == 9 {
			return 4
		}
		return 5 - 3*float64(i%7/6)
	})
	doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
	if doc.Gate.Verdict != results.Fail || !strings.HasPrefix(doc.Headline, "Head fails against base: ") {
		t.Errorf("%s: %s", doc.Gate.Verdict, doc.Headline)
	}
	// One sentence says what decides and that the other test does not.
	want := regexp.MustCompile(`^Fails: the 95 % interval of the drop, 0\.01 to 0\.59, is above 0 and the drop may be as large as 0\.54, more than the 0\.25 allowed\. Whether anything changed at all is another test \(adjusted p=0\.\d+\) and does not decide\.$`)
	if says := get(t, doc, "positive/grounding").Says; !want.MatchString(says) {
		t.Error(says)
	}
}

// TestAFailBeyondTheMarginNeedsNoTestOfChange: fifty questions of five groups
// cannot pass the test, and are far beyond the margin.
func TestAFailBeyondTheMarginNeedsNoTestOfChange(t *testing.T) {
	grouped := func(id string, score func(int) float64) results.ReportDoc {
		all := many(60, score)
		for i := range all {
			all[i].Group = fmt.Sprint("g", i/10)
		}
		return reportOf(id, all...)
	}
	says := get(t, compared(t, grouped("a", always(5)), grouped("b", drops(50, 3)), Options{}), PassRate).Says
	want := regexp.MustCompile(`^Fails: the drop is at least \d+\.\d+ percentage points \(one-sided 95 %\), more than the 5 allowed\. Whether anything changed at all is another test \(adjusted p=0\.\d+\) and does not decide\.$`)
	if !want.MatchString(says) {
		t.Error(says)
	}
}

// TestTheHeadlineHasTheNumbersOfTheFigureThatDecides: a figure of the
// positives is not on all questions, and "cannot tell" has its difference.
func TestTheHeadlineHasTheNumbersOfTheFigureThatDecides(t *testing.T) {
	with := func(id string, score func(int) float64) results.ReportDoc {
		all := many(100, score)
		for i := range 20 {
			all = append(all, negative(fmt.Sprintf("n%02d", i), 5))
		}
		return reportOf(id, all...)
	}
	got := compared(t, with("a", always(5)), with("b", drops(3, 1)), Options{Margins: map[string]float64{PassRate: 0.2, "positive/grounding": 0.2}}).Headline
	want := regexp.MustCompile(`^Cannot tell whether head is worse than base: on positive/grounding the figure fell by 0\.12 \(95 % -0\.0\d to 0\.2\d, n=100\), and the drop may be as large as 0\.2\d, 0\.20 allowed; 3 flips to read\.$`)
	if !want.MatchString(got) {
		t.Error(got)
	}
}

// TestGroupsAreTheUnitOfTheTest: fourteen questions of two groups are two
// outcomes, and the words say so.
func TestGroupsAreTheUnitOfTheTest(t *testing.T) {
	grouped := func(id string, score func(int) float64) results.ReportDoc {
		all := many(70, score)
		for i := range all {
			all[i].Group = fmt.Sprint("g", i/7)
		}
		return reportOf(id, all...)
	}
	base := grouped("a", always(5))
	for k, want := range map[int]string{
		14: "The 14 changed questions lie in 2 groups; that cannot reach p < 0.05.",
		42: "The 42 changed questions lie in 6 groups; with 4 figures tested that cannot reach p < 0.05.",
	} {
		s := get(t, compared(t, base, grouped("b", drops(k, 4)), Options{}), "positive/relevance")
		if s.Says != want {
			t.Errorf("%d changed: %s\nwant %s", k, s.Says, want)
		}
	}
}

func TestNothingSeenHasOneBoundWithGroupsAndWithout(t *testing.T) {
	all := many(100, always(5))
	for i := range all {
		all[i].Group = fmt.Sprint("g", i/10)
	}
	doc := reportOf("a", all...)
	var share stats.Proportion
	for i := range all {
		share.Add(all[i].Group, 0, 1)
	}
	bound, _ := share.Interval(0.95)
	got := strings.Join(get(t, compared(t, doc, reportOf("b", all...), Options{}), OverRefusal).Notes, " ")
	if want := "up to " + summary.Percent(bound.Hi) + "."; !strings.Contains(got, want) {
		t.Errorf("%q, want the bound of a run's own report, %q", got, want)
	}
}

func TestBothEndsOfAnIntervalHaveAsManyDecimals(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{{-0.4094, -0.024, "-40.94 to -2.40"}, {-0.09, 0.03, "-9 to 3"}, {-0.095, 0.03, "-9.5 to 3.0"}, {0, 0.0115, "0.00 to 1.15"}} {
		if got := Between(Rate, c.lo, c.hi, nil); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestWordsThatNoComparisonMaySay: no change without a size, nothing
// significant without a direction, no mean without its n.
func TestWordsThatNoComparisonMaySay(t *testing.T) {
	forbidden := []*regexp.Regexp{
		regexp.MustCompile(`(?i)no regression`), regexp.MustCompile(`(?i)no change( |\.|,)(?:larger)?`), regexp.MustCompile(`(?i)accura`),
		regexp.MustCompile(`(?i)significant`), regexp.MustCompile(`NaN|Inf|<nil>|%!`), regexp.MustCompile(`-0(\.0+)?[^.0-9]`),
	}
	allowed := regexp.MustCompile(`No change larger than ±|not evidence of no change: |expected with no change\.`)
	onRandomPairs(t, func(t *testing.T, _ *rand.Rand, base, head results.ReportDoc) {
		doc := compared(t, base, head, Options{Margins: map[string]float64{Answered: 0.1, "negative/grounding": 0.5}})
		texts := append([]string{doc.Headline, doc.Next, doc.Flips.Says, doc.Length.Note}, doc.Notices...)
		for _, s := range doc.Series {
			texts = append(append(texts, s.Says, s.Reason), s.Notes...)
		}
		for _, text := range append(texts, doc.Gate.Reasons...) {
			rest := allowed.ReplaceAllString(text, "")
			for _, f := range forbidden {
				if f.MatchString(rest) {
					t.Errorf("%q says %q", text, f.FindString(rest))
				}
			}
		}
	})
}

func TestFiguresNeverContradictTheGate(t *testing.T) {
	s := Series{Kind: Mean, Margin: new(0.25)}
	for v, want := range map[float64]string{0.2496: "0.2496", 0.2504: "0.2504", 0.25: "0.25", 0.1: "0.10", -0.2504: "-0.2504", -0.0001: "-0.0001", -1e-17: "0.00"} {
		if got := s.unit().bare(v); got != want {
			t.Errorf("%v is printed %s, want %s", v, got, want)
		}
	}
	for p, want := range map[float64]string{0.0002: "p<0.001", 0.07: "p=0.070", 0.0504: "p=0.0504", 0.05: "p=0.050", 1: "p=1", 0.2: "p=0.20"} {
		if got := pText(p); got != want {
			t.Errorf("%v is printed %s, want %s", p, got, want)
		}
	}
}
