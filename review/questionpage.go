package review

import (
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strconv"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// fromQueue is the value of from where a question was opened from the queue.
const fromQueue = "queue"

// questionPath is the address of a question's page. from is fromQueue or "".
func questionPath(run *openRun, seq int, from string) string {
	return withQuery(pathTo("runs", run.name, "questions", strconv.Itoa(seq)), "from", from)
}

// questionView is the data of question.html. All text is visible;
// the template escapes it.
type questionView struct {
	ID       string
	Apart    string // what set the question apart; "" where nothing did, or while it is hidden
	Why      []string
	Queue    []string // where it stands and how far the labels reach
	Previous string   // addresses, "" where there is none
	Next     string
	Hidden   bool
	Question template.HTML // drawn by reports.QuestionPart
	Remarks  []remarkView
	Forms    []formView
	Undo     *undoView
	Keys     []keyHelp
}

// undoView is the newest save that can be taken back.
type undoView struct {
	Form *undoForm
	Text string
}

// questionPage shows one question with the forms that label its answers.
func (s *Server) questionPage(w http.ResponseWriter, r *http.Request) error {
	run, one, entry, err := s.questionOf(r)
	if err != nil {
		return err
	}
	said, notices, err := run.said()
	if err != nil {
		return err
	}
	queued := r.URL.Query().Get("from") == fromQueue
	hidden := s.hides(r, said)(one)
	view := questionView{
		ID: reports.Line(one.ID, maxName), Hidden: hidden, Queue: s.progress(run, said, one), Why: whyWords(run, one, hidden),
		Forms: s.forms(run, said, one, entry, queued, hidden), Undo: s.undoView(run), Keys: keys(hidden),
	}
	view.Previous, view.Next = s.neighbours(run, said, one, queued)
	options := reports.QuestionOptions{Blind: hidden}
	if !hidden {
		if one.State != string(one.Verdict) {
			view.Apart = one.State
		}
		view.Remarks = remarksOf(run, said, one)
		options.Opinions = peopleSaid(said, one)
		run.seen.note(one.Seq)
	}
	view.Question, err = part(func(out io.Writer) error { return reports.QuestionPart(out, run.info, entry, options) })
	if err != nil {
		return fmt.Errorf("draw question %d: %w", one.Seq, err)
	}
	here := "run"
	if queued {
		here = "queue"
	}
	s.render(w, r, "question", pageData{
		Title: view.ID, Of: reports.Line(run.name, maxName), Head: true, Run: run, Here: here, Notices: s.notices(notices), Content: view,
	})
	return nil
}

// questionOf reads the question that an address names.
func (s *Server) questionOf(r *http.Request) (*openRun, *row, results.Entry, error) {
	run, err := s.openRunOf(r)
	if err != nil {
		return nil, nil, results.Entry{}, err
	}
	seq, err := wholeNumber(r.PathValue("seq"))
	if err != nil {
		return nil, nil, results.Entry{}, missing("%q is not the number of a question", r.PathValue("seq"))
	}
	known, ok := run.row(seq)
	if !ok {
		return nil, nil, results.Entry{}, missing("run %s has no question %d", run.name, seq)
	}
	entry, err := run.entry(seq)
	if err != nil {
		return nil, nil, results.Entry{}, err
	}
	// What there is to label is that of the records just read: a run may go on
	// between the two readings.
	one := *known
	one.signals = signalsOf(run.info, entry)
	return run, &one, entry, nil
}

// neighbours are the questions before and after: in the queue the next one
// that the rater has not labelled, else in the order of the suite.
func (s *Server) neighbours(run *openRun, said *runstore.Opinions, one *row, queued bool) (previous, next string) {
	_, place, placed := run.queue.of(one.Seq)
	if queued && placed {
		if place > 1 {
			previous = questionPath(run, run.queue.places[place-2].Seq, fromQueue)
		}
		return previous, s.nextPath(run, said, one.Seq)
	}
	at := run.bySeq[one.Seq]
	if at > 0 {
		previous = questionPath(run, run.rows[at-1].Seq, "")
	}
	if at+1 < len(run.rows) {
		next = questionPath(run, run.rows[at+1].Seq, "")
	}
	return previous, next
}

func (s *Server) undoView(run *openRun) *undoView {
	s.saving.Lock()
	defer s.saving.Unlock()
	latest := s.stepsOf(run).latest()
	if latest == nil {
		return nil
	}
	return &undoView{latest.form(run), latest.words("last saved:")}
}
