package review

import (
	"html/template"
	"io"
	"net/http"
	"slices"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
)

// compareView is the data of compare.html.
type compareView struct {
	Base, Head []runChoice
	Notices    []string
	Hidden     bool          // the comparison would tell what the judge gave
	Result     template.HTML // "" while two runs are not chosen
}

// runChoice are the runs of one suite to choose from, newest first.
type runChoice struct {
	Suite string
	Runs  []option
}

// maxFlips keeps the page of two very different runs readable: each change is
// shown with both answers, worst first.
const maxFlips = 300

// comparePage sets two runs against each other, or asks which ones.
func (s *Server) comparePage(w http.ResponseWriter, r *http.Request) error {
	base, head := r.URL.Query().Get("base"), r.URL.Query().Get("head")
	all, err := s.library.listed()
	if err != nil {
		return err
	}
	if base == "" && head != "" {
		base = nameBefore(all, head)
	}
	view := compareView{Base: runChoices(all, base), Head: runChoices(all, head)}
	page := pageData{Title: "Compare two runs", Here: "compare"}
	if base != "" && head != "" {
		if err := s.compareInto(r, &view, base, head); err != nil {
			return err
		}
		page.Title = "Comparison of two runs"
	}
	page.Content, page.Notices = view, view.Notices
	s.render(w, r, "compare", page)
	return nil
}

func nameBefore(all []shelved, name string) string {
	for i, run := range all {
		if run.name == name {
			if earlier := before(all[i+1:], run); earlier != nil {
				return earlier.name
			}
		}
	}
	return ""
}

// runChoices leaves out what cannot be read: it can be compared with nothing.
func runChoices(all []shelved, chosen string) []runChoice {
	var out []runChoice
	at := map[string]int{}
	for _, run := range all {
		if run.broken != "" {
			continue
		}
		i, known := at[run.night.Suite]
		if !known {
			i = len(out)
			at[run.night.Suite] = i
			out = append(out, runChoice{Suite: reports.Line(run.night.Suite, maxName)})
		}
		text := reports.Line(run.name, maxName)
		if run.night.Problem == "" {
			text += " – " + string(run.night.Gate.Verdict)
		}
		out[i].Runs = append(out[i].Runs, option{Value: run.name, Text: text, Chosen: run.name == chosen})
	}
	return out
}

func (s *Server) compareInto(r *http.Request, view *compareView, baseName, headName string) error {
	base, err := s.compared(baseName)
	if err != nil {
		return err
	}
	head, err := s.compared(headName)
	if err != nil {
		return err
	}
	view.Notices = s.notices(slices.Concat(base.notices, head.notices))
	if view.Hidden = s.hidesAny(r, base) || s.hidesAny(r, head); view.Hidden {
		return nil
	}
	doc, err := compare.Compare(base.report, head.report, compare.Options{MaxFlips: maxFlips})
	if err != nil {
		return err
	}
	for _, f := range doc.Flips.List {
		told(f.ID, base, head)
	}
	for _, h := range doc.Hard {
		told(h.Question, base, head)
	}
	view.Result, err = part(func(out io.Writer) error {
		return reports.ComparisonPart(out, doc, reports.Sides{Base: base.answers, Head: head.answers}, reports.ComparisonOptions{
			Base: base.opinions, Head: head.opinions,
			Link: func(side, id string) string {
				if side == "base" {
					return base.link(id)
				}
				return head.link(id)
			},
		})
	})
	return err
}
