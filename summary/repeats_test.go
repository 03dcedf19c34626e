package summary

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// repeated is a run of several tries, as many judgements of each.
func repeated(tries, judgements int) results.RunInfo {
	info := modelRun()
	info.Repeats, info.JudgeRepeats = tries, judgements
	return info
}

// outcomes gives a question the verdicts that the letters stand for; a dot
// is a try that was not made.
func outcomes(seq int, letters string) results.Entry {
	e := entry(seq, results.Positive)
	for i, letter := range letters {
		verdict, made := map[rune]results.Verdict{
			'p': results.Pass, 'f': results.Fail, 'e': results.Error, 'i': results.Inconclusive,
		}[letter]
		if made {
			r := record(results.Positive, verdict, 5)
			r.Repeat = i
			e.Records = append(e.Records, r)
		}
	}
	return e
}

func TestEveryTimeAndOnceCountQuestionsThatAreSettled(t *testing.T) {
	for _, c := range []struct{ letters, every, once string }{
		{"ppp", "1/1", "1/1"},
		{"ppf", "0/1", "1/1"},
		{"fff", "0/1", "0/1"},
		{"pp.", "0/0", "1/1"}, // the third could fail
		{"ff.", "0/1", "0/0"}, // or pass
		{"pfe", "0/1", "1/1"},
		{"eii", "0/0", "0/0"},
		{"...", "0/0", "0/0"},
	} {
		r := summarise(t, repeated(3, 1), outcomes(0, c.letters)).Repeats
		share := func(r results.Rate) string { return fmt.Sprintf("%d/%d", r.K, r.N) }
		if every, once := share(r.PassEveryTime), share(r.PassOnce); every != c.every || once != c.once {
			t.Errorf("%s: every time %s, once %s, want %s and %s", c.letters, every, once, c.every, c.once)
		}
		if open := r.PassEveryTime.N == 0; open != (r.PassEveryTime.Rate == nil) || open != (r.PassEveryTime.Reason != "") {
			t.Errorf("%s: %+v", c.letters, r.PassEveryTime)
		}
	}
}

func TestPassEveryTimeHasTheIntervalOfItsQuestions(t *testing.T) {
	r := summarise(t, repeated(3, 1), outcomes(0, "ppp"), outcomes(1, "pfp"), outcomes(2, "ppp"), outcomes(3, "pp.")).Repeats
	// Wilson of 2 of 3; repeats make no more questions.
	got := fmt.Sprint(value(r.PassEveryTime.Rate), value(r.PassEveryTime.Lo), value(r.PassEveryTime.Hi), value(r.PassEveryTime.Worst), value(r.PassEveryTime.Best))
	if want := fmt.Sprint("0.6667", "0.2077", "0.9385", "0.5000", "0.7500"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFlakyQuestionsPassedAndFailed(t *testing.T) {
	critical := outcomes(1, "pfp")
	critical.Question.Critical = true
	r := summarise(t, repeated(3, 1), outcomes(0, "ppp"), critical, outcomes(2, "pe."), outcomes(3, "fff"), outcomes(4, "fep")).Repeats
	want := []results.FlakyQuestion{{ID: "q1", Critical: true, Pass: 2, Fail: 1}, {ID: "q4", Pass: 1, Fail: 1, Other: 1}}
	if diff := cmp.Diff(want, r.FlakyQuestions); diff != "" || r.Flaky != 2 {
		t.Errorf("%d flaky (-want +got):\n%s", r.Flaky, diff)
	}
}

func TestFlakyQuestionsAreAllCountedAndNotAllNamed(t *testing.T) {
	acc := New(repeated(2, 1))
	for i := range results.MaxFlaky + 50 {
		if err := acc.Add(outcomes(i, "pf")); err != nil {
			t.Fatal(err)
		}
	}
	if r := acc.Summary().Repeats; r.Flaky != results.MaxFlaky+50 || len(r.FlakyQuestions) != results.MaxFlaky || r.FlakyQuestions[0].ID != "q0" {
		t.Errorf("%d flaky, %d named", r.Flaky, len(r.FlakyQuestions))
	}
}

// scoredAs gives a question one try for each score, all else equal.
func scoredAs(seq int, scores ...float64) results.Entry {
	var records []results.Record
	for _, s := range scores {
		r := record(results.Positive, results.Pass, 4)
		r.Cells["positive/tone"] = results.Cell{Status: results.CellScored, Score: new(s), Reasoning: "so"}
		records = append(records, r)
	}
	return entry(seq, results.Positive, records...)
}

func spreadOf(t *testing.T, r *results.RepeatSummary, name results.Series) results.SeriesSpread {
	t.Helper()
	for _, s := range r.Spread {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no spread of %s", name)
	return results.SeriesSpread{}
}

func TestSpreadIsWithinQuestionsNotBetweenThem(t *testing.T) {
	r := summarise(t, repeated(2, 1), scoredAs(0, 1, 1), scoredAs(1, 5, 5), scoredAs(2, 3, 5), scoredAs(3, 4)).Repeats
	tone := spreadOf(t, r, "positive/tone").Answers
	if tone.N != 3 || value(tone.Mean) != "0.4714" || value(tone.Max) != "1.4142" {
		t.Errorf("tone: n %d, mean %s, largest %s", tone.N, value(tone.Mean), value(tone.Max))
	}
	if even := spreadOf(t, r, "positive/grounding").Answers; value(even.Mean) != "0.0000" {
		t.Errorf("equal scores spread by %s", value(even.Mean))
	}
	if none := spreadOf(t, r, "negative/grounding").Answers; none.Mean != nil || none.Max != nil || none.Reason == "" {
		t.Errorf("a series without a score: %+v", none)
	}
}

func TestSpreadOfJudgementsIsWithinAnswers(t *testing.T) {
	e := scoredAs(0, 4, 2)
	for i, scores := range [][]float64{{5, 3}, {2, 2}} {
		cell := e.Records[i].Cells["positive/tone"]
		cell.Scores = scores
		e.Records[i].Cells["positive/tone"] = cell
	}
	r := summarise(t, repeated(2, 2), e).Repeats
	tone := spreadOf(t, r, "positive/tone")
	if tone.Judgements.N != 2 || value(tone.Judgements.Mean) != "0.7071" || value(tone.Judgements.Max) != "1.4142" {
		t.Errorf("judgements %+v", tone.Judgements)
	}
	if tone.Answers.N != 1 || value(tone.Answers.Mean) != "1.4142" {
		t.Errorf("answers %+v: each counts with its mean", tone.Answers)
	}
}

func TestAScoreMustBeTheMeanOfItsJudgements(t *testing.T) {
	for _, c := range []struct {
		score  float64
		scores []float64
		refuse bool
	}{
		{4, []float64{5, 3}, false}, {13.0 / 3, []float64{4, 4, 5}, false}, {4, nil, false},
		{4, []float64{5, 4}, true}, {4, []float64{2, 6}, true}, {4, []float64{math.NaN()}, true},
	} {
		e := scoredAs(0, c.score)
		cell := e.Records[0].Cells["positive/tone"]
		cell.Scores = c.scores
		e.Records[0].Cells["positive/tone"] = cell
		if err := New(repeated(1, 2)).Add(e); (err != nil) != c.refuse {
			t.Errorf("%v as the mean of %v: %v", c.score, c.scores, err)
		}
	}
}

func TestARunThatDidEverythingOnceHasNoRepeats(t *testing.T) {
	for _, c := range []struct {
		tries, judgements int
		want              bool
	}{{0, 0, false}, {1, 1, false}, {2, 1, true}, {1, 2, true}} {
		if r := summarise(t, repeated(c.tries, c.judgements), outcomes(0, "p")).Repeats; (r != nil) != c.want {
			t.Errorf("%d tries, %d judgements: %+v", c.tries, c.judgements, r)
		}
	}
}

func TestNotesOfAResumedRunAreWarnings(t *testing.T) {
	info := modelRun()
	info.Resumed = []results.Resumption{{}, {Notes: []string{"2 questions were changed"}}, {Notes: []string{"2 questions were changed"}}}
	n := 0
	for _, w := range summarise(t, info, outcomes(0, "p")).Warnings {
		n += strings.Count(w, "resumed: 2 questions were changed")
	}
	if n != 1 {
		t.Errorf("said %d times", n)
	}
}
