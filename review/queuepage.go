package review

import (
	"fmt"
	"net/http"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/runstore"
)

// queueContent is what the template of the queue gets.
type queueContent struct {
	Reach  []string
	Start  string // address of the first open question, "" where there is none
	Places []placeView
	Pages  pager
}

// placeView is one line of the queue.
type placeView struct {
	Number         int
	ID, Query, Why string
	Link           string
	Done, Hidden   bool
}

// queuePage shows the order in which the questions deserve a look, and what of
// it is done.
func (s *Server) queuePage(w http.ResponseWriter, r *http.Request) error {
	run, err := s.openRunOf(r)
	if err != nil {
		return err
	}
	said, err := run.log.Read()
	if err != nil {
		return err
	}
	content := queueContent{Reach: s.reach(run, said)}
	if content.Pages, err = paged(r, len(run.queue.places)); err != nil {
		return err
	}
	if seq, open := run.queue.nextOpen(0, s.done(run, said)); open {
		content.Start = questionPath(run, seq, fromQueue)
	}
	hides := s.hides(r, run, said)
	for i := content.Pages.from; i < content.Pages.to; i++ {
		content.Places = append(content.Places, s.placeView(run, said, i, hides))
	}
	s.render(w, r, "queue", pageData{Title: "Review queue", Of: reports.Line(run.name, maxName), Run: run, Here: "queue", Content: content})
	return nil
}

func (s *Server) placeView(run *openRun, said *runstore.Opinions, i int, hides func(*row) bool) placeView {
	p := run.queue.places[i]
	one, _ := run.row(p.Seq)
	view := placeView{
		Number: i + 1, ID: reports.Line(one.ID, maxName), Query: reports.Line(one.Query, maxText),
		Link: questionPath(run, p.Seq, fromQueue), Done: labelledBy(said, one, s.cfg.Rater), Hidden: hides(one),
	}
	if view.Hidden {
		return view
	}
	run.seen.note(one.Seq)
	for _, why := range whyWords(run, one, false) {
		view.Why = reports.Line(why, maxText)
	}
	return view
}

// reach says how much of the queue the rater has labelled and how far the
// labels are a fair sample.
func (s *Server) reach(run *openRun, said *runstore.Opinions) []string {
	done := s.done(run, said)
	labelled := 0
	for _, p := range run.queue.places {
		if done(p.Seq) {
			labelled++
		}
	}
	out := []string{fmt.Sprintf("%d of %d labelled by %s", labelled, len(run.queue.places), reports.Line(s.cfg.Rater, maxName))}
	depth, without := run.queue.fairDepth(done)
	fair := fmt.Sprintf("Fair sample: the first %d of the random order", depth)
	if depth-without < 1 {
		fair = "Fair sample: none yet, the first of the random order is open"
	} else if without > 0 {
		fair += fmt.Sprintf(", %d of them without an answer", without)
	}
	return append(out, fair)
}
