package summary

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
)

const (
	// ceilingShare of scores at 5 leaves hardly any room for an improvement
	// to show.
	ceilingShare = 0.80
	// A judge that answers the same to everything measures nothing; below
	// enoughScored answers that may be chance.
	enoughScored  = 20
	repeatedShare = 0.25
)

// notes are the remarks that a reader of the mean needs beside it.
func (s *series) notes(out results.DimensionSummary) []string {
	var notes []string
	if out.Coverage != nil && !AtLeast(*out.Coverage, s.minScored) {
		notes = append(notes, fmt.Sprintf("incomplete: %s of the cells scored, %s needed",
			Percent(*out.Coverage, s.minScored), Percent(s.minScored)))
	}
	if out.Scored == 0 {
		return notes
	}
	if top := float64(out.Histogram[4]) / float64(out.Scored); AtLeast(top, ceilingShare) {
		notes = append(notes, fmt.Sprintf("ceiling: %s of the scores are 5, an improvement can hardly show",
			Percent(top)))
	}
	if s.reasonings != nil && out.Scored >= enoughScored {
		if n := s.reasonings.most(); AtLeast(float64(n)/float64(out.Scored), repeatedShare) {
			notes = append(notes, fmt.Sprintf("constant judge: one reasoning line stands under %d or more of %d scores",
				n, out.Scored))
		}
	}
	return notes
}

// flatness watches for a judge that gives all dimensions of an answer the
// same score, whatever the answer.
type flatness struct{ answers, flat int }

func (f *flatness) add(r *results.Record) {
	scored, same := 0, true
	var first float64
	for _, c := range r.Cells {
		if c.Status != results.CellScored {
			continue
		}
		if scored == 0 {
			first = *c.Score
		}
		same = same && *c.Score == first
		scored++
	}
	if scored < 2 {
		return
	}
	f.answers++
	if same {
		f.flat++
	}
}

func (f flatness) constant() bool { return f.answers >= enoughScored && f.flat == f.answers }
