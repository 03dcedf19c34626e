package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// everyTimeWords stands beside the pass rate, which a question that passes
// now and then lifts.
func everyTimeWords(r *results.RepeatSummary) string {
	return fmt.Sprintf("questions that passed all %d tries: %s", r.Answers, questionRate(r.PassEveryTime))
}

func onceWords(r *results.RepeatSummary) string {
	return "questions that passed one at least: " + questionRate(r.PassOnce)
}

// questionRate is a share of questions with what its open ones could make of
// it.
func questionRate(rate results.Rate) string {
	text := rateWords(rate)
	if rate.Worst != nil && rate.Best != nil && *rate.Worst != *rate.Best {
		text += fmt.Sprintf("; %s to %s with the questions that are not settled",
			summary.Percent(*rate.Worst), summary.Percent(*rate.Best))
	}
	return text
}

// flakyWords counts and, as far as there is room, names.
func flakyWords(r *results.RepeatSummary, names int) string {
	text := plural(r.Flaky, "question") + " both passed and failed"
	if r.Flaky == 0 || names == 0 {
		return text
	}
	shown := r.FlakyQuestions[:min(names, len(r.FlakyQuestions))]
	parts := make([]string, 0, len(shown))
	for _, q := range shown {
		parts = append(parts, fmt.Sprintf("%s (%s)", cut(q.ID, maxBrief), tryWords(q)))
	}
	text += ": " + strings.Join(parts, ", ")
	if left := r.Flaky - len(shown); left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}

func tryWords(q results.FlakyQuestion) string {
	return counts(count{q.Pass, "pass"}, count{q.Fail, "fail"}, count{q.Other, "neither"})
}

// spreadWords lists the series whose scores were seen to move or not, for a
// surface without a table.
func spreadWords(r *results.RepeatSummary) string {
	var parts []string
	for _, s := range r.Spread {
		if s.Answers.Mean != nil {
			parts = append(parts, string(s.Name)+" "+summary.Score(*s.Answers.Mean))
		}
	}
	return strings.Join(parts, ", ")
}

// judgedWords lists what a mean score is made of, where judgements differed.
func judgedWords(c results.Cell) string {
	if len(c.Scores) < 2 || slices.Min(c.Scores) == slices.Max(c.Scores) {
		return ""
	}
	parts := make([]string, 0, len(c.Scores))
	for _, v := range c.Scores[:min(len(c.Scores), maxReasons)] {
		parts = append(parts, summary.Score(v))
	}
	if left := len(c.Scores) - maxReasons; left > 0 {
		parts = append(parts, fmt.Sprintf("%d more", left))
	}
	return " (mean of " + strings.Join(parts, ", ") + ")"
}

// triedWords say how often was asked, and what repeats that are copies leave
// unmeasured.
func triedWords(r *results.RepeatSummary, copied bool) string {
	if copied {
		return fmt.Sprintf("The answers file holds one answer to each question: its %d repeats are copies. What differs between them is the judge's, and how steady the application is was not measured.", r.Answers)
	}
	return fmt.Sprintf("Each question was asked %s, each answer judged %s.", times(r.Answers), times(r.Judgements))
}

// spreadMeans says what the figures of spread are.
const spreadMeans = "Spread is the mean of the standard deviations within one question or answer, over those with two scores or more."

// spreadHeader heads the table of spreads: repeats of the answer, of the
// judgement, or both.
func spreadHeader(r *results.RepeatSummary) []string {
	header := []string{"dimension"}
	if r.Answers > 1 {
		header = append(header, "questions", "spread of their tries", "largest")
	}
	if r.Judgements > 1 {
		header = append(header, "answers", "spread of their judgements", "largest")
	}
	return header
}
