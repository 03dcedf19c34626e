package review

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func judgedInfo(repeats int) results.RunInfo {
	return results.RunInfo{
		ID: "run-1", Repeats: repeats, PassAt: results.DefaultFloors(),
		Dimensions: map[results.Category][]results.Dimension{
			results.Positive: {results.Grounding, results.Relevance, results.Tone},
			results.Negative: {results.Grounding, results.Calibration},
		},
	}
}

// judged is a final record of a positive with these scores, grounding first.
func scoredTry(repeat int, scores ...float64) results.Record {
	r := results.Record{
		ID: "q", Repeat: repeat, Category: results.Positive, Verdict: results.Pass, Final: true,
		Answer: &answers.Answer{Text: "thirty days"}, Cells: map[results.Series]results.Cell{},
	}
	for i, d := range judgedInfo(1).Dimensions[results.Positive] {
		cell := results.Cell{Status: results.CellErrored}
		if i < len(scores) {
			cell = results.Cell{Status: results.CellScored, Score: &scores[i], Reasoning: "its first sentence says so"}
		}
		r.Cells[results.SeriesOf(results.Positive, d)] = cell
	}
	return r
}

func altered(r results.Record, change func(*results.Record)) results.Record {
	change(&r)
	return r
}

func checkFound(check string, status results.FindingStatus) func(*results.Record) {
	return func(r *results.Record) {
		r.Findings = append(r.Findings, results.Finding{Check: check, Status: status})
	}
}

func quotedAs(status string) func(*results.Record) {
	return func(r *results.Record) {
		r.Quotes = &results.QuoteCheck{Citations: []results.QuoteCitation{{Status: status}}}
	}
}

func cellOf(r *results.Record, d results.Dimension, change func(*results.Cell)) {
	series := results.SeriesOf(r.Category, d)
	cell := r.Cells[series]
	change(&cell)
	r.Cells[series] = cell
}

func votes(scores ...float64) []results.Vote {
	out := []results.Vote{{Model: "broken", Code: "judge_timeout"}}
	for i := range scores {
		out = append(out, results.Vote{Score: &scores[i]})
	}
	return out
}

func TestWhatSpeaksForALook(t *testing.T) {
	both := func(a, b func(*results.Record)) func(*results.Record) {
		return func(r *results.Record) { a(r); b(r) }
	}
	for _, c := range []struct {
		name    string
		records []results.Record
		why     results.Why
		size    float64
		words   string
	}{
		{"scores far above their floors and no check", []results.Record{scoredTry(0, 5, 5, 5)}, "", 0, ""},
		{"a check failed and every score is at its floor or above",
			[]results.Record{altered(scoredTry(0, 5, 5, 5), checkFound("mustMention", results.FindingFail))}, results.WhyDisagreement, 4.0 / 3, "check mustMention failed"},
		{"a check failed and so did a score", []results.Record{altered(scoredTry(0, 5, 1, 5), checkFound("mustMention", results.FindingFail))}, "", 0, ""},
		{"a check failed and nothing was judged", []results.Record{altered(scoredTry(0), checkFound("mustMention", results.FindingFail))}, "", 0, ""},
		{"a warning fails nothing", []results.Record{altered(scoredTry(0, 5, 5, 5), checkFound("confidence", results.FindingWarning))}, "", 0, ""},
		{"grounding scored low though groundedness passed",
			[]results.Record{altered(scoredTry(0, 1, 5, 5), checkFound("grounding", results.FindingPass))}, results.WhyDisagreement, 3, "the judge scores grounding 1, floor 4"},
		{"grounding scored low though the quotes are in their sources",
			[]results.Record{altered(scoredTry(0, 1, 5, 5), both(checkFound("quotes", results.FindingPass), quotedAs("verified")))}, results.WhyDisagreement, 3, "every check passed"},
		{"a check of quotes that found none to check is no evidence",
			[]results.Record{altered(scoredTry(0, 1, 5, 5), checkFound("quotes", results.FindingPass))}, "", 0, ""},
		{"grounding scored low and nobody looked at what it rests on",
			[]results.Record{altered(scoredTry(0, 1, 5, 5), checkFound("mustMention", results.FindingPass))}, "", 0, ""},
		{"grounding scored low, quotes good, another check failed",
			[]results.Record{altered(scoredTry(0, 1, 5, 5), both(both(checkFound("quotes", results.FindingPass), quotedAs("verified")), checkFound("maxWords", results.FindingFail)))}, "", 0, ""},
		{"grounding passes though a quote is nowhere, and tone is low",
			[]results.Record{altered(scoredTry(0, 5, 5, 1), quotedAs("not_found"))}, results.WhyDisagreement, 1, "a quote is not in its source"},
		{"grounding passes though groundedness failed, and tone is low",
			[]results.Record{altered(scoredTry(0, 5, 5, 1), checkFound("grounding", results.FindingFail))}, results.WhyDisagreement, 1, "groundedness is low"},
		{"grounding low and the quote nowhere: they agree", []results.Record{altered(scoredTry(0, 1, 5, 5), quotedAs("not_found"))}, "", 0, ""},
		{"a score on its floor", []results.Record{scoredTry(0, 4, 5, 5)}, results.WhyNearFloor, 1, "grounding 4, floor 4"},
		{"a score one below its floor", []results.Record{scoredTry(0, 3, 5, 5)}, results.WhyNearFloor, 0, "grounding 3, floor 4"},
		{"of several the nearest", []results.Record{scoredTry(0, 3, 3.5, 5)}, results.WhyNearFloor, 0.5, "relevance 3.5, floor 4"},
		{"more than one below", []results.Record{scoredTry(0, 2.9, 5, 5)}, "", 0, ""},
		{"a hair above its floor", []results.Record{scoredTry(0, 4.1, 5, 5)}, "", 0, ""},
		{"passed and failed", []results.Record{scoredTry(0, 5, 5, 5), altered(scoredTry(1, 5, 5, 5), func(r *results.Record) { r.Verdict = results.Fail })},
			results.WhyUnstable, 4, "it passed and failed"},
		{"an error is no contradiction", []results.Record{scoredTry(0, 5, 5, 5), altered(scoredTry(1, 5, 5, 5), func(r *results.Record) { r.Verdict = results.Error })}, "", 0, ""},
		{"repeats two points apart", []results.Record{scoredTry(0, 5, 5, 5), scoredTry(1, 5, 2, 5)}, results.WhyUnstable, 3, "relevance from 2 to 5"},
		{"judgements two points apart", []results.Record{altered(scoredTry(0, 5, 5, 5), func(r *results.Record) {
			cellOf(r, results.Relevance, func(c *results.Cell) { c.Scores = []float64{5, 3, 5} })
		})}, results.WhyUnstable, 2, "judged several times, relevance from 3 to 5"},
		{"neighbours on the scale", []results.Record{altered(scoredTry(0, 5, 5, 5), func(r *results.Record) {
			cellOf(r, results.Relevance, func(c *results.Cell) { c.Scores = []float64{5, 4} })
		})}, "", 0, ""},
		{"a panel two points apart", []results.Record{altered(scoredTry(0, 5, 5, 5), func(r *results.Record) {
			cellOf(r, results.Tone, func(c *results.Cell) { c.Votes = votes(5, 1) })
		})}, results.WhyUnstable, 4, "the panel votes tone from 1 to 5"},
		{"the first reason counts, all are told", []results.Record{scoredTry(0, 4, 5, 5), scoredTry(1, 4, 1, 5)}, results.WhyNearFloor, 1, "relevance from 1 to 5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := signalsOf(judgedInfo(2), results.Entry{Question: results.Question{ID: "q", Category: results.Positive}, Records: c.records})
			if got.Why != c.why || got.Size < c.size-0.001 || got.Size > c.size+0.001 || !strings.Contains(got.Words, c.words) || c.words == "" && got.Words != "" {
				t.Errorf("%q of size %.2f: %q", got.Why, got.Size, got.Words)
			}
		})
	}
}

func TestNegativesHaveNoGroundingInSources(t *testing.T) {
	r := altered(scoredTry(0), func(r *results.Record) {
		low := 1.0
		r.Category = results.Negative
		r.Cells = map[results.Series]results.Cell{"negative/grounding": {Status: results.CellScored, Score: &low}}
	})
	checkFound("quotes", results.FindingPass)(&r)
	quotedAs("verified")(&r)
	if got := signalsOf(judgedInfo(1), results.Entry{Records: []results.Record{r}}); got.Why != "" {
		t.Errorf("%+v", got)
	}
}

func TestOnlyAnswersThatAreThereCanBeLabelled(t *testing.T) {
	info := judgedInfo(2)
	other := altered(scoredTry(1, 5, 5, 5), func(r *results.Record) { r.Answer = &answers.Answer{Text: "ninety days"} })
	for _, c := range []struct {
		name    string
		records []results.Record
		want    []answerAt
	}{
		{"of each try", []results.Record{scoredTry(0, 5), other}, []answerAt{{0, results.AnswerMark("thirty days")}, {1, results.AnswerMark("ninety days")}}},
		{"an answer that nobody judged too", []results.Record{scoredTry(0)}, []answerAt{{0, results.AnswerMark("thirty days")}}},
		{"a blank one too", []results.Record{altered(scoredTry(0), func(r *results.Record) { r.Answer = &answers.Answer{} })}, []answerAt{{0, results.AnswerMark("")}}},
		{"none without an answer", []results.Record{altered(scoredTry(0), func(r *results.Record) { r.Answer = nil })}, nil},
		{"none of a try that was not finished", []results.Record{altered(scoredTry(0, 5), func(r *results.Record) { r.Final = false })}, nil},
		{"none of a try that was not planned", []results.Record{scoredTry(2, 5)}, nil},
		{"none of a question that was not run", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := signalsOf(info, results.Entry{Records: c.records}).Answers
			if len(got) != len(c.want) {
				t.Fatalf("%v", got)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("%v", got)
				}
			}
		})
	}
}
