package summary

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestFigureNeverCrossesAFloor(t *testing.T) {
	for _, c := range []struct {
		name  string
		v     float64
		floor float64
		want  string
	}{
		{"just below", 3.4976, 3.5, "3.498"},
		{"much closer below", 3.49999, 3.5, "3.49999"},
		{"equal but for rounding", 3.4999999999, 3.5, "3.50"},
		{"just above", 3.5004, 3.5, "3.5004"},
		{"far away", 4.123, 3.5, "4.12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Figure(c.v, 2, c.floor); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestPercentMeansWhatItSays(t *testing.T) {
	for _, c := range []struct {
		k, n  int
		floor float64
		want  string
	}{
		{2, 3, 0.67, "66.67 %"},
		{2, 3, 0.66, "66.67 %"},
		{1999, 2000, 1, "99.95 %"},
		{1_999_999, 2_000_000, 1, "99.9999 %"},
		{1, 2_000_000, 0.5, "0.00005 %"},
		{0, 7, 0.5, "0 %"},
		{7, 7, 1, "100 %"},
		{9, 10, 0.9, "90 %"},
		{7966, 10000, 0.8, "79.66 %"},
		{79999, 100000, 0.8, "79.999 %"},
	} {
		if got := Percent(float64(c.k)/float64(c.n), c.floor); got != c.want {
			t.Errorf("%d of %d at %g: %s, want %s", c.k, c.n, c.floor, got, c.want)
		}
	}
}

func FuzzFigure(f *testing.F) {
	f.Add(3.4976, 3.5)
	f.Add(0.79999999, 0.8)
	f.Fuzz(func(t *testing.T, v, floor float64) {
		if !(v >= 0 && v <= 5 && floor >= 0 && floor <= 5) {
			return
		}
		var shown float64
		if _, err := fmt.Sscan(Figure(v, 2, floor), &shown); err != nil {
			t.Fatal(err)
		}
		if AtLeast(v, floor) != AtLeast(shown, floor) {
			t.Errorf("%v is shown as %v beside the floor %v", v, shown, floor)
		}
	})
}

func TestAnswerState(t *testing.T) {
	for _, c := range []struct {
		name     string
		category results.Category
		answer   *answers.Answer
		judged   float64
		want     results.AnswerState
	}{
		{"no answer is unknown, not a refusal", results.Positive, nil, 0, results.StateUnknown},
		{"blank declines", results.Positive, &answers.Answer{Text: " \n"}, 0, results.StateDeclined},
		{"declined flag declines", results.Positive, &answers.Answer{Text: "no", Declined: true}, 0, results.StateDeclined},
		{"positive with confidence none answers", results.Positive, &answers.Answer{Text: "yes", Confidence: answers.None}, 0, results.StateAnswered},
		{"negative with confidence none declines", results.Negative, &answers.Answer{Text: "sorry", Confidence: answers.None}, 0, results.StateDeclined},
		{"negative with high confidence answers", results.Negative, &answers.Answer{Text: "yes", Confidence: answers.High}, 0, results.StateAnswered},
		{"judge sees an answer behind confidence none", results.Negative, &answers.Answer{Text: "42", Confidence: answers.None}, 1, results.StateAnswered},
		{"judge sees a hedge", results.Negative, &answers.Answer{Text: "perhaps", Confidence: answers.None}, 3, results.StateHedged},
		{"more than a hedge and less than a decline is a hedge", results.Negative, &answers.Answer{Text: "perhaps"}, 3.99, results.StateHedged},
		{"less than a hedge answers", results.Negative, &answers.Answer{Text: "perhaps"}, 2.99, results.StateAnswered},
		{"judge sees a worded decline", results.Negative, &answers.Answer{Text: "not in my sources"}, 5, results.StateDeclined},
		{"nothing in a blank answer for a judge to see", results.Negative, &answers.Answer{}, 1, results.StateDeclined},
		{"the judge's positive grounding says nothing about declining", results.Positive, &answers.Answer{Text: "yes"}, 5, results.StateAnswered},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := record(c.category, results.Pass, c.judged)
			r.Answer = c.answer
			if got := StateOf(&r); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestAbstentionShowsBothErrorsAndTheUnknown(t *testing.T) {
	refused := record(results.Positive, results.Fail, 0)
	refused.Answer = &answers.Answer{Declined: true}
	s := summarise(t, modelRun(),
		entry(0, results.Positive, record(results.Positive, results.Pass, 5)),
		entry(1, results.Positive, refused),
		entry(2, results.Positive, failedCall(results.Positive, "target_timeout")),
		entry(3, results.Negative, record(results.Negative, results.Fail, 1)),
		entry(4, results.Negative, record(results.Negative, results.Pass, 5)),
		entry(5, results.Negative),
	)
	a := s.Abstention
	if a.OverRefusal.K != 1 || a.OverRefusal.N != 2 || a.AnsweredWhenItShouldNot.K != 1 || a.AnsweredWhenItShouldNot.N != 2 {
		t.Errorf("%+v", a)
	}
	if got := value(a.OverRefusal.Best) + " " + value(a.OverRefusal.Worst); got != "0.3333 0.6667" {
		t.Errorf("over-refusal between best and worst = %s", got)
	}
	if a.Unknown != 2 || a.OverRefusal.Lo == nil || a.OverRefusal.Hi == nil {
		t.Errorf("%+v", a)
	}
}

func TestConfidenceRows(t *testing.T) {
	with := func(r results.Record, c answers.Confidence) results.Record {
		r.Answer.Confidence = c
		return r
	}
	failedCheck := record(results.Positive, results.Fail, 5)
	failedCheck.Findings = append(failedCheck.Findings, results.Finding{Check: "mustMention", Status: results.FindingFail})
	s := summarise(t, modelRun(),
		entry(0, results.Positive, with(record(results.Positive, results.Pass, 5), answers.High)),
		entry(1, results.Positive, with(record(results.Positive, results.Fail, 3.9), answers.High)),
		entry(2, results.Positive, with(failedCheck, answers.High)),
		entry(3, results.Positive, with(record(results.Positive, results.Inconclusive, 0), answers.Medium)),
		entry(4, results.Negative, with(record(results.Negative, results.Pass, 5), answers.None)),
		entry(5, results.Negative, with(record(results.Negative, results.Fail, 1), "")),
		entry(6, results.Positive, with(record(results.Positive, results.Pass, 4), "certain")),
		entry(7, results.Positive, failedCall(results.Positive, "target_http")),
	)
	var got []string
	for _, row := range s.Confidence {
		got = append(got, fmt.Sprintf("%s %d/%d best %s", row.Confidence, row.Rate.K, row.Rate.N, value(row.Rate.Best)))
	}
	want := []string{
		"high 1/3 best 0.3333", "medium 0/0 best 1.0000", "low 0/0 best null",
		"none 1/1 best 1.0000", "unreported 0/1 best 0.0000", "other 1/1 best 1.0000",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestJudgeWork(t *testing.T) {
	asked := record(results.Positive, results.Pass, 5)
	asked.Judge = &results.JudgeCall{Served: "m-1", Mode: "json_schema", Attempts: []results.Attempt{
		{Code: "rate_limited"}, {PromptTokens: 10, CompletionTokens: 3},
	}}
	cached := record(results.Positive, results.Pass, 5)
	cached.Judge = &results.JudgeCall{Served: "m-2", Cached: true, Attempts: []results.Attempt{{PromptTokens: 99}}}
	s := summarise(t, modelRun(),
		entry(0, results.Positive, asked), entry(1, results.Positive, cached),
		entry(2, results.Positive, failedCall(results.Positive, "judge_not_json")),
		entry(3, results.Positive, failedCall(results.Positive, "target_empty")))
	j := s.Judge
	if j.Calls != 2 || j.Retries != 1 || j.Cached != 1 || j.PromptTokens != 10 || j.CompletionTokens != 3 {
		t.Errorf("%+v", j)
	}
	if len(j.Errors) != 1 || j.Errors["judge_not_json"] != 1 || j.Modes["json_schema"] != 1 {
		t.Errorf("errors %v, modes %v", j.Errors, j.Modes)
	}
	if !contains(s.Warnings, "2 different models: m-1 (1), m-2 (1)") {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func TestServedNamesAreBounded(t *testing.T) {
	var entries []results.Entry
	for i := range 50 {
		r := record(results.Positive, results.Pass, 5)
		r.Judge = &results.JudgeCall{Served: fmt.Sprint(i%2*i, strings.Repeat("é", 1000))}
		entries = append(entries, entry(i, results.Positive, r))
	}
	s := summarise(t, modelRun(), entries...)
	total := 0
	for name, n := range s.Judge.Served {
		if total += n; utf8.RuneCountInString(name) > 101 {
			t.Errorf("a name of %d bytes is kept", len(name))
		}
	}
	// Half of the replies share a name; of the 25 others 19 have room beside it.
	if len(s.Judge.Served) != 21 || total != 50 || s.Judge.Served["other names"] != 6 {
		t.Errorf("%d names for %d replies, %d under other names", len(s.Judge.Served), total, s.Judge.Served["other names"])
	}
	if !contains(s.Warnings, "answered as more than 20 different models") {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func contains(lines []string, part string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, part) })
}

func TestInfrastructureIsTransportAndTarget(t *testing.T) {
	for code, want := range map[string]bool{
		"target_empty": true, "target_command": true, "target_timeout": true,
		"judge_timeout": true, "judge_auth": true, "judge_quota": true, "judge_http": true,
		"judge_not_json": false, "judge_truncated": false, "judge_refused": false,
		"judge_context_length": false, "judge_filtered": false, "": false,
	} {
		if got := Transport(code); got != want {
			t.Errorf("%s: %v", code, got)
		}
	}
}

func TestChecksPassOnlyWhatWasChecked(t *testing.T) {
	base := func(statuses ...results.FindingStatus) results.Record {
		r := record(results.Positive, results.Inconclusive, 0)
		r.Findings = nil
		for _, s := range statuses {
			r.Findings = append(r.Findings, results.Finding{Check: "mustMention", Status: s})
		}
		return r
	}
	for _, c := range []struct {
		name string
		r    results.Record
		want Checks
	}{
		{"passed", base(results.FindingPass, results.FindingWarning), Checks{Passed: 1}},
		{"failed", base(results.FindingPass, results.FindingFail), Checks{Failed: 1}},
		{"one had nothing to check", base(results.FindingPass, results.FindingInconclusive), Checks{Unknown: 1}},
		{"nothing was checked", base(), Checks{Unknown: 1}},
		{"only a warning", base(results.FindingWarning), Checks{Unknown: 1}},
		{"no answer", failedCall(results.Positive, "target_http"), Checks{Unknown: 1, Unreached: 1}},
		{"judge down, checks passed", failedCall(results.Positive, "judge_http"), Checks{Passed: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := summarise(t, modelRun(), entry(0, results.Positive, c.r)).Checks; got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestConstantJudgeIsNoticed(t *testing.T) {
	run := func(kind results.JudgeKind, n int, reasoning func(i int) string) Summary {
		info := modelRun()
		info.Judge.Kind = kind
		var entries []results.Entry
		for i := range n {
			r := record(results.Negative, results.Pass, 4)
			for name, cell := range r.Cells {
				cell.Reasoning = reasoning(i)
				r.Cells[name] = cell
			}
			entries = append(entries, entry(i, results.Negative, r))
		}
		return summarise(t, info, entries...)
	}
	same := func(int) string { return "fine" }
	distinct := func(i int) string { return fmt.Sprint("line ", i) }
	quarter := func(i int) string { return fmt.Sprint("line ", min(i, 15)) }
	for _, c := range []struct {
		name      string
		s         Summary
		flat, one bool
	}{
		{"one line for everything", run(results.JudgeModel, 20, same), true, true},
		{"a line for each, scores flat", run(results.JudgeModel, 20, distinct), true, false},
		{"a quarter shares a line", run(results.JudgeModel, 20, quarter), true, true},
		{"too few to tell", run(results.JudgeModel, 19, same), false, false},
		{"rules word their lines alike", run(results.JudgeOffline, 20, same), false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := contains(c.s.Warnings, "constant judge"); got != c.flat {
				t.Errorf("flat scores noticed: %v", got)
			}
			if got := contains(dimension(t, c.s, results.Negative, results.Grounding).Notes, "constant judge"); got != c.one {
				t.Errorf("repeated line noticed: %v", got)
			}
		})
	}
}

func TestFrequentFindsAQuarterInALongStreamAndNeverOvercounts(t *testing.T) {
	f := newFrequent()
	for i := range 10_000 {
		if i%4 == 0 {
			f.add("same")
		} else {
			f.add(fmt.Sprint("line ", i))
		}
	}
	if got := f.most(); got > 2500 || got < 2500-10_000/(frequentSlots+1) {
		t.Errorf("counted %d of 2500", got)
	}
	if len(f.counts) > frequentSlots {
		t.Errorf("%d texts kept", len(f.counts))
	}
}

func TestFlatScoresOnMostAnswersAreNoConstantJudge(t *testing.T) {
	var entries []results.Entry
	for i := range 30 {
		r := record(results.Negative, results.Pass, 4)
		if i == 7 {
			r.Cells["negative/calibration"] = results.Cell{Status: results.CellScored, Score: new(5.0)}
		}
		entries = append(entries, entry(i, results.Negative, r))
	}
	if s := summarise(t, modelRun(), entries...); contains(s.Warnings, "constant judge") {
		t.Errorf("%q", s.Warnings)
	}
}

func TestWarningsNameWhatChangesTheReading(t *testing.T) {
	disputed := record(results.Negative, results.Fail, 1)
	disputed.Answer.Confidence = answers.None
	grouped := entry(1, results.Positive, record(results.Positive, results.Pass, 5))
	grouped.Question.Group = "handbook"
	info := modelRun()
	info.Repeats = 2
	loud := summarise(t, info, entry(0, results.Negative, disputed), grouped, entry(2, results.Positive))
	quiet := summarise(t, modelRun(), entry(0, results.Positive, record(results.Positive, results.Pass, 5)))
	for _, part := range []string{
		"4 of 6 were not run", "4 of 6 have no answer", "on 1 negatives the judge and the target disagree",
		"2 repeats", "questions of one group are not independent",
	} {
		if !contains(loud.Warnings, part) {
			t.Errorf("no warning with %q in %q", part, loud.Warnings)
		}
	}
	if len(quiet.Warnings) != 1 {
		t.Errorf("a plain run warns of %q", quiet.Warnings)
	}
}

func TestAnUnstatedConfidenceIsNoDispute(t *testing.T) {
	worded := record(results.Negative, results.Pass, 5)
	worded.Answer.Confidence = ""
	if s := summarise(t, modelRun(), entry(0, results.Negative, worded)); contains(s.Warnings, "disagree") {
		t.Errorf("%q", s.Warnings)
	}
}

func TestRatesOfGroupedQuestionsCountGroups(t *testing.T) {
	run := func(group func(i int) string) Summary {
		var entries []results.Entry
		for i := range 20 {
			verdict, score := results.Pass, 5.0
			if i < 5 {
				verdict, score = results.Fail, 1
			}
			e := entry(i, results.Positive, record(results.Positive, verdict, score))
			e.Question.Group = group(i)
			entries = append(entries, e)
		}
		return summarise(t, modelRun(), entries...)
	}
	alone := run(func(int) string { return "" })
	grouped := run(func(i int) string { return fmt.Sprint("g", i/5) })
	width := func(r results.Rate) float64 { return *r.Hi - *r.Lo }
	if width(grouped.PassRate) <= width(alone.PassRate) {
		t.Errorf("pass rate %+v, alone %+v", grouped.PassRate, alone.PassRate)
	}
	if width(grouped.Confidence[0].Rate) <= width(alone.Confidence[0].Rate) {
		t.Errorf("confidence %+v, alone %+v", grouped.Confidence[0].Rate, alone.Confidence[0].Rate)
	}
	one := run(func(int) string { return "g" })
	if one.PassRate.Lo != nil || one.PassRate.Rate == nil || one.PassRate.Reason == "" {
		t.Errorf("one group: %+v", one.PassRate)
	}
}

func TestAFailureBesideATransportErrorIsNotLost(t *testing.T) {
	failed := failedCall(results.Positive, "judge_timeout")
	failed.Verdict = results.Fail
	s := summarise(t, modelRun(),
		entry(0, results.Positive, failed),
		entry(1, results.Positive, failedCall(results.Positive, "judge_timeout")),
		entry(2, results.Positive, failedCall(results.Positive, "judge_not_json")))
	if s.Infrastructure.Errors != 1 || s.Infrastructure.Cells["positive/tone"] != 2 {
		t.Errorf("%+v", s.Infrastructure)
	}
}

func TestWarningsSayWhoJudged(t *testing.T) {
	for kind, want := range map[results.JudgeKind]string{
		results.JudgeModel:   "scores come from judge-1, not compared with people",
		results.JudgeOffline: "no model judged",
		results.JudgeNone:    "no judge",
	} {
		info := modelRun()
		info.Judge.Kind = kind
		s := summarise(t, info, entry(0, results.Positive, record(results.Positive, results.Pass, 5)))
		if len(s.Warnings) == 0 || !strings.HasPrefix(s.Warnings[0], want) {
			t.Errorf("%s: %q", kind, s.Warnings)
		}
	}
}

func TestCeilingIsNoted(t *testing.T) {
	run := func(fives int) []string {
		var entries []results.Entry
		for i := range 10 {
			score := 3.0
			if i < fives {
				score = 5
			}
			entries = append(entries, entry(i, results.Positive, record(results.Positive, results.Pass, score)))
		}
		return dimension(t, summarise(t, modelRun(), entries...), results.Positive, results.Tone).Notes
	}
	if !contains(run(8), "ceiling: 80 %") || contains(run(7), "ceiling") {
		t.Errorf("at 8 of 10: %q, at 7: %q", run(8), run(7))
	}
}
