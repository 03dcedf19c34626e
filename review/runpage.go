package review

import (
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
)

// runView is the data of run.html.
type runView struct {
	Verdict           results.Verdict
	Headline, Why     string
	Figures           template.HTML
	Link, Queue       string
	Filter            filter
	Order             string
	Verdicts          []option
	Dimensions        []option
	Tags              []option
	Labelled, Orders  []option
	Heads             []columnHead
	Rows              []rowView
	Of                int // questions of the run
	Pages             pager
	Hidden, Filtering bool
}

// columnHead is the head of a column; a Link sorts by it.
type columnHead struct {
	Text, Link, Sorted string // Sorted is ascending, descending or ""
}

// runPage shows what came out of a run and its questions. What is filtered,
// sorted and shown stands in the address.
func (s *Server) runPage(w http.ResponseWriter, r *http.Request) error {
	run, err := s.openRunOf(r)
	if err != nil {
		return err
	}
	said, notices, err := run.said()
	if err != nil {
		return err
	}
	query := r.URL.Query()
	view := runView{
		Of: len(run.rows), Filter: filterOf(query), Order: query.Get("sort"), Heads: columnHeads(query),
		Link: pathTo("runs", run.name), Queue: pathTo("runs", run.name, "queue"),
	}
	view.Filtering = view.Filter != filter{}
	rows := masked(run.rows, s.hides(r, said))
	view.choose(rows)
	if err := view.figures(run.doc); err != nil {
		return err
	}
	rows = view.Filter.of(rows, said)
	inOrder(rows, view.Order)
	if view.Pages, err = paged(r, len(rows)); err != nil {
		return err
	}
	for _, one := range rows[view.Pages.from:view.Pages.to] {
		view.Rows = append(view.Rows, rowViewOf(run, said, &one))
	}
	s.render(w, r, "run", pageData{
		Title: reports.Line(run.info.ID, maxName), Run: run, Here: "run", Content: view,
		Notices: s.notices(slices.Concat(run.store.Warnings(), notices)),
	})
	return nil
}

// figures say what came out of the run. While a question is hidden they are
// left out but for two: a slice or a list of them may be about one question.
func (v *runView) figures(doc results.ReportDoc) (err error) {
	v.Verdict, v.Headline = doc.Gate.Verdict, passWords(doc.PassRate, doc.Totals, doc.Selection)
	if v.Hidden {
		return nil
	}
	v.Why = whyGate(doc.Gate)
	v.Figures, err = part(func(out io.Writer) error { return reports.RunPart(out, doc) })
	return err
}

// passWords count what passed of the questions that count. What is undecided
// is among them and named: without it a run that broke off would look better.
func passWords(rate results.Rate, totals results.Totals, of results.Selection) string {
	repeats := max(1, totals.Planned/max(1, of.Selected))
	counted := totals.Counted() / repeats
	words := fmt.Sprintf("%d of %d", rate.K, counted)
	if undecided := counted - rate.N; undecided > 0 {
		words += fmt.Sprintf(", %d undecided", undecided)
	}
	return words
}

// whyGate is the first reason of the gate; all of them stand with the figures.
func whyGate(gate results.GateResult) string {
	if len(gate.Reasons) == 0 {
		return ""
	}
	return strings.TrimRight(reports.Line(gate.Reasons[0], maxText), ".")
}

func lined(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = reports.Line(text, maxText)
	}
	return out
}

// columnHeads sort by their column, and the other way around where that is so
// already. A new order begins on its first page.
func columnHeads(query url.Values) []columnHead {
	now := query.Get("sort")
	var out []columnHead
	for _, c := range []struct{ text, order string }{
		{"question", byID}, {"verdict", byVerdict}, {"scores", byScore}, {"tags", ""}, {"first reason", ""},
	} {
		head := columnHead{Text: c.text}
		if c.order != "" {
			to := c.order
			switch now {
			case c.order:
				head.Sorted, to = "ascending", "-"+c.order
			case "-" + c.order:
				head.Sorted = "descending"
			}
			next := maps.Clone(query)
			next.Set("sort", to)
			next.Del("page")
			head.Link = "?" + next.Encode()
		}
		out = append(out, head)
	}
	return out
}
