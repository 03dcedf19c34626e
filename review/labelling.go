package review

import (
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
)

// labelling is what a server keeps of the labels that were saved.
type labelling struct {
	// saving makes the reading of what stands, the writing, and the step that
	// takes it back one thing: two saves come one after the other.
	saving sync.Mutex
	steps  map[string]*steps // by name of the run; guarded by saving
}

func (s *Server) labellingRoutes(mux *http.ServeMux) {
	mux.Handle("GET /runs/{run}/questions/{seq}", s.page(s.questionPage))
	mux.Handle("POST /runs/{run}/questions/{seq}/label", s.page(s.saveLabels))
	mux.Handle("POST /runs/{run}/undo", s.page(s.undo))
	mux.Handle("GET /runs/{run}/queue", s.page(s.queuePage))
	mux.Handle("GET /runs/{run}/labels", s.page(s.labelsPage))
	mux.Handle("GET /runs/{run}/labels.csv", s.page(s.labelsTable))
	mux.Handle("POST /runs/{run}/labels", s.importPage(s.importLabels))
	mux.Handle("POST /judge", s.page(s.switchJudge))
}

// labelTarget is the answer that a form was sent about.
type labelTarget struct {
	run    *openRun
	row    *row
	record *results.Record
}

// saveLabels appends what the person changed about one answer, and goes on.
func (s *Server) saveLabels(w http.ResponseWriter, r *http.Request) error {
	run, one, entry, err := s.questionOf(r)
	if err != nil {
		return err
	}
	if err := readForm(r); err != nil {
		return err
	}
	target, err := targetOf(run, one, entry, r.PostForm)
	if err != nil {
		return err
	}
	form, err := parseLabelForm(r.PostForm, dimensionsOf(run.info, target.record))
	if err != nil {
		return err
	}
	step, err := s.save(target, form)
	if err != nil {
		return err
	}
	if step == nil {
		s.flash(w, r, flash{Text: "nothing changed in " + reports.Line(one.ID, maxName)})
	} else {
		s.flash(w, r, flash{Text: step.words("saved"), Undo: step.form(run)})
	}
	return s.goOn(w, r, target, form)
}

// targetOf finds the answer that a form was drawn for. A run that was resumed
// since may hold another one by now, which nobody has read.
func targetOf(run *openRun, one *row, e results.Entry, form url.Values) (labelTarget, error) {
	repeat, err := wholeNumber(form.Get(fieldRepeat))
	if err != nil {
		return labelTarget{}, refused(http.StatusBadRequest, "repeat is %q, want a whole number from 0", form.Get(fieldRepeat))
	}
	for _, rec := range withAnswer(run.info, e) {
		if rec.Repeat != repeat {
			continue
		}
		if results.AnswerMark(rec.Answer.Text) != form.Get(fieldAnswer) {
			return labelTarget{}, refused(http.StatusConflict,
				"nothing was saved: the run has another answer to this question now than the one that was shown; read it again, then label it")
		}
		return labelTarget{run, one, rec}, nil
	}
	return labelTarget{}, refused(http.StatusConflict, "nothing was saved: there is no answer in try %d to label", repeat+1)
}

// save writes what a form changes and remembers what stood before. The step is
// nil where nothing changed.
func (s *Server) save(t labelTarget, form labelForm) (*step, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	said, err := t.run.log.Read()
	if err != nil {
		return nil, err
	}
	before := sayingsOf(said, t.row.ID, t.record.Repeat, s.cfg.Rater)
	change, err := s.change(t, form, before)
	if err != nil || change.empty() {
		return nil, err
	}
	if err := t.run.log.Append(change.saying); err != nil {
		return nil, err
	}
	return s.stepsOf(t.run).remember(t, form.queued, before, change), nil
}

// context is what every label of one save holds.
func (s *Server) context(t labelTarget, form labelForm, now time.Time) results.Label {
	saw := form.told || t.run.seen.has(t.row.Seq)
	label := results.Label{
		ID: t.row.ID, Repeat: t.record.Repeat, Rater: s.cfg.Rater, At: now, SawJudge: &saw,
		Answer: results.AnswerMark(t.record.Answer.Text), Why: results.WhyChosen,
	}
	q := t.run.queue
	label.Draw = q.draw(t.row.Seq)
	if p, _, placed := q.of(t.row.Seq); placed && form.queued {
		label.Why = p.Why
	}
	return label
}

// goOn leads to the next open question of the queue, or back where the
// question was not opened from there.
func (s *Server) goOn(w http.ResponseWriter, r *http.Request, t labelTarget, form labelForm) error {
	to := questionPath(t.run, t.row.Seq, "")
	if form.queued {
		said, err := t.run.log.Read() // with what was just saved
		if err != nil {
			return err
		}
		to = s.nextPath(t.run, said, t.row.Seq)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
