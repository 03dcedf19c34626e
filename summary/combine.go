package summary

import "github.com/evalrun/evalrun/results"

// Combine is the verdict of a question over its repeats: it fails if any
// repeat fails, else it is an error, inconclusive or skipped if any repeat
// is, and passes only when all planned repeats pass. A repeat without a
// final record is skipped. Repeats below 1 count as 1.
func Combine(e results.Entry, repeats int) results.Verdict {
	seen := map[results.Verdict]bool{}
	final := 0
	for i := range e.Records {
		if e.Records[i].Final {
			seen[e.Records[i].Verdict] = true
			final++
		}
	}
	if final < max(1, repeats) {
		seen[results.Skipped] = true
	}
	for _, v := range []results.Verdict{results.Fail, results.Error, results.Inconclusive, results.Skipped} {
		if seen[v] {
			return v
		}
	}
	return results.Pass
}

// finals are the records that count; what is not final was not run to its
// end and is treated as if it were not there.
func finals(e results.Entry) []*results.Record {
	out := make([]*results.Record, 0, len(e.Records))
	for i := range e.Records {
		if e.Records[i].Final {
			out = append(out, &e.Records[i])
		}
	}
	return out
}
