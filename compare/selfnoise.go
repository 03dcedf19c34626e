package compare

import (
	"iter"
	"math"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// variance splits the noise of the mean, over the questions that have every
// try judged every time: an uneven table would need a model to be split.
func (s *selfSeries) variance(tries, calls int) *SelfVariance {
	full := s.full(tries, calls)
	c, ok := stats.VarianceComponents(full)
	if !ok {
		return nil
	}
	out := &SelfVariance{
		Questions: c.Questions, Question: c.Question, Answer: c.Answer, Judge: c.Judge,
		Truncated: c.Truncated, SESuite: c.SEThisSuiteOnly,
	}
	n, r, j := c.Questions, c.Answers, c.Judgements
	var parts [3]float64
	parts, out.SE = noise(c, n, r, j)
	out.Dominant = [...]string{"question", "answer", "judge"}[slices.Index(parts[:], slices.Max(parts[:]))]
	_, out.SEQuestions = noise(c, 2*n, r, j)
	_, out.SEAnswers = noise(c, n, 2*r, j)
	_, out.SEJudge = noise(c, n, r, 2*j)
	return out
}

// noise splits the squared standard error of a mean over n questions with r
// answers of each and j judgements of each answer.
func noise(c stats.Components, n, r, j int) (parts [3]float64, se float64) {
	parts[0] = c.Question / float64(n)
	if c.Answer != nil {
		parts[1] = *c.Answer / float64(n*r)
	}
	if c.Judge != nil {
		parts[2] = *c.Judge / float64(n*r*j)
	}
	return parts, math.Sqrt(parts[0] + parts[1] + parts[2])
}

func (s *selfSeries) full(tries, calls int) [][][]float64 {
	var out [][][]float64
	for _, question := range s.scores {
		if len(question) != tries {
			continue
		}
		even := true
		for _, judged := range question {
			even = even && len(judged) == calls
		}
		if even {
			out = append(out, question)
		}
	}
	return out
}

// sides are, by series and answer, the sides of the floor on which the first
// judgements of both runs fall.
func (o *SelfOrder) sides(info results.RunInfo) ([2]map[results.Series]map[item]bool, error) {
	var out [2]map[results.Series]map[item]bool
	if o == nil {
		return out, nil
	}
	for i, entries := range []iter.Seq2[results.Entry, error]{o.Before, o.Shuffled} {
		collected, err := collectSelf(info, entries)
		if err != nil {
			return out, err
		}
		out[i] = map[results.Series]map[item]bool{}
		for _, s := range collected.series {
			out[i][s.name] = s.first
		}
	}
	return out, nil
}

// ordered counts the answers that one look moved over the floor and the other
// did not: only those tell order from the judge's own wavering.
func (s *selfSeries) ordered(before, shuffled map[results.Series]map[item]bool) *SelfOrdered {
	out := &SelfOrdered{}
	plainOnly, shuffledOnly := 0, 0
	for at, plain := range s.first {
		was, stored := before[s.name][at]
		other, judged := shuffled[s.name][at]
		if !stored || !judged {
			continue
		}
		out.Items++
		if plain != was {
			out.Plain++
		}
		if other != was {
			out.Shuffled++
		}
		switch {
		case plain != was && other == was:
			plainOnly++
		case plain == was && other != was:
			shuffledOnly++
		}
	}
	if out.Items > 0 {
		out.P = new(stats.McNemarExact(shuffledOnly, plainOnly).PTwo)
	}
	return out
}

// decidedTries counts the tries of a question by the side they came out on.
func decidedTries(records []results.Record) (passed, failed int) {
	for _, r := range records {
		switch {
		case !r.Final:
		case r.Verdict == results.Pass:
			passed++
		case r.Verdict == results.Fail:
			failed++
		}
	}
	return passed, failed
}

func (r selfRun) verdictFlips() *VerdictFlips {
	out := &VerdictFlips{Questions: len(r.verdicts), Rate: r.verdicts.rate()}
	if out.Rate != nil {
		out.Expected = new(*out.Rate * float64(r.questions))
		out.Lo, out.Hi = r.pairs.bounds()
	}
	return out
}
