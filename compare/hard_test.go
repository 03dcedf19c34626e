package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// TestHardFindingsFailWithoutStatistics: one question of 200 moves no mean.
func TestHardFindingsFailWithoutStatistics(t *testing.T) {
	says := func(status results.FindingStatus) []results.Finding {
		return []results.Finding{{Check: "mustNotMention", Status: status, Phrase: "store credit only"}}
	}
	cites := func(status, quote string) *results.QuoteCheck {
		return &results.QuoteCheck{Citations: []results.QuoteCitation{{Passage: "9", Status: status, Quote: quote}}}
	}
	misses := []results.Finding{{Check: "mustMention", Status: results.FindingFail, Phrase: "5 mg"}}
	fails := func(q *results.QuestionReport) { q.Verdict = results.Fail }
	for _, c := range []struct {
		name string
		edit func(base, head *results.QuestionReport)
		want []Hard
	}{
		{"a critical question that passed", func(_, h *results.QuestionReport) { h.Critical = true; fails(h) },
			[]Hard{{Question: "q000", Kind: HardCritical, Message: "passed and fails now, and is critical", Judged: true}}},
		{"the mark taken away with the failure", func(b, h *results.QuestionReport) { b.Critical = true; fails(h) },
			[]Hard{{Question: "q000", Kind: HardCritical, Message: "passed and fails now, and is critical", Judged: true}}},
		{"a critical question that a check fails", func(_, h *results.QuestionReport) { h.Critical, h.Checks = true, misses; fails(h) },
			[]Hard{{Question: "q000", Kind: HardCritical, Message: "passed and fails now, and is critical"}}},
		{"a critical question that failed before", func(b, h *results.QuestionReport) { h.Critical = true; fails(b); fails(h) }, []Hard{}},
		{"a critical question that errored before", func(b, h *results.QuestionReport) { h.Critical = true; *b = errored(*b); fails(h) }, []Hard{}},
		{"a critical question that errors now", func(_, h *results.QuestionReport) { *h = errored(*h); h.Critical = true }, []Hard{}},
		{"a critical question under another rubric", func(_, h *results.QuestionReport) { h.Critical, h.ContentHash = true, "c2"; fails(h) }, []Hard{}},
		{"any other question", func(_, h *results.QuestionReport) { fails(h) }, []Hard{}},
		{"a new forbidden phrase", func(b, h *results.QuestionReport) { b.Checks, h.Checks = says("pass"), says("fail") },
			[]Hard{{Question: "q000", Kind: HardForbidden, Message: `says "store credit only", which is forbidden; it did not`}}},
		{"a forbidden phrase as before", func(b, h *results.QuestionReport) { b.Checks, h.Checks = says("fail"), says("fail") }, []Hard{}},
		{"a forbidden phrase that nobody looked for before", func(_, h *results.QuestionReport) { h.Checks = says("fail") }, []Hard{}},
		{"a forbidden phrase that is gone", func(b, h *results.QuestionReport) { b.Checks, h.Checks = says("fail"), says("pass") }, []Hard{}},
		{"a citation of a passage that is not there", func(b, h *results.QuestionReport) { b.Quotes, h.Quotes = cites("verified", "x"), cites("missing", "x") },
			[]Hard{{Question: "q000", Kind: HardCitation, Message: `cites "9", and no passage has this id; all citations resolved before`}}},
		{"such a citation as before", func(b, h *results.QuestionReport) { b.Quotes, h.Quotes = cites("missing", "x"), cites("missing", "x") }, []Hard{}},
		{"a claim without a quote", func(b, h *results.QuestionReport) { b.Quotes, h.Quotes = cites("verified", "x"), cites("missing", "") }, []Hard{}},
		{"quotes that were not checked before", func(_, h *results.QuestionReport) { h.Quotes = cites("missing", "x") }, []Hard{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, head := many(200, always(5)), many(200, always(5))
			c.edit(&base[0], &head[0])
			doc := compared(t, reportOf("a", base...), reportOf("b", head...), Options{})
			if diff := cmp.Diff(c.want, doc.Hard); diff != "" {
				t.Error(diff)
			}
			want := 0
			if len(c.want) > 0 {
				want = 1
			}
			if doc.Gate.ExitCode != want {
				t.Errorf("%+v", doc.Gate)
			}
		})
	}
}
