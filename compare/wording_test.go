package compare

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
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
			`^Lower on positive/grounding by 0\.40 \(95 % -0\.50 to -0\.30, adjusted p<0\.001\)\. The drop is larger than the allowed 0\.25: at least 0\.3\d\.$`},
		{"worse within the margin", 400, always(5), drops(40, 4), "positive/grounding",
			`^Lower on positive/grounding by 0\.10 .*\. Slightly lower \(-0\.10\), and the drop is smaller than the allowed 0\.25\.$`},
		{"inconclusive", 60, always(5), func(i int) float64 { return 5 - 2*float64(i%12/11) }, PassRate,
			`Cannot tell: the drop may be as large as 14\.\d+ percentage points\. About \d+ paired questions would settle 5 percentage points\.$`},
		{"no significance, not equivalent", 100, drops(10, 3), func(i int) float64 { return 5 - 2*float64(i%10/9) }, "positive/relevance",
			`^No evidence of change\. This is not evidence of no change: with n=100 a true drop below 0\.2\d would be missed more than 1 time in 5\.$`},
		{"no outcome could be significant", 60, always(5), drops(3, 4), "positive/relevance",
			`^Only 3 questions changed; no outcome of this size could be significant\.$`},
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
			"Head is not worse than base by more than 5 percentage points on pass rate and 0.25 on positive/grounding, n=100; no question changed sides.",
			"Nothing has to be done."},
		{"not worse, flips", append(many(99, always(5)), question("q099", 3)), Options{},
			"Head is not worse than base by more than 5 percentage points on pass rate and 0.25 on positive/grounding, n=100; 1 flip to read.",
			"Nothing has to be done; who wants to read on begins with q099."},
		{"worse", many(100, func(i int) float64 { return 5 - 2*float64(i%2) }), Options{},
			"Head is worse than base: on pass rate the figure fell by 50 percentage points (95 % -59.09 to -38.94 percentage points, 5 percentage points allowed); on positive/grounding the figure fell by 1.00 (95 % -1.20 to -0.80, 0.25 allowed); n=100, 50 flips to read.",
			"Read the 50 questions that passed and fail now, beginning with q001."},
		{"refused", many(10, always(5)), Options{},
			"Not compared: questions: 100 in the base, 10 in the head, 10 in common (10 %; at least 80 % must be).",
			"To compare the common questions all the same: evalrun compare runs/a/report.json runs/b/report.json --common"},
		{"a figure that no gate holds", gloomy(), Options{},
			"Head is not worse than base by more than 5 percentage points on pass rate and 0.25 on positive/grounding, n=100; lower on positive/relevance by 1.00; no question changed sides.",
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
}

// TestWordsThatNoComparisonMaySay: no change without a size, nothing
// significant without a direction, no mean without its n.
func TestWordsThatNoComparisonMaySay(t *testing.T) {
	forbidden := []*regexp.Regexp{
		regexp.MustCompile(`(?i)no regression`), regexp.MustCompile(`(?i)no change( |\.|,)(?:larger)?`), regexp.MustCompile(`(?i)accura`),
		regexp.MustCompile(`(?i)significant`), regexp.MustCompile(`NaN|Inf|<nil>|%!`), regexp.MustCompile(`-0(\.0+)?[^.0-9]`),
	}
	allowed := regexp.MustCompile(`No change larger than ±|not evidence of no change: |expected with no change\.|no outcome of this size could be significant`)
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
