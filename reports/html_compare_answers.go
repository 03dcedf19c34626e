package reports

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// Answered finds the records of a question by its id: one for each of its
// repeats that was run, in their order; none for a question without one.
type Answered func(id string) ([]results.Record, error)

// Sides are the answers of the two runs of a comparison. A report holds
// reasoning lines and no answers: nil stands for a run of which there is only
// that.
type Sides struct{ Base, Head Answered }

func (s Sides) known() bool { return s.Base != nil && s.Head != nil }

// words say what a reader sees of the answers, or why none.
func (s Sides) words() string {
	switch {
	case s.known():
		return "Words that only one of the two answers has are marked."
	case s.Base == nil && s.Head == nil:
		return "The answers are not shown: base and head were read from report.json files, which do not hold them. Compare the run folders to see them side by side."
	case s.Base == nil:
		return "The answers are not shown: base was read from a report.json, which does not hold them. Compare two run folders to see them side by side."
	}
	return "The answers are not shown: head was read from a report.json, which does not hold them. Compare two run folders to see them side by side."
}

// addAnswers sets both answers side by side, with what people said of them.
func (flip *htmlFlip) addAnswers(f compare.Flip, sides Sides, opt ComparisonOptions) error {
	var texts [2]*string
	for i, side := range []struct {
		records Answered
		said    Opinions
		verdict results.Verdict
		score   *float64
	}{{sides.Base, opt.Base, f.From, f.BaseScore}, {sides.Head, opt.Head, f.To, f.HeadScore}} {
		var shown *results.Record
		if sides.known() {
			records, err := side.records(f.ID)
			if err != nil {
				return fmt.Errorf("read the answers to %s: %w", oneLine(f.ID), err)
			}
			shown = flip.Sides[i].choose(records, side.verdict)
			texts[i] = flip.Sides[i].answerOf(shown)
		}
		flip.Sides[i].People = flipPeople(f, shown, side.said, side.score)
	}
	flip.mark(texts[0], texts[1])
	return nil
}

// choose takes the first of several answers that has the question's verdict:
// that is the one that made the question change. It is nil where there is none.
func (s *htmlSide) choose(records []results.Record, verdict results.Verdict) *results.Record {
	if len(records) == 0 {
		return nil
	}
	i := max(0, slices.IndexFunc(records, func(r results.Record) bool { return r.Verdict == verdict }))
	rec := &records[i]
	if len(records) > 1 {
		s.Which = fmt.Sprintf("answer %d of %d, %s", rec.Repeat+1, len(records), pageLine(words(rec.Verdict), maxBrief))
	}
	return rec
}

func (s *htmlSide) answerOf(rec *results.Record) *string {
	switch {
	case rec == nil:
		s.Instead = "No record of this question."
	case rec.Answer == nil && rec.Error != nil:
		s.Instead = "No answer: " + pageLine(rec.Error.Code+": "+rec.Error.Message, maxReason)
	case rec.Answer == nil:
		s.Instead = "No answer."
	case rec.Answer.Blank():
		s.Instead = "The answer is blank."
	default:
		text := pageText(rec.Answer.Text, maxPageText)
		return &text
	}
	return nil
}

// mark shows what differs between two answers; one alone is shown as it is.
func (flip *htmlFlip) mark(base, head *string) {
	switch {
	case base == nil && head == nil:
		return
	case base == nil:
		flip.Sides[1].Answer = []piece{{Text: *head}}
		return
	case head == nil:
		flip.Sides[0].Answer = []piece{{Text: *base}}
		return
	case *base == *head:
		flip.Note = "Both answers are the same, word for word: what moved is the judge or a check."
	}
	was, is, ok := wordDiff(*base, *head)
	if !ok {
		flip.Note = "The answers have too little in common, or are too long, for marks on single words."
	}
	flip.Sides[0].Answer, flip.Sides[1].Answer = was, is
}
