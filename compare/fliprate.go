package compare

import (
	"math"
	"slices"

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
	pass, rate, measured := answerRates(base, head)
	switch {
	case given != nil:
		f.Rate, f.RateFrom = given, fromFlag
	case measured:
		f.Rate, f.RateFrom = &rate, fromRepeats
	default:
		return
	}
	share := flipShare(pass, *f.Rate, answersEach(base), answersEach(head))
	expected := share * float64(decided(p.counted))
	f.Expected = &expected
}

// answersEach is how often the run asked each question.
func answersEach(r *Run) int {
	most := 1
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

// answerRates pools both runs: the share of answers that pass, and the share
// of pairs of answers to one question, within a run, that disagree. Measured
// is false where no question was answered twice.
func answerRates(base, head *Run) (pass, flips float64, measured bool) {
	var passed, flipped []float64
	for _, r := range []*Run{base, head} {
		for i := range r.Questions {
			q := &r.Questions[i]
			share := readPass(q)
			if q.Anchor || share.status != have {
				continue
			}
			passed = append(passed, share.value)
			if share.n > 1 {
				flipped = append(flipped, 2*float64(share.k*(share.n-share.k))/float64(share.n*(share.n-1)))
			}
		}
	}
	return average(passed), average(flipped), len(flipped) > 0
}

// average of sorted values, so that their order changes no digit; 0 of none.
func average(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range slices.Sorted(slices.Values(values)) {
		sum += v
	}
	return sum / float64(len(values))
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

// verdictFlips averages, over the questions that were decided more than once,
// the share of pairs of answers of which one passed and one failed.
type verdictFlips struct {
	questions int
	shares    float64
}

func (f *verdictFlips) add(passed, failed int) {
	if n := passed + failed; n > 1 {
		f.questions++
		f.shares += float64(2*passed*failed) / float64(n*(n-1))
	}
}

// rate is nil where no question was decided twice.
func (f verdictFlips) rate() *float64 {
	if f.questions == 0 {
		return nil
	}
	return new(f.shares / float64(f.questions))
}
