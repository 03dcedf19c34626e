package stats

import "slices"

// CitedStatement is one statement of an answer with what its citations hold.
type CitedStatement struct {
	Cites   []string        // ids of the cited passages
	Full    bool            // all of them together entail the statement
	Alone   map[string]bool // this one alone entails it
	Without map[string]bool // the others without this one entail it; false for a sole one
}

// CitationQuality is citation recall and precision after ALCE (Gao and
// others, 2023).
type CitationQuality struct {
	Statements, Citations int
	Recall                float64  // share of statements that their citations entail
	Precision             *float64 // share of citations that are needed or enough; nil without any
	F1                    *float64
}

// ALCE judges the citations of one answer; several answers are averaged
// answer by answer. A citation is precise when its statement is recalled,
// unless it does not entail alone and the rest entails without it. It does
// not exist without a statement.
func ALCE(statements []CitedStatement) (CitationQuality, bool) {
	if len(statements) == 0 {
		return CitationQuality{}, false
	}
	q := CitationQuality{Statements: len(statements)}
	recalled, precise := 0, 0
	for _, s := range statements {
		q.Citations += len(s.Cites)
		if !s.Full || len(s.Cites) == 0 {
			continue
		}
		recalled++
		sole := len(slices.Compact(slices.Sorted(slices.Values(s.Cites)))) == 1
		for _, id := range s.Cites {
			if s.Alone[id] || sole || !s.Without[id] {
				precise++
			}
		}
	}
	q.Recall = float64(recalled) / float64(q.Statements)
	q.Precision = shareOf(precise, q.Citations-precise)
	q.F1 = harmonic(q.Precision, &q.Recall)
	return q, true
}
