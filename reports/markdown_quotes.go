package reports

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// maxCitations bounds the table of one question; an answer with more has
// other troubles.
const maxCitations = 50

// writeCitations shows what was proved of each citation, and what cites
// nothing.
func writeCitations(p *page, q *results.QuoteCheck) {
	if q == nil {
		return
	}
	if len(q.Citations) > 0 {
		p.block("**Citations**")
		p.table([]string{"claim", "passage", "status", "why", "score", "quote"}, citationRows(q.Citations))
	}
	if left := len(q.Citations) - maxCitations; left > 0 {
		p.block("%s more in `records.jsonl`", plural(left, "citation"))
	}
	if len(q.Uncited) > 0 {
		p.block("**Uncited sentences**")
		p.list(sentences(q.Uncited[:min(len(q.Uncited), maxReasons)]))
	}
}

func citationRows(citations []results.QuoteCitation) [][]string {
	rows := make([][]string, 0, min(len(citations), maxCitations))
	for _, c := range citations[:min(len(citations), maxCitations)] {
		status := inline(c.Status)
		if c.FoundIn != "" {
			status += fmt.Sprintf(", it is in %s", code(c.FoundIn))
		}
		rows = append(rows, []string{
			code(c.Claim), code(c.Passage), status, inline(cut(c.Reason, maxReason)), summary.Score(c.Score), inline(cut(c.Quote, maxQuery)),
		})
	}
	return rows
}
