package review

import (
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// inverse is what brings back what stood before a save: the earlier labels as
// they were, and a withdrawal where there was none.
func (s *step) inverse(rater string, now time.Time) runstore.Saying {
	var out runstore.Saying
	restore := func(d results.Dimension) {
		if old, stood := s.before.labels[d]; stood {
			out.Labels = append(out.Labels, old)
			return
		}
		out.Withdrawn = append(out.Withdrawn, runstore.Withdrawal{ID: s.id, Repeat: s.repeat, Dimension: d, Rater: rater, At: now})
	}
	remarked := len(s.wrote.Remarks) > 0
	for _, l := range s.wrote.Labels {
		restore(l.Dimension)
	}
	for _, w := range s.wrote.Withdrawn {
		if w.Dimension == "" {
			remarked = true
			continue
		}
		restore(w.Dimension)
	}
	switch {
	case remarked && s.before.remark != nil:
		out.Remarks = append(out.Remarks, *s.before.remark)
	case remarked:
		out.Withdrawn = append(out.Withdrawn, runstore.Withdrawal{ID: s.id, Repeat: s.repeat, Rater: rater, At: now})
	}
	return out
}
