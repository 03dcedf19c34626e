package compare

import (
	"cmp"
	"math"

	"github.com/evalrun/evalrun/results"
)

// Where a flip rate comes from.
const (
	fromRepeats = "repeats"
	fromFlag    = "flag"
)

// expect says how many flips there would be without any change. The rate is
// that between two answers of one system to one question, which repeats show;
// without repeats it must be given.
func (f *Flips) expect(base, head *Run, p pairs, given *float64) {
	seen := answerRates(base, head)
	switch {
	case given != nil:
		f.Rate, f.RateFrom = given, fromFlag
	case seen.of > 0:
		f.Rate, f.RateHi, f.RateOf, f.RateFrom = &seen.rate, seen.rateHi, seen.of, fromRepeats
	default:
		return
	}
	expected := func(rate *float64) *float64 {
		if rate == nil {
			return nil
		}
		share := flipShare(seen.pass, *rate, answersEach(base), answersEach(head))
		return new(share * float64(decided(p.counted)))
	}
	f.Expected, f.ExpectedHi = expected(f.Rate), expected(f.RateHi)
}

// answersEach is how many answers of its own each question got; copies of one
// are one.
func answersEach(r *Run) int {
	most := 1
	if r.Info.CopiedRepeats {
		return most
	}
	for i := range r.Questions {
		most = max(most, len(r.Questions[i].Repeats))
	}
	return most
}

// decided counts the pairs that could have flipped.
func decided(counted []pair) int {
	n := 0
	for _, p := range counted {
		if onASide(p.base) && onASide(p.head) {
			n++
		}
	}
	return n
}

func onASide(q *Question) bool { return q.Verdict == results.Pass || q.Verdict == results.Fail }

// answered is what repeats show: the share of answers that pass, and the share
// of pairs of answers to one question, within a run, that disagree, on so many
// questions answered more than once.
type answered struct {
	pass, rate float64
	rateHi     *float64
	of         int
}

// answerRates pools both runs. Copies of one answer agree by nature.
func answerRates(base, head *Run) answered {
	var passed []float64
	var flipped verdictFlips
	var pairs flipPairs
	for _, r := range []*Run{base, head} {
		for i := range r.Questions {
			q := &r.Questions[i]
			share := readPass(q)
			if q.Anchor || share.status != have {
				continue
			}
			passed = append(passed, share.value)
			if !r.Info.CopiedRepeats {
				flipped.add(share.k, share.n-share.k)
				pairs.add(cmp.Or(q.Group, q.ID), share.k, share.n-share.k)
			}
		}
	}
	_, hi := pairs.bounds()
	return answered{pass: average(passed), rate: average(flipped), rateHi: hi, of: len(flipped)}
}

// flipShare is the share of questions expected to change sides when the base
// asks each a times and the head b times, and a question passes if all of its
// answers do. With one answer each it is the rate itself. With more, chances
// to pass are taken to vary between questions as a beta distribution with the
// mean and the rate that were seen.
func flipShare(pass, rate float64, a, b int) float64 {
	if a == 1 && b == 1 {
		return rate
	}
	all := func(k int) float64 { return allPass(pass, rate, k) }
	return math.Max(0, all(a)+all(b)-2*all(a+b))
}

// allPass is the chance that k answers to one question all pass.
func allPass(pass, rate float64, k int) float64 {
	variety := pass * (1 - pass)
	between := variety - rate/2 // variance of the questions' own chances
	switch {
	case variety <= 0:
		return pass
	case between <= 0:
		return math.Pow(pass, float64(k))
	case between >= variety:
		return pass
	}
	size := variety/between - 1
	chance := 1.0
	for i := range k {
		chance *= (pass*size + float64(i)) / (size + float64(i))
	}
	return chance
}

// verdictFlips holds, of each question that was decided more than once, the
// share of pairs of answers of which one passed and one failed.
type verdictFlips []float64

func (f *verdictFlips) add(passed, failed int) {
	if n := passed + failed; n > 1 {
		*f = append(*f, float64(2*passed*failed)/float64(n*(n-1)))
	}
}

// rate is nil where no question was decided twice.
func (f verdictFlips) rate() *float64 {
	if len(f) == 0 {
		return nil
	}
	return new(average(f))
}
