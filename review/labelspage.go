package review

import (
	"net/http"
	"slices"
	"time"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// labelsView is the data of labels.html.
type labelsView struct {
	Rows     []labelView
	Pages    pager
	Table    string // address of the CSV
	Import   string // address that takes a file
	Queue    string
	Rater    string
	Problems []string // with a file that was not taken
	Nobody   bool     // where there is no row: nobody has said anything, and not that it cannot be read
}

// labelView is one line: what one person said of one answer.
type labelView struct {
	Rater, At         string
	ID, Link, Try     string
	Dimension, Score  string
	Flag              bool
	Judge, Saw        string
	Apart             bool // the judge had given another score
	Comment, Why      string
	Other             bool // it is of an answer that the run does not have any more
	Hidden            bool
	repeat            int
	when              time.Time
	answer, id, rater string
}

// labelsPage lists what people said of a run, the newest first.
func (s *Server) labelsPage(w http.ResponseWriter, r *http.Request) error {
	return s.showLabels(w, r, http.StatusOK, nil)
}

func (s *Server) showLabels(w http.ResponseWriter, r *http.Request, status int, problems []string) error {
	run, err := s.openRunOf(r)
	if err != nil {
		return err
	}
	said, notices, err := run.said()
	if err != nil {
		return err
	}
	here := pathTo("runs", run.name, "labels")
	view := labelsView{
		Table: here + ".csv", Import: here, Queue: pathTo("runs", run.name, "queue"), Rater: reports.Line(s.cfg.Rater, maxName), Problems: lined(problems), Nobody: said != nil,
	}
	views := labelViews(said)
	if view.Pages, err = paged(r, len(views)); err != nil {
		return err
	}
	view.Rows = s.placed(run, said, views[view.Pages.from:view.Pages.to], s.hides(r, said))
	s.renderStatus(w, r, status, "labels", pageData{
		Title: "Labels", Of: reports.Line(run.name, maxName), Run: run, Here: "labels", Notices: s.notices(notices), Content: view,
	})
	return nil
}

// labelViews are all labels and remarks, the newest first.
func labelViews(said *runstore.Opinions) []labelView {
	labels, remarks := said.All()
	out := make([]labelView, 0, len(labels)+len(remarks))
	for _, l := range labels {
		out = append(out, labelView{
			id: l.ID, repeat: l.Repeat, answer: l.Answer, rater: l.Rater, when: l.At,
			Dimension: string(l.Dimension), Score: reports.Score(l.Score), Judge: judgeWords(l.Judge), Saw: sawWords(l.SawJudge),
			Apart: l.Judge != nil && results.ScoresDiffer(l.Score, *l.Judge), Comment: l.Comment, Why: reasonWords(l.Why),
		})
	}
	for _, m := range remarks {
		out = append(out, labelView{
			id: m.ID, repeat: m.Repeat, answer: m.Answer, rater: m.Rater, when: m.At, Flag: m.Flag, Comment: m.Comment,
		})
	}
	slices.SortStableFunc(out, func(a, b labelView) int { return b.when.Compare(a.when) })
	return out
}

// placed makes lines ready to be shown, each with the question it is of.
func (s *Server) placed(run *openRun, said *runstore.Opinions, views []labelView, hides func(*row) bool) []labelView {
	rows := rowsByID(run)
	out := slices.Clone(views)
	for i := range out {
		v := &out[i]
		if one := rows[v.id]; one != nil {
			v.Link = questionPath(run, one.Seq, "")
			v.Other = !slices.ContainsFunc(one.signals.Answers, func(a answerAt) bool { return a.Repeat == v.repeat && a.about(v.answer) })
			if v.Hidden = hides(one); !v.Hidden && v.Judge != "" {
				run.seen.note(one.Seq)
			}
		}
		v.ID, v.Rater, v.Try = reports.Line(v.id, maxName), reports.Line(v.rater, maxName), tryWords(run.info, v.repeat)
		v.Dimension, v.Why, v.Comment = reports.Line(v.Dimension, maxName), reports.Line(v.Why, maxName), reports.Words(v.Comment, maxComment)
		if !v.when.IsZero() {
			v.At = moment(v.when)
		}
		if v.Hidden {
			v.Score, v.Judge, v.Saw, v.Comment, v.Why, v.Apart = "", "", "", "", "", false
		}
	}
	return out
}

func rowsByID(run *openRun) map[string]*row {
	out := make(map[string]*row, len(run.rows))
	for i := range run.rows {
		out[run.rows[i].ID] = &run.rows[i]
	}
	return out
}

func judgeWords(score *float64) string {
	if score == nil {
		return ""
	}
	return reports.Score(*score)
}

// sawWords say whether the person knew what the judge had given.
func sawWords(saw *bool) string {
	switch {
	case saw == nil:
		return "not known"
	case *saw:
		return "yes"
	}
	return "no"
}
