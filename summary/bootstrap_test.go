package summary

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// decliners are negatives of which every third is answered, and positives of
// which every tenth is declined; all state a confidence.
func decliners(n int, group func(i int) string) []results.Entry {
	var out []results.Entry
	for i := range n {
		r := record(results.Positive, results.Pass, 5)
		r.Answer.Declined = i%10 == 0
		if i%2 == 1 {
			r = record(results.Negative, results.Pass, 5)
			if i%3 == 0 {
				r = record(results.Negative, results.Fail, 1)
			}
		}
		r.Answer.Confidence = []answers.Confidence{answers.High, answers.Medium, answers.Low}[i%7%3]
		e := entry(i, r.Category, r)
		e.Question.Group = group(i)
		out = append(out, e)
	}
	return out
}

func alone(int) string { return "" }

type ends struct {
	F1Lo, F1Hi, ECELo, ECEHi *float64
	F1, ECE                  *results.Bootstrap
}

func endsOf(s Summary) ends {
	a, c := s.Abstention, s.Calibration
	return ends{a.F1Lo, a.F1Hi, c.ECELo, c.ECEHi, a.Bootstrap, c.Bootstrap}
}

func TestIntervalsOfECEAndF1HoldTheirFigures(t *testing.T) {
	s := summarise(t, modelRun(), decliners(120, alone)...)
	a, c := s.Abstention, s.Calibration
	if a.F1Lo == nil || *a.F1Lo >= *a.F1 || *a.F1Hi <= *a.F1 || *a.F1Hi > 1 || a.F1Reason != "" {
		t.Errorf("F1 %s, %s to %s %q", value(a.F1), value(a.F1Lo), value(a.F1Hi), a.F1Reason)
	}
	if c.ECELo == nil || *c.ECELo >= *c.ECE || *c.ECEHi <= *c.ECE || *c.ECELo < 0 || c.ECEReason != "" {
		t.Errorf("ECE %s, %s to %s %q", value(c.ECE), value(c.ECELo), value(c.ECEHi), c.ECEReason)
	}
	if a.Bootstrap == nil || a.Bootstrap.Replicates != 4000 || c.Bootstrap == nil || *c.Bootstrap != *a.Bootstrap {
		t.Errorf("%+v and %+v", a.Bootstrap, c.Bootstrap)
	}
}

func TestResamplesAskForTheSuiteOnly(t *testing.T) {
	byName := func(name string) func(int) string {
		return func(i int) string { return fmt.Sprint(name, i/4) }
	}
	run := modelRun()
	run.SuiteHash = "1f"
	entries := decliners(120, byName("page "))
	want := endsOf(summarise(t, run, entries...))
	renamed := decliners(120, byName("z"))
	if diff := cmp.Diff(want, endsOf(summarise(t, run, renamed...))); diff != "" {
		t.Errorf("with groups renamed:\n%s", diff)
	}
	slices.Reverse(entries)
	for i := range entries {
		entries[i].Question.Seq = i
	}
	if diff := cmp.Diff(want, endsOf(summarise(t, run, entries...))); diff != "" {
		t.Errorf("in reverse:\n%s", diff)
	}
	run.SuiteHash = "2f"
	if other := endsOf(summarise(t, run, entries...)); other.F1.Seed == want.F1.Seed {
		t.Errorf("another suite, the seed %d again", want.F1.Seed)
	}
	if want.F1.Seed >= 1<<53 {
		t.Errorf("seed %d is not kept by every reader of JSON", want.F1.Seed)
	}
}

func TestGroupsThatFailTogetherWidenTheIntervals(t *testing.T) {
	var single, grouped []results.Entry
	for i := range 120 {
		score, verdict := 5.0, results.Pass
		if i/12%3 == 0 {
			score, verdict = 1, results.Fail
		}
		e := entry(i, results.Negative, record(results.Negative, verdict, score))
		single = append(single, e)
		e.Question.Group = fmt.Sprint(i / 12)
		grouped = append(grouped, e)
	}
	a, b := endsOf(summarise(t, modelRun(), single...)), endsOf(summarise(t, modelRun(), grouped...))
	if *b.F1Hi-*b.F1Lo < 2*(*a.F1Hi-*a.F1Lo) || *b.ECEHi-*b.ECELo < 2*(*a.ECEHi-*a.ECELo) {
		t.Errorf("alone F1 %s to %s, in groups %s to %s", value(a.F1Lo), value(a.F1Hi), value(b.F1Lo), value(b.F1Hi))
	}
}

func TestIntervalsThatDoNotExistSayWhy(t *testing.T) {
	oneGroup := func(int) string { return "one document" }
	for _, c := range []struct {
		name    string
		entries []results.Entry
		ece, f1 string
	}{
		{"one group", decliners(120, oneGroup), oneCluster, oneCluster},
		{"too few for an ECE", decliners(40, alone), "fewer than 50 answers", ""},
		{"no negative", slices.Collect(func(yield func(results.Entry) bool) {
			for i := range 60 {
				yield(entry(i, results.Positive, record(results.Positive, results.Pass, 5)))
			}
		}), notTold, "needs a negative question and a declined one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := summarise(t, modelRun(), c.entries...)
			if got := s.Calibration; got.ECEReason != c.ece || got.ECELo != nil || got.Bootstrap != nil {
				t.Errorf("ECE from %s: %q", value(got.ECELo), got.ECEReason)
			}
			if got := s.Abstention; got.F1Reason != c.f1 || (got.F1Lo == nil) != (c.f1 != "") || (got.Bootstrap == nil) != (c.f1 != "") {
				t.Errorf("F1 from %s: %q", value(got.F1Lo), got.F1Reason)
			}
		})
	}
}

func TestRepeatsOfAQuestionAreDrawnTogether(t *testing.T) {
	run := modelRun()
	once := decliners(120, alone)
	twice := decliners(120, alone)
	for i := range twice {
		twice[i].Records = append(twice[i].Records, twice[i].Records[0])
		twice[i].Records[1].Repeat = 1
	}
	want := endsOf(summarise(t, run, once...))
	run.Repeats = 2
	if diff := cmp.Diff(want, endsOf(summarise(t, run, twice...))); diff != "" {
		t.Errorf("the same answers twice:\n%s", diff)
	}
}
