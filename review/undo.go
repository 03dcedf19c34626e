package review

import (
	"net/http"
	"time"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// undo takes back the save that a form names, and goes to its question.
func (s *Server) undo(w http.ResponseWriter, r *http.Request) error {
	run, err := s.openRunOf(r)
	if err != nil {
		return err
	}
	if err := readForm(r); err != nil {
		return err
	}
	number, err := wholeNumber(r.PostForm.Get("save"))
	if err != nil {
		return refused(http.StatusBadRequest, "save is %q, want the number of a save", r.PostForm.Get("save"))
	}
	step, err := s.takeBack(run, number)
	if err != nil {
		return err
	}
	s.flash(w, r, flash{Text: step.words("took back what was saved of")})
	from := ""
	if step.queued {
		from = fromQueue
	}
	http.Redirect(w, r, questionPath(run, step.seq, from), http.StatusSeeOther)
	return nil
}

// takeBack writes again what stood before a save. What somebody did to the
// answer since, on another page too, is never undone with it.
func (s *Server) takeBack(run *openRun, number int) (*step, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	step, err := s.stepsOf(run).find(number)
	if err != nil {
		return nil, err
	}
	said, err := run.log.Read()
	if err != nil {
		return nil, err
	}
	now := sayingsOf(said, step.id, step.repeat, s.cfg.Rater)
	if !step.stands(now) {
		return nil, refused(http.StatusConflict, "nothing was undone: what you said of %s has changed since", reports.Line(step.id, maxName))
	}
	if err := run.log.Append(step.inverse(s.cfg.Rater, s.cfg.Now())); err != nil {
		return nil, err
	}
	step.undone = true
	return step, nil
}

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
