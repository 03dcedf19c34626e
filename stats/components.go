package stats

import "math"

// Components are where the variance of scores comes from: questions, answers
// of one question, judgements of one answer. What the design cannot separate
// is nil and is part of the next one above: with one answer a question its
// variance is in Question, with one judgement an answer in Answer.
type Components struct {
	Questions, Answers, Judgements int // Answers of each question, Judgements of each answer
	MSQuestion                     float64
	MSAnswer, MSJudge              *float64 // mean squares
	Question                       float64  // variances
	Answer, Judge                  *float64
	Truncated                      bool     // a variance came out negative and counts as 0
	SEQuestionsLikeThese           float64  // standard error of the mean of all scores
	SEThisSuiteOnly                *float64 // what answers and judgements alone make of it
}

// VarianceComponents needs the same number of answers of each of two or more
// questions, and of judgements of each answer; a caller with more drops them.
func VarianceComponents(data [][][]float64) (Components, bool) {
	c, ok := balanced(data)
	if !ok {
		return Components{}, false
	}
	n, r, j := float64(c.Questions), float64(c.Answers), float64(c.Judgements)
	var questions running
	var answerSS, judgeSS float64
	for _, answers := range data {
		var means running
		for _, scores := range answers {
			var one running
			for _, s := range scores {
				one.add(s)
			}
			means.add(one.mean)
			judgeSS += one.m2
		}
		questions.add(means.mean)
		answerSS += means.m2
	}
	c.MSQuestion = untied(r * j * questions.m2 / (n - 1))
	if c.Answers > 1 {
		c.MSAnswer = new(untied(j * answerSS / (n * (r - 1))))
	}
	if c.Judgements > 1 {
		c.MSJudge = new(untied(judgeSS / (n * r * (j - 1))))
	}
	c.separate()
	return c, true
}

func balanced(data [][][]float64) (Components, bool) {
	if len(data) < 2 || len(data[0]) == 0 || len(data[0][0]) == 0 {
		return Components{}, false
	}
	c := Components{Questions: len(data), Answers: len(data[0]), Judgements: len(data[0][0])}
	for _, answers := range data {
		if len(answers) != c.Answers {
			return c, false
		}
		for _, scores := range answers {
			if len(scores) != c.Judgements || !allFinite(scores) {
				return c, false
			}
		}
	}
	return c, true
}

// separate takes from each mean square the one below it.
func (c *Components) separate() {
	n, r, j := float64(c.Questions), float64(c.Answers), float64(c.Judgements)
	below, rest := 0.0, 0.0 // the mean square and the variance of the mean, below questions
	if c.MSJudge != nil {
		c.Judge, below = c.MSJudge, *c.MSJudge
		rest += *c.Judge / (n * r * j)
	}
	if c.MSAnswer != nil {
		c.Answer, below = new(c.positive((*c.MSAnswer-below)/j)), *c.MSAnswer
		rest += *c.Answer / (n * r)
	}
	c.Question = c.positive((c.MSQuestion - below) / (r * j))
	if c.MSJudge != nil || c.MSAnswer != nil {
		c.SEThisSuiteOnly = new(math.Sqrt(rest))
	}
	c.SEQuestionsLikeThese = math.Sqrt(c.Question/n + rest)
}

func (c *Components) positive(variance float64) float64 {
	if variance < 0 {
		c.Truncated = true
		return 0
	}
	return variance
}
