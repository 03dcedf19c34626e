package summary

import (
	"fmt"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestHedgesCountAsAnsweredAndAreShownApart(t *testing.T) {
	var entries []results.Entry
	for i, score := range []float64{5, 4, 3, 3, 1} {
		entries = append(entries, entry(i, results.Negative, record(results.Negative, results.Pass, score)))
	}
	entries = append(entries, entry(5, results.Positive, record(results.Positive, results.Pass, 5)))
	a := summarise(t, modelRun(), entries...).Abstention
	if a.AnsweredWhenItShouldNot.K != 3 || a.AnsweredOutright.K != 1 || a.AnsweredOutright.N != 5 || a.Hedged != 2 {
		t.Errorf("%+v", a)
	}
	if !near(a.Precision, 1) || !near(a.Recall, 0.4) || !near(a.F1, 2*0.4/1.4) || !near(a.BalancedAccuracy, 0.7) {
		t.Errorf("precision %s, recall %s, F1 %s, balanced %s", value(a.Precision), value(a.Recall), value(a.F1), value(a.BalancedAccuracy))
	}
	if a.Claim != nil {
		t.Errorf("a claim of none over %d events", a.AnsweredWhenItShouldNot.K)
	}
}

func TestFiguresOfDecliningThatDoNotExist(t *testing.T) {
	positive := entry(0, results.Positive, record(results.Positive, results.Pass, 5))
	a := summarise(t, modelRun(), positive).Abstention
	if a.Precision != nil || a.Recall != nil || a.F1 != nil || a.BalancedAccuracy != nil || a.Claim != nil {
		t.Errorf("without a negative and a decline: %+v", a)
	}
}

func TestARateOfZeroSaysWhatItIsWorth(t *testing.T) {
	declined := record(results.Negative, results.Pass, 5)
	info := modelRun()
	info.Repeats = 2
	var entries []results.Entry
	for i := range 12 {
		e := entry(i, results.Negative, declined, declined)
		if i < 4 {
			e.Question.Group = "one document"
		}
		entries = append(entries, e)
	}
	got := summarise(t, info, entries...).Abstention.Claim
	want := results.ZeroClaim{Below: 0.05, Confidence: 0.95, Needed: 59, Have: 9}
	if got == nil || *got != want {
		t.Errorf("got %+v, want %+v: repeats and group members are not independent", got, want)
	}
	one := summarise(t, info, entries[0]).Abstention.Claim
	if one == nil || one.Have != 1 {
		t.Errorf("of one question: %+v", one)
	}
}

func TestDisputedAnswersAreNamed(t *testing.T) {
	judged := func(score float64, c answers.Confidence) results.Record {
		r := record(results.Negative, results.Pass, score)
		r.Answer.Confidence = c
		return r
	}
	a := summarise(t, modelRun(),
		entry(0, results.Negative, judged(5, answers.High)), // the judge sees a decline
		entry(1, results.Negative, judged(1, answers.None)), // the judge sees an answer
		entry(2, results.Negative, judged(3, answers.None)), // a hedge is an answer
		entry(3, results.Negative, judged(3, answers.Low)),  // both see an answer
		entry(4, results.Negative, judged(5, "")),           // the target took no position
	).Abstention
	if fmt.Sprint(a.DisputedQuestions) != "[q0 q1 q2]" || a.Disputed != 3 {
		t.Errorf("%d: %v", a.Disputed, a.DisputedQuestions)
	}
}

// stating is n answers of one confidence of which the first k are right.
func stating(seq *int, c answers.Confidence, k, n int) []results.Entry {
	var out []results.Entry
	for i := range n {
		score, v := 5.0, results.Pass
		if i >= k {
			score, v = 1, results.Fail
		}
		r := record(results.Positive, v, score)
		r.Answer.Confidence = c
		out = append(out, entry(*seq, results.Positive, r))
		*seq++
	}
	return out
}

func TestCalibrationOfStatedConfidence(t *testing.T) {
	seq := 0
	var entries []results.Entry
	for _, row := range []struct {
		c    answers.Confidence
		k, n int
	}{{answers.High, 4, 5}, {answers.Medium, 3, 4}, {answers.Low, 1, 3}, {answers.None, 0, 2}, {"", 5, 9}, {"sure", 1, 9}} {
		entries = append(entries, stating(&seq, row.c, row.k, row.n)...)
	}
	s := summarise(t, modelRun(), entries...)
	c := s.Calibration
	if c.N != 14 || !near(c.AUROC, 0.802083333333333) || c.Monotone == nil || !*c.Monotone {
		t.Errorf("%+v", c)
	}
	if !near(c.Brier, 0.165178571428571) || !near(c.Reliability, 0.00684523809523809) || !near(c.Resolution, 0.0865646258503401) {
		t.Errorf("Brier %s, reliability %s, resolution %s", value(c.Brier), value(c.Reliability), value(c.Resolution))
	}
	if c.ECE != nil || c.ECEReason == "" {
		t.Errorf("an ECE over %d answers: %s", c.N, value(c.ECE))
	}
	for _, row := range s.Confidence {
		if !row.TooFew {
			t.Errorf("%s: %d answers are enough", row.Confidence, row.Rate.N)
		}
	}
}

func TestCalibrationFromFiftyAnswersOn(t *testing.T) {
	seq := 0
	entries := append(stating(&seq, answers.High, 30, 30), stating(&seq, answers.Low, 5, 20)...)
	s := summarise(t, modelRun(), entries...)
	if c := s.Calibration; !near(c.ECE, 0.6*0.1+0.4*0.1) || c.ECEReason != "" {
		t.Errorf("ECE %s %q", value(c.ECE), c.ECEReason)
	}
	if s.Confidence[0].TooFew || s.Confidence[1].TooFew {
		t.Error("30 answers, or none at all, are called too few")
	}
}

func TestCalibrationThatDoesNotExist(t *testing.T) {
	seq := 0
	c := summarise(t, modelRun(), stating(&seq, answers.High, 12, 12)...).Calibration
	if c.AUROC != nil || c.AUROCReason == "" || c.Monotone != nil || c.Brier == nil {
		t.Errorf("all right and all high: %+v", c)
	}
	c = summarise(t, modelRun(), entry(0, results.Positive, failedCall(results.Positive, "target_http"))).Calibration
	if c == nil || c.N != 0 || c.Brier != nil || c.AUROCReason == "" || c.ECEReason == "" {
		t.Errorf("without an answer: %+v", c)
	}
}
