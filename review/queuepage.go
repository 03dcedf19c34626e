package review

import (
	"fmt"
	"net/http"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/runstore"
)

// queueView is the data of queue.html.
type queueView struct {
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
	said, notices, err := run.said()
	if err != nil {
		return err
	}
	view := queueView{Reach: s.reach(run, said)}
	if view.Pages, err = paged(r, len(run.queue.places)); err != nil {
		return err
	}
	if seq, open := run.queue.nextOpen(0, s.done(run, said)); open {
		view.Start = questionPath(run, seq, fromQueue)
	}
	hides := s.hides(r, said)
	for i := view.Pages.from; i < view.Pages.to; i++ {
		view.Places = append(view.Places, s.placeView(run, said, i, hides))
	}
	s.render(w, r, "queue", pageData{
		Title: "Review queue", Of: reports.Line(run.name, maxName), Run: run, Here: "queue",
		Notices: s.notices(notices), Content: view,
	})
	return nil
}

func (s *Server) placeView(run *openRun, said *runstore.Opinions, i int, hides func(*row) bool) placeView {
	p := run.queue.places[i]
	one, _ := run.row(p.Seq)
	place := placeView{
		Number: i + 1, ID: reports.Line(one.ID, maxName), Query: reports.Line(one.Query, maxText),
		Link: questionPath(run, p.Seq, fromQueue), Done: labelledBy(said, one, s.cfg.Rater), Hidden: hides(one),
	}
	if place.Hidden {
		return place
	}
	run.seen.note(one.Seq)
	for _, why := range whyWords(run, one, false) {
		place.Why = reports.Line(why, maxText)
	}
	return place
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

// nextPath is the address of the next question of the queue that the rater has
// not labelled, and of the queue itself where there is none.
func (s *Server) nextPath(run *openRun, said *runstore.Opinions, after int) string {
	_, place, _ := run.queue.of(after)
	if seq, open := run.queue.nextOpen(place, s.done(run, said)); open {
		return questionPath(run, seq, fromQueue)
	}
	return pathTo("runs", run.name, "queue")
}

// done tells of a question whether the rater has labelled it.
func (s *Server) done(run *openRun, said *runstore.Opinions) func(seq int) bool {
	return func(seq int) bool {
		one, known := run.row(seq)
		return known && labelledBy(said, one, s.cfg.Rater)
	}
}
