package review

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// formView is the form that labels one answer, with what stands filled in.
type formView struct {
	Action, From string
	Place        string // makes the ids within it
	Title        string
	Open         bool // false: folded
	Repeat       int
	Answer       string // its mark
	Told         bool   // the page tells what the judge gave
	Agree        bool   // there are scores to agree with
	Dimensions   []dimensionView
	Flag         bool
	Comment      string
	CommentMark  string
	Long         bool // there is a comment too long for the form
	MaxComment   int
	Save         string
}

// dimensionView is one dimension of a form.
type dimensionView struct {
	Name   string // visible
	Field  string
	Was    string // what the form is drawn with
	Judge  string // the judge's score; "" where there is none or it is hidden
	Agreed string // the choice that agrees with it
	Levels []levelView
}

// levelView is one choice.
type levelView struct {
	Value, Text string
	Checked     bool
}

// forms are those of all answers to a question. The one of the answer that
// decided stands first, unless that would tell the verdict.
func (s *Server) forms(run *openRun, said *runstore.Opinions, one *row, e results.Entry, queued, hidden bool) []formView {
	records := withAnswer(run.info, e)
	if !hidden {
		decided := func(r *results.Record) bool { return r.Verdict == one.Verdict }
		if i := slices.IndexFunc(records, decided); i > 0 {
			records = slices.Insert(slices.Delete(slices.Clone(records), i, i+1), 0, records[i])
		}
	}
	out := make([]formView, len(records))
	for i, r := range records {
		out[i] = s.form(run, said, one, r, hidden)
		out[i].Open = i == 0
		if queued {
			out[i].From, out[i].Save = fromQueue, "Save and next"
		}
	}
	return out
}

func (s *Server) form(run *openRun, said *runstore.Opinions, one *row, r *results.Record, hidden bool) formView {
	a := answerAt{r.Repeat, results.AnswerMark(r.Answer.Text)}
	mine := sayingsOf(said, one.ID, r.Repeat, s.cfg.Rater).of(a)
	out := formView{
		Action: questionPath(run, one.Seq, "") + "/label", Place: fmt.Sprintf("t%d", r.Repeat), Title: "Your label",
		Repeat: r.Repeat, Answer: a.Mark, Told: !hidden, MaxComment: maxComment, Save: "Save",
	}
	if try := tryWords(run.info, r.Repeat); try != "" {
		out.Title += ", " + try
	}
	if mine.remark != nil {
		out.Flag, out.Comment = mine.remark.Flag, mine.remark.Comment
	}
	if out.Long = unitsOf(out.Comment) > maxComment; out.Long {
		out.Comment = "" // came from a file; it stands until another is written
	}
	out.CommentMark = commentMark(cleanComment(out.Comment))
	for _, d := range dimensionsOf(run.info, r) {
		view := dimensionOf(run.info, r, d, mine, hidden)
		out.Agree = out.Agree || view.Judge != ""
		out.Dimensions = append(out.Dimensions, view)
	}
	return out
}

// dimensionsOf are what an answer can be scored in: all of its category,
// whether or not the judge could, but those that do not apply to it.
func dimensionsOf(run results.RunInfo, r *results.Record) []results.Dimension {
	var out []results.Dimension
	for _, d := range run.Dimensions[r.Category] {
		if r.Cells[results.SeriesOf(r.Category, d)].Status != results.CellNotApplicable {
			out = append(out, d)
		}
	}
	return out
}

func dimensionOf(run results.RunInfo, r *results.Record, d results.Dimension, mine sayings, hidden bool) dimensionView {
	view := dimensionView{Name: reports.Line(string(d), maxName), Field: scorePrefix + string(d), Was: noScore}
	if l, given := mine.labels[d]; given {
		view.Was = reports.Score(l.Score)
	}
	if score := r.Cells[results.SeriesOf(r.Category, d)].Score; score != nil && !hidden {
		view.Judge, view.Agreed = reports.Score(*score, run.PassAt.At(d)), strconv.Itoa(agreed(*score, run.PassAt.At(d)))
	}
	for level := 1; level <= 5; level++ {
		text := strconv.Itoa(level)
		view.Levels = append(view.Levels, levelView{text, text, view.Was == text})
	}
	if !slices.ContainsFunc(view.Levels, func(l levelView) bool { return l.Checked }) && view.Was != noScore {
		// A score from a file need not be whole; it stands until another is given.
		view.Levels = append(view.Levels, levelView{view.Was, view.Was, true})
	}
	view.Levels = append(view.Levels, levelView{noScore, noScore, view.Was == noScore})
	return view
}
