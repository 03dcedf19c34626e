package reports

import (
	"io"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// QuestionOptions say what is shown beside the records of a question, or is
// kept back.
type QuestionOptions struct {
	// Opinions stand beside the judge's scores, never in their place.
	Opinions Opinions
	// Blind keeps back all that tells what the judge gave, for somebody whose
	// own view of the answer is wanted: verdicts, reasons, scores, reasoning,
	// votes, errors and calls of the judge, and what people said, who may have
	// known it. Checks, quotes and groundedness stay. Of several tries the first
	// stands open, since the one that decided would tell too.
	Blind bool
}

// QuestionPart draws one question with all that is known of it, as report.html
// unfolds it and with more room: up to 2 MB of its texts are shown whole, and
// what is cut says how much is left in the run's records.
func QuestionPart(w io.Writer, run results.RunInfo, e results.Entry, opt QuestionOptions) error {
	view := ofItsOwn(run, opt).question(e, QuestionOf(run, e))
	return htmlPages().ExecuteTemplate(w, "question.html", view)
}

// targetCodes is how the codes of targets begin; others are the judge's, but for
// those of a question that was lost on the way.
const targetCodes = "target_"

// unjudged are records as they would be had nobody judged the answers, and so
// without a verdict. What a check decided stands among its findings.
func unjudged(records []results.Record) []results.Record {
	out := slices.Clone(records)
	for i := range out {
		r := &out[i]
		r.Verdict, r.Reasons, r.Cells, r.Judge, r.JudgeAgain = "", nil, nil, nil, nil
		r.Times.JudgeMs = 0
		if r.Error != nil && !strings.HasPrefix(r.Error.Code, targetCodes) && !summary.Lost(r.Error.Code) {
			r.Error = nil
		}
	}
	return out
}
