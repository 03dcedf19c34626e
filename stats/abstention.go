package stats

// AbstentionCounts are the questions by what they asked for and what was
// done: Positives should be answered, negatives declined. A hedge counts as
// answered; a question without an answer is in none of the four.
type AbstentionCounts struct {
	PositiveAnswered, PositiveDeclined int
	NegativeAnswered, NegativeDeclined int
}

// AbstentionEstimate holds the two ways to be wrong about answering side by
// side, because each alone can be driven to 0, and what they come to together.
// What has nothing to stand on is nil.
type AbstentionEstimate struct {
	AnsweredWhenItShouldNot *float64 // of the negatives
	AnsweredCI              *Interval
	OverRefusal             *float64 // declined, of the positives
	RefusalCI               *Interval
	Precision               *float64 // negatives among what was declined
	Recall                  *float64 // declined, of the negatives
	F1                      *float64 // of precision and recall
	Balanced                *float64 // mean of both shares that are right
}

// AbstentionOf needs counts that are not negative; the intervals are Wilson's.
func AbstentionOf(c AbstentionCounts, conf float64) (AbstentionEstimate, bool) {
	if min(c.PositiveAnswered, c.PositiveDeclined, c.NegativeAnswered, c.NegativeDeclined) < 0 || !levelOK(conf) {
		return AbstentionEstimate{}, false
	}
	var a AbstentionEstimate
	a.AnsweredWhenItShouldNot, a.AnsweredCI = rateOf(c.NegativeAnswered, c.NegativeDeclined, conf)
	a.OverRefusal, a.RefusalCI = rateOf(c.PositiveDeclined, c.PositiveAnswered, conf)
	a.Precision = shareOf(c.NegativeDeclined, c.PositiveDeclined)
	a.Recall = shareOf(c.NegativeDeclined, c.NegativeAnswered)
	a.F1 = harmonic(a.Precision, a.Recall)
	if a.AnsweredWhenItShouldNot != nil && a.OverRefusal != nil {
		a.Balanced = new(1 - (*a.AnsweredWhenItShouldNot+*a.OverRefusal)/2)
	}
	return a, true
}

// F1 is that of declining, from the counts alone: 0 where nothing that was
// declined is negative. It exists where a negative is known or a positive was
// declined, so that a resample in which nothing is declined has one.
func (c AbstentionCounts) F1() (float64, bool) {
	all := 2*c.NegativeDeclined + c.PositiveDeclined + c.NegativeAnswered
	if all <= 0 {
		return 0, false
	}
	return 2 * float64(c.NegativeDeclined) / float64(all), true
}

// shareOf is k of all; of nothing there is no share.
func shareOf(k, others int) *float64 {
	if k+others == 0 {
		return nil
	}
	return new(float64(k) / float64(k+others))
}

// harmonic is the F1 of precision and recall; of two that are 0 it is 0.
func harmonic(precision, recall *float64) *float64 {
	switch {
	case precision == nil || recall == nil:
		return nil
	case *precision+*recall == 0:
		return new(0.0)
	}
	return new(2 * *precision * *recall / (*precision + *recall))
}
