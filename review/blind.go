package review

import (
	"net/http"
	"sync"

	"github.com/evalrun/evalrun/runstore"
)

// seenJudge notes of which questions of a run a page was sent that tells what
// the judge gave them. A label of such a question is not independent of the
// judge, whatever page it came from. What was sent by an earlier process is
// forgotten, but for what the form of an open page says.
type seenJudge struct {
	mu   sync.Mutex
	seqs map[int]bool
}

func (s *seenJudge) note(seq int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seqs[seq] = true
}

func (s *seenJudge) has(seq int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seqs[seq]
}

func newSeenJudge() *seenJudge { return &seenJudge{seqs: map[int]bool{}} }

const (
	blindCookie  = "blind"
	blindOn      = "on"
	blindOff     = "off"
	blindField   = "hide" // of the form that switches
	blindComesTo = "back"
)

// blind reports whether this browser hides what the judge gave.
func (s *Server) blind(r *http.Request) bool {
	switch cookieOf(r, blindCookie) {
	case blindOn:
		return true
	case blindOff:
		return false
	}
	return s.cfg.Blind
}

// hides tells of which questions the judge's scores, the verdict and whatever
// comes of them must not be told now: in blind mode, until the rater has
// labelled them.
func (s *Server) hides(r *http.Request, said *runstore.Opinions) func(*row) bool {
	blind := s.blind(r)
	return func(one *row) bool {
		return blind && len(one.signals.Answers) > 0 && !labelledBy(said, one, s.cfg.Rater)
	}
}

// switchJudge hides or shows the judge in this browser and goes back to the
// page.
func (s *Server) switchJudge(w http.ResponseWriter, r *http.Request) error {
	if err := readForm(r); err != nil {
		return err
	}
	to := r.PostForm.Get(blindField)
	if to != blindOn && to != blindOff {
		return refused(http.StatusBadRequest, "%s is %q, want %s or %s", blindField, to, blindOn, blindOff)
	}
	setCookie(w, r, blindCookie, to)
	http.Redirect(w, r, localPath(r.PostForm.Get(blindComesTo)), http.StatusSeeOther)
	return nil
}
