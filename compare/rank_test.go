package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/results"
)

func ranked(t testing.TB, opt RankOptions, docs ...results.ReportDoc) RankDoc {
	t.Helper()
	var runs []*Run
	for _, d := range docs {
		runs = append(runs, load(t, d))
	}
	doc, err := Rank(runs, opt)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func rankSeries(t testing.TB, doc RankDoc, name string) RankSeries {
	t.Helper()
	for _, s := range doc.Series {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no series %s", name)
	return RankSeries{}
}

// reportWith is a report of given scores in the order of the questions.
func reportWith(id string, scores ...float64) results.ReportDoc {
	return reportOf(id, many(len(scores), func(i int) float64 { return scores[i] })...)
}

// fourModels is the published example of the rank intervals: two pairs of runs,
// each apart from the other and not within itself.
func fourModels() []results.ReportDoc {
	return []results.ReportDoc{
		reportWith("m3", 3, 4, 3, 4, 3, 4, 3, 2, 4, 3, 3, 4),
		reportWith("m1", 5, 5, 4, 5, 4, 5, 5, 4, 5, 5, 4, 5),
		reportWith("m4", 3, 3, 3, 4, 2, 4, 3, 3, 4, 3, 3, 4),
		reportWith("m2", 4, 5, 4, 4, 4, 5, 4, 4, 5, 4, 4, 5),
	}
}

func TestRanksAreIntervals(t *testing.T) {
	doc := ranked(t, RankOptions{}, fourModels()...)
	s := rankSeries(t, doc, "positive/grounding")
	var got []string
	for _, r := range s.Rows {
		got = append(got, fmt.Sprintf("%s %d-%d group %d n=%d", doc.Runs[r.Run].Run, r.Best, r.Worst, r.Group, r.Level.N))
	}
	want := "m1 1-2 group 1 n=12, m2 1-2 group 1 n=12, m3 3-4 group 2 n=12, m4 3-4 group 2 n=12"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
	if s.Rows[0].Says != "Rank 1-2 of 4 (not separable from runs/m2/report.json)." {
		t.Error(s.Rows[0].Says)
	}
	if len(s.Pairs) != 6 || s.Friedman == nil || s.Rows[0].Lo == nil || doc.ExitCode != 0 {
		t.Errorf("%+v", s)
	}
	for _, p := range s.Pairs {
		if doc.Runs[p.A].Run == "m3" && doc.Runs[p.B].Run == "m1" && (p.Claim != Lower || p.PHolm < 0.0029 || p.PHolm > 0.0030) {
			t.Errorf("%+v", p)
		}
	}
	if !strings.Contains(doc.Headline, "positive/grounding: no run is ahead of all others; runs/m1/report.json and runs/m2/report.json may be, n=12") {
		t.Error(doc.Headline)
	}
}

func TestRankOfASeparateLeader(t *testing.T) {
	doc := ranked(t, RankOptions{}, reportWith("r", 3, 3, 3, 3, 3, 3, 3, 3, 3, 3), reportWith("p", 5, 5, 5, 5, 5, 5, 5, 5, 5, 5), reportWith("q", 4, 4, 4, 4, 4, 4, 4, 4, 4, 4))
	s := rankSeries(t, doc, "positive/grounding")
	for i, name := range []string{"p", "q", "r"} {
		if r := s.Rows[i]; doc.Runs[r.Run].Run != name || r.Best != i+1 || r.Worst != i+1 || r.Group != i+1 {
			t.Errorf("%+v", r)
		}
	}
	if s.Says != "positive/grounding: runs/p/report.json is ahead of all others, n=10." {
		t.Error(s.Says)
	}
}

func TestRankOfFiguresOfWhichLessIsBetter(t *testing.T) {
	refusing := func(id string, k int) results.ReportDoc {
		doc := reportOf(id, many(40, always(5))...)
		for i := range k {
			doc.Questions[i].Repeats[0].State = results.StateDeclined
		}
		return doc
	}
	doc := ranked(t, RankOptions{}, refusing("many", 30), refusing("none", 0), refusing("some", 15))
	s := rankSeries(t, doc, OverRefusal)
	for i, name := range []string{"none", "some", "many"} {
		if r := s.Rows[i]; doc.Runs[r.Run].Run != name || r.Best != i+1 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if *s.Rows[0].Lo != 0 || *s.Rows[0].Hi < 0.05 {
		t.Errorf("0 of 40: %v..%v", *s.Rows[0].Lo, *s.Rows[0].Hi)
	}
}

func TestRankCountsCompleteCasesOnly(t *testing.T) {
	a, b, c := hundred("a"), hundred("b"), hundred("c")
	b.Questions[0] = errored(b.Questions[0])
	c.Questions[1] = errored(c.Questions[1])
	c.Questions[2] = errored(c.Questions[2])
	c.Questions[3].ContentHash = "edited"
	b.Questions[4].Quarantine = &results.Quarantine{Until: "2027-01-01", Reason: "x"}
	c.Questions = append(c.Questions, question("new", 1))
	doc := ranked(t, RankOptions{}, a, b, c)
	s := rankSeries(t, doc, PassRate)
	if doc.Common != 98 || s.N != 95 {
		t.Errorf("common %d, n %d", doc.Common, s.N)
	}
	if diff := cmp.Diff([]int{0, 1, 2}, s.Missing); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{2, 2, 3}, doc.Lost); diff != "" {
		t.Error(diff)
	}
}

func TestRankRefusesWhatCompareRefuses(t *testing.T) {
	a, b, c := hundred("a"), hundred("b"), hundred("c")
	c.Run.Judge.Model = "m-2"
	doc := ranked(t, RankOptions{}, a, b, c)
	if doc.Refusal == nil || doc.Refusal.Run != 2 || doc.ExitCode != 3 || doc.Refusal.Mend != "evalrun rejudge runs/c --judge-from runs/a/report.json" || len(doc.Series) != 0 {
		t.Errorf("%+v", doc.Refusal)
	}
	doc = ranked(t, RankOptions{Allow: []string{"judge-model"}}, a, b, c)
	if doc.Refusal != nil || len(doc.Allowed) != 1 || !strings.Contains(strings.Join(doc.Notices, " "), "Different judge-model: shown as a difference between measurements") {
		t.Errorf("%+v %q", doc.Refusal, doc.Notices)
	}
	few := reportOf("d", many(10, always(5))...)
	doc = ranked(t, RankOptions{}, a, b, few)
	if doc.Refusal == nil || doc.Refusal.Mend != "evalrun compare runs/a/report.json runs/b/report.json runs/d/report.json --common" {
		t.Errorf("%+v", doc.Refusal)
	}
	if doc := ranked(t, RankOptions{MinCommon: new(0.0)}, a, b, few); doc.Refusal != nil || rankSeries(t, doc, PassRate).N != 10 {
		t.Errorf("%+v", doc.Refusal)
	}
}

func TestRankOptionsThatCannotBe(t *testing.T) {
	three := []*Run{load(t, hundred("a")), load(t, hundred("b")), load(t, hundred("c"))}
	for _, c := range []struct {
		name string
		runs []*Run
		opt  RankOptions
		want string
	}{
		{"two runs", three[:2], RankOptions{}, "2 runs are no ranking"},
		{"a reference that is none", three, RankOptions{Against: "worst"}, `--against "worst" is neither best nor baseline`},
		{"a difference that is none", three, RankOptions{Allow: []string{"x"}}, `--allow-difference "x" names none`},
		{"a share", three, RankOptions{MinCommon: new(2.0)}, "--min-common 2 is not within 0..1"},
	} {
		if _, err := Rank(c.runs, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestRankAgainstOneRun(t *testing.T) {
	all := ranked(t, RankOptions{}, fourModels()...)
	baseline := rankSeries(t, ranked(t, RankOptions{Against: "baseline"}, fourModels()...), "positive/grounding")
	if len(baseline.Pairs) != 3 || baseline.Rows[0].Best != 0 || baseline.Says != "positive/grounding: 2 of 3 runs are told apart from runs/m3/report.json, n=12." {
		t.Errorf("%+v", baseline)
	}
	best := rankSeries(t, ranked(t, RankOptions{Against: "best"}, fourModels()...), "positive/grounding")
	if len(best.Pairs) != 3 || best.Says != "positive/grounding: 2 of 3 runs are told apart from runs/m1/report.json, n=12." {
		t.Errorf("%+v", best)
	}
	// Which run is best was seen in the same data: all pairs stay in the family.
	for _, p := range best.Pairs {
		for _, q := range rankSeries(t, all, "positive/grounding").Pairs {
			if p.A == q.A && p.B == q.B && p.PHolm != q.PHolm {
				t.Errorf("%+v, of all pairs %+v", p, q)
			}
		}
	}
	// The baseline was named before: three tests are the family.
	if p := baseline.Pairs[0]; p.PHolm > 3*p.P+1e-12 {
		t.Errorf("%+v", p)
	}
}

func TestRankWarnsOfManyRuns(t *testing.T) {
	var docs []results.ReportDoc
	for i := range 13 {
		docs = append(docs, reportWith(fmt.Sprint("m", i), 5, 5, 5, 5, 4, 4))
	}
	if doc := ranked(t, RankOptions{}, docs...); !strings.Contains(strings.Join(doc.Notices, " "), "78 pairs of 13 runs") {
		t.Errorf("%q", doc.Notices)
	}
	if doc := ranked(t, RankOptions{}, docs[:12]...); strings.Contains(strings.Join(doc.Notices, " "), "pairs of") {
		t.Errorf("%q", doc.Notices)
	}
}

func TestRankOfTooFewQuestions(t *testing.T) {
	doc := ranked(t, RankOptions{}, reportWith("a", 5, 5), reportWith("b", 1, 1), reportWith("c", 3, 3))
	if s := rankSeries(t, doc, PassRate); len(s.Pairs) != 0 || s.Rows[0].Best != 0 || !strings.Contains(strings.Join(s.Notes, " "), "Too few questions to tell: n=2.") {
		t.Errorf("%+v", s)
	}
	other := reportOf("b", question("other", 5))
	doc = ranked(t, RankOptions{}, reportWith("a", 5, 5), other, reportWith("c", 3, 3))
	if doc.ExitCode != 2 || !strings.HasPrefix(doc.Headline, "Nothing to compare") {
		t.Errorf("%d %s", doc.ExitCode, doc.Headline)
	}
}

// TestRankInvariants: the order in which runs or questions are given changes
// no figure, and no figure is no number.
func TestRankInvariants(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		base, head := randomPair(r)
		third := head
		third.Run.ID = "c"
		third.Questions = append([]results.QuestionReport{}, base.Questions...)
		for i := range third.Questions {
			if i%2 == 0 && len(third.Questions[i].Scores) > 0 {
				third.Questions[i] = questionAs(third.Questions[i], 3)
			}
		}
		one := ranked(t, RankOptions{}, base, head, third)
		encoded(t, one)
		other := ranked(t, RankOptions{}, third, base, head)
		byName := func(doc RankDoc) map[string]RankRow {
			out := map[string]RankRow{}
			for _, s := range doc.Series {
				for _, row := range s.Rows {
					if row.Lo != nil && !(*row.Lo <= row.Level.value() && row.Level.value() <= *row.Hi) {
						t.Errorf("%+v", row)
					}
					key := s.Name + " " + doc.Runs[row.Run].Run
					row.Run, row.Group, row.Says = 0, 0, ""
					out[key] = row
				}
			}
			return out
		}
		if diff := cmp.Diff(byName(one), byName(other), cmpopts.EquateApprox(1e-9, 1e-12)); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}
