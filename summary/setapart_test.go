package summary

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// startedOn is a run of one model judge on a day, late in the evening west of
// Greenwich, so that its day there is the one before.
func startedOn(year int, month time.Month, day int) results.RunInfo {
	info := modelRun()
	info.Started = time.Date(year, month, day, 0, 30, 0, 0, time.UTC).In(time.FixedZone("west", -5*3600))
	return info
}

func until(e results.Entry, date string) results.Entry {
	e.Question.Quarantine = &results.Quarantine{Until: date, Reason: "source moved"}
	return e
}

func anchor(e results.Entry) results.Entry {
	e.Question.Anchor = true
	return e
}

func TestQuarantineHoldsUpToAndWithItsDay(t *testing.T) {
	run := startedOn(2026, time.May, 3)
	for date, want := range map[string]bool{
		"2026-05-02": false, "2026-05-03": true, "2026-05-04": true, "2025-12-31": false, "2027-01-01": true,
	} {
		if got := Held(run, until(entry(0, results.Positive), date).Question); got != want {
			t.Errorf("until %s, run on 3 May: held %v", date, got)
		}
	}
	if Held(run, results.Question{}) {
		t.Error("a question without a quarantine is held")
	}
}

// withoutApart is the summary less the blocks that say what is set apart.
func withoutApart(s Summary) Summary {
	s.Quarantine, s.Anchors, s.Warnings, s.Judge = nil, nil, nil, results.JudgeSummary{}
	s.Totals.Planned = s.Totals.Counted()
	s.Totals.Quarantined, s.Totals.Anchors = 0, 0
	return s
}

func TestWhatIsSetApartChangesNoOtherFigure(t *testing.T) {
	info := startedOn(2026, time.May, 3)
	entries := mixed(3, 30)
	want := withoutApart(summarise(t, info, entries...))
	for seed := range uint64(20) {
		var all []results.Entry
		for i, e := range mixed(seed+100, 30) {
			e.Question.Tags = []string{"apart"}
			if i%2 == 0 {
				all = append(all, until(e, "2026-06-30"))
			} else {
				all = append(all, anchor(e))
			}
			all = append(all, entries[i])
		}
		for i := range all {
			all[i].Question.Seq = i
		}
		s := summarise(t, info, all...)
		if diff := cmp.Diff(want, withoutApart(s)); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
		total := s.Totals
		if total.Planned != 60 || total.Quarantined != 15 || total.Anchors != 15 || total.Counted() != 30 ||
			total.Pass+total.Fail+total.Error+total.Inconclusive+total.Skipped != 30 {
			t.Fatalf("totals %+v", total)
		}
	}
}

func TestQuarantineIsListedWithWhatBecameOfIt(t *testing.T) {
	s := summarise(t, startedOn(2026, time.May, 3),
		until(entry(0, results.Positive, record(results.Positive, results.Fail, 1)), "2026-05-03"),
		until(entry(1, results.Positive, record(results.Positive, results.Pass, 5)), "2026-05-02"),
		until(entry(2, results.Positive), "2026-06-01"),
		entry(3, results.Positive, record(results.Positive, results.Pass, 5)))
	want := &results.QuarantineSummary{
		Held: 2, Over: 1, Totals: results.Totals{Planned: 2, Fail: 1, Skipped: 1},
		Questions: []results.QuarantinedQuestion{
			{ID: "q0", Quarantine: results.Quarantine{Until: "2026-05-03", Reason: "source moved"}, Verdict: results.Fail},
			{ID: "q1", Quarantine: results.Quarantine{Until: "2026-05-02", Reason: "source moved"}, Over: true, Verdict: results.Pass},
			{ID: "q2", Quarantine: results.Quarantine{Until: "2026-06-01", Reason: "source moved"}, Verdict: results.Skipped},
		},
	}
	if diff := cmp.Diff(want, s.Quarantine); diff != "" {
		t.Error(diff)
	}
	if s.PassRate.K != 2 || s.PassRate.N != 2 {
		t.Errorf("pass rate %d of %d, want the question whose date has passed to count", s.PassRate.K, s.PassRate.N)
	}
}

func TestAQuarantineThatIsOverIsNamedBehindMany(t *testing.T) {
	info := startedOn(2026, time.May, 3)
	var entries []results.Entry
	for i := range results.MaxQuarantined + 20 {
		entries = append(entries, until(entry(i, results.Positive), "2026-06-01"))
	}
	entries = append(entries, until(entry(len(entries), results.Positive), "2026-01-01"))
	k := summarise(t, info, entries...).Quarantine
	last := k.Questions[len(k.Questions)-1]
	if len(k.Questions) != results.MaxQuarantined+1 || !last.Over || k.Held != results.MaxQuarantined+20 {
		t.Errorf("%d named of %d, last %+v", len(k.Questions), k.Held+k.Over, last)
	}
}

func TestAnchorsHaveTheirOwnDimensions(t *testing.T) {
	s := summarise(t, modelRun(),
		anchor(entry(0, results.Positive, record(results.Positive, results.Fail, 2))),
		anchor(entry(1, results.Positive, record(results.Positive, results.Pass, 4))),
		anchor(entry(2, results.Positive, failedCall(results.Positive, "judge_timeout"))),
		entry(3, results.Positive, record(results.Positive, results.Pass, 5)))
	a := s.Anchors
	if a == nil || a.Questions != 3 || a.Totals != (results.Totals{Planned: 3, Pass: 1, Fail: 1, Error: 1}) {
		t.Fatalf("%+v", a)
	}
	if d := a.Dimensions[0]; value(d.Mean) != "3.0000" || d.N != 2 || d.Errored != 1 || d.Planned != 3 {
		t.Errorf("%+v", d)
	}
	if d := dimension(t, s, results.Positive, results.Grounding); value(d.Mean) != "5.0000" || d.Planned != 1 {
		t.Errorf("%+v", d)
	}
	if s.Totals != (results.Totals{Planned: 4, Pass: 1, Anchors: 3}) || s.Infrastructure.Errors != 0 {
		t.Errorf("totals %+v, infrastructure %+v", s.Totals, s.Infrastructure)
	}
}

func TestAnAnchorInQuarantineIsAnAnchor(t *testing.T) {
	s := summarise(t, startedOn(2026, time.May, 3),
		until(anchor(entry(0, results.Positive, record(results.Positive, results.Fail, 2))), "2020-01-01"))
	if s.Quarantine != nil || s.Totals.Anchors != 1 {
		t.Errorf("%+v, %+v", s.Quarantine, s.Totals)
	}
}

func TestJudgingWhatIsSetApartCosts(t *testing.T) {
	asked := record(results.Positive, results.Pass, 4)
	asked.Judge = &results.JudgeCall{Served: "m-1", Attempts: []results.Attempt{{PromptTokens: 10, CompletionTokens: 3}}}
	s := summarise(t, startedOn(2026, time.May, 3),
		anchor(entry(0, results.Positive, asked)), until(entry(1, results.Positive, asked), "2026-06-01"))
	if s.Judge.Calls != 2 || s.Judge.PromptTokens != 20 {
		t.Errorf("%+v", s.Judge)
	}
}
